/**
 * `malloc_history PID -allBySize`: a line for each stack, the outermost call first. Either the stack's allocations are counted
 * (`2 calls for 50429952 bytes: FRAME | FRAME`), or each is told by itself, and VM regions apart
 * (`ALLOC 0x282e30e40-0x282e30eff [size=192]: FRAME | FRAME`, `VM_ALLOC …`). With -fullStacks a frame is `0xADDR (IMAGE) SYMBOL`.
 * https://keith.github.io/xcode-man-pages/malloc_history.1.html
 */
import type { Place } from "../fault.ts";
import { LIMITS } from "../limits.ts";
import type { CallTree } from "../tree/call-tree.ts";
import { ROOT } from "../tree/call-tree.ts";
import { stackFrame } from "../tree/frame-text.ts";
import { isVmCall } from "../tree/vm-calls.ts";
import { AppleHeader } from "./apple-header.ts";
import type { Findings, LineReader, MemoryFormat } from "./format.ts";
import { Trees } from "./trees.ts";

const COUNTED = /^(\d{1,15}) calls? for (\d{1,16}) bytes: */;
const SINGLE = /^(VM_)?ALLOC +0x[0-9a-f]{1,16}-0x[0-9a-f]{1,16} \[size=(\d{1,16})\]: */;
const EXPECTED = "N calls for N bytes: FRAME | FRAME …";
/** The thread comes first in some versions, and is another one in each run. */
const THREAD = /^thread_[0-9a-f]{1,16}$/i;
/** Frames with their addresses are kept as far as that many, then forgotten: what they are is in the tree. */
const KNOWN_MAX = 500_000;

export const allBySize: MemoryFormat = {
  name: "all_by_size",
  begins: (line) => COUNTED.test(line) || SINGLE.test(line),
  read: (place) => new AllBySizeReader(place),
};

class AllBySizeReader implements LineReader {
  readonly #place: Place;
  readonly #header = new AppleHeader();
  readonly #trees: Trees;
  /** The numbers of frames by their text, for each tree. */
  readonly #known = new Map<CallTree, Map<string, number>>();
  #hasBegun = false;
  #isOver = false;

  constructor(place: Place) {
    this.#place = place;
    this.#trees = new Trees(place);
  }

  line(text: string): void {
    const begin = COUNTED.exec(text) ?? SINGLE.exec(text);
    if (begin) {
      this.#hasBegun = true;
      this.#stack(text, begin);
    } else if (!this.#hasBegun) this.#header.line(text);
    else if (text.startsWith("Binary Images")) this.#isOver = true;
    else if (!this.#isOver && text.trim() !== "" && !text.startsWith("----"))
      throw this.#place.unexpected(EXPECTED, text);
  }

  end(): Findings {
    if (!this.#hasBegun) throw this.#place.cut(EXPECTED);
    return { ...this.#header.findings(), ...this.#trees.findings() };
  }

  #stack(text: string, begin: RegExpExecArray): void {
    const isCounted = begin[0].includes(" call");
    const [count, bytes] = isCounted ? [Number(begin[1]), Number(begin[2])] : [1, Number(begin[2])];
    const stack = text.slice(begin[0].length);
    const last = stack.slice(stack.lastIndexOf("|") + 1).trim();
    // The last of a stack that was cut lacks what it called.
    if (last === "") throw this.#place.unexpected(EXPECTED, text);
    const isVm = isCounted ? isVmCall(last.slice(last.lastIndexOf(" ") + 1)) : begin[1] !== undefined;
    const tree = isVm ? this.#trees.vm : this.#trees.malloc;
    tree.add(this.#nodeOf(tree, stack), this.#place.counted(bytes, text), count);
  }

  #nodeOf(tree: CallTree, stack: string): number {
    let known = this.#known.get(tree);
    if (!known) this.#known.set(tree, (known = new Map()));
    let node = ROOT;
    let depth = 0;
    for (let start = 0; start <= stack.length;) {
      const bar = stack.indexOf(" | ", start);
      const end = bar < 0 ? stack.length : bar;
      const text = stack.slice(start, end);
      start = end + 3;
      let frame = known.get(text);
      if (frame === undefined) {
        if (text.length > LIMITS.name_each) throw this.#place.long(LIMITS.name_each);
        frame = this.#frame(tree, text.trim());
        if (known.size >= KNOWN_MAX) known.clear();
        known.set(Buffer.from(text).toString(), frame);
      }
      if (frame >= 0) node = tree.child(node, frame);
      depth += 1;
      if (depth > LIMITS.depth) throw this.#place.deep(LIMITS.depth);
    }
    return node;
  }

  /** @returns a number of the tree's frames; -1 for what is no call */
  #frame(tree: CallTree, text: string): number {
    // `thread_a08eb500 |start`: the thread's bar has no space behind it.
    const bar = text.indexOf(" |");
    const call = bar >= 0 && THREAD.test(text.slice(0, bar)) ? text.slice(bar + 2).trim() : text;
    return call === "" || THREAD.test(call) ? -1 : stackFrame(tree.frames, call);
  }
}
