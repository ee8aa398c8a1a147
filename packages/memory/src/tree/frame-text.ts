/** How tools write one call of a stack. */
import type { Frames } from "./frames.ts";

/** `dyld4::start(char const*)  (in dyld) + 450  [0x10e264224]`; `???  (in game)  load address 0x1000 + 0x2c  [0x102c]`. */
const IN = "  (in ";
/** `0x1b1c108d4 (dyld) start`, as -allBySize has it. */
const ADDRESSED = /^0x[0-9a-f]{1,16} \(([^)]{0,1000})\) (.*)$/i;
/** `Thread_2155218: worker   DispatchQueue_12: com.apple.root`, `thread_a08eb500`: the numbers are others in each run. */
const THREAD = /^Thread_[0-9a-fx]{1,20}/i;
const QUEUE = /DispatchQueue_\d{1,20}/;
/** `/system/lib64/libc.so!0xe878`: of LoliProfiler, where it has no symbol. */
const OFFSET = /^(\S{1,1000})!0x[0-9a-f]{1,16}$/i;
export const NO_SYMBOL = "???";

/** A call of a tree of `malloc_history -callTree`. */
export function treeFrame(frames: Frames, text: string): number {
  const at = text.lastIndexOf(IN);
  if (at < 0) return frames.numberOf(withoutNumbers(text.trim()), "");
  const end = text.indexOf(")", at);
  return frames.numberOf(text.slice(0, at), text.slice(at + IN.length, end < 0 ? undefined : end));
}

/** A call of a stack of `malloc_history -allBySize`. */
export function stackFrame(frames: Frames, text: string): number {
  const [, image, symbol] = ADDRESSED.exec(text) ?? [];
  if (image !== undefined && symbol !== undefined)
    return frames.numberOf(isAddress(symbol) ? NO_SYMBOL : symbol, image);
  return frames.numberOf(isAddress(text) ? NO_SYMBOL : withoutNumbers(text), "");
}

/** A call of LoliProfiler. */
export function loliFrame(frames: Frames, text: string): number {
  const [, image] = OFFSET.exec(text) ?? [];
  return image === undefined ? frames.numberOf(text, "") : frames.numberOf(NO_SYMBOL, image);
}

const isAddress = (symbol: string): boolean => /^0x[0-9a-f]{1,16}$/i.test(symbol);

const withoutNumbers = (text: string): string =>
  THREAD.test(text) ? text.replace(THREAD, "Thread").replace(QUEUE, "DispatchQueue") : text;
