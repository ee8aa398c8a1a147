import { SaidError, say } from "@udt/base";
import type { Adb } from "@yume-chan/adb";
import { settleQuietly, withSignal } from "../../with-signal.ts";

/** Aborts when the connection behind `adb` breaks: what was asked of it then gets no answer, not even a failure. */
const lost = new WeakMap<Adb, AbortSignal>();

/** `signal`, or the end of the connection, whichever comes first. */
export function orLost(adb: Adb, signal: AbortSignal): AbortSignal {
  let ended = lost.get(adb);
  if (!ended) {
    const controller = new AbortController();
    const end = () => controller.abort(new SaidError(say("device_connection_lost")));
    adb.disconnected.then(end, end);
    lost.set(adb, (ended = controller.signal));
  }
  return AbortSignal.any([signal, ended]);
}

export interface ShellResult {
  exit_code: number;
  stdout: string;
  stderr: string;
}

/** One word as the device's shell must read it: itself, whatever it holds. */
export const quote = (word: string): string =>
  /^[A-Za-z0-9_./:=@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;

/**
 * A process whose connection breaks rejects its `exited`, also while nobody waits for that yet, or any more; the failure
 * shows to whoever reads its output or waits for its end.
 * @see https://github.com/yume-chan/ya-webadb/blob/@yume-chan/adb@2.6.4/libraries/adb/src/commands/subprocess/shell/process.ts
 */
export async function quietly<P extends { exited: PromiseLike<unknown> }>(spawning: PromiseLike<P>): Promise<P> {
  const process = await spawning;
  process.exited.then(undefined, () => undefined);
  return process;
}

/**
 * Runs a shell line. Callers pass constants here and quote every word that is not one. Devices without shell v2 (before
 * Android 7) tell no exit code; there 0 stands for "ended".
 *
 * @param maxBytes of each of its outputs that is kept
 * @throws SaidError memory_output_large, whereupon it is killed
 */
export async function runLine(
  adb: Adb,
  line: string,
  given: AbortSignal,
  onOutput?: (text: string) => void,
  maxBytes = Infinity,
): Promise<ShellResult> {
  const signal = orLost(adb, given);
  signal.throwIfAborted();
  const shell = adb.subprocess.shellProtocol;
  if (!shell) {
    const stdout = new TextDecoder().decode(await runBytes(adb, line, signal, maxBytes));
    onOutput?.(stdout);
    return { exit_code: 0, stdout: onOutput ? "" : stdout, stderr: "" };
  }
  const process = await withSignal(quietly(shell.spawn([line])), signal, (late) => late.kill());
  return withSignal(
    orKill(
      process,
      Promise.all([
        onOutput ? tell(process.stdout, onOutput) : readAll(process.stdout, maxBytes),
        readAll(process.stderr, maxBytes),
        process.exited,
      ]),
    ).then(([stdout, stderr, exit_code]) => ({
      exit_code,
      stdout: new TextDecoder().decode(stdout),
      stderr: new TextDecoder().decode(stderr),
    })),
    signal,
    undefined,
    () => process.kill(),
  );
}

/**
 * The words' output as bytes, without a terminal in between. Standard error is mixed in, and no exit code is told.
 *
 * @param maxBytes of output
 * @throws SaidError memory_output_large, whereupon it is killed
 */
export async function runBytes(adb: Adb, line: string, given: AbortSignal, maxBytes = Infinity): Promise<Uint8Array> {
  const signal = orLost(adb, given);
  signal.throwIfAborted();
  const process = await withSignal(adb.subprocess.noneProtocol.spawn([line]), signal, (late) => late.kill());
  return withSignal(orKill(process, readAll(process.output, maxBytes)), signal, undefined, () => process.kill());
}

/** What nobody reads to its end would go on, or wait for that, until the connection ends. */
async function orKill<T>(process: { kill(): unknown }, reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    settleQuietly(() => process.kill());
    throw error;
  }
}

interface Output {
  getReader(): { read(): Promise<{ done: boolean; value?: Uint8Array | undefined }> };
}

async function tell(readable: Output, onOutput: (text: string) => void): Promise<Uint8Array> {
  const decoder = new TextDecoder();
  const reader = readable.getReader();
  for (let next = await reader.read(); !next.done && next.value; next = await reader.read())
    onOutput(decoder.decode(next.value, { stream: true }));
  return new Uint8Array();
}

async function readAll(readable: Output, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  const reader = readable.getReader();
  for (let next = await reader.read(); !next.done && next.value; next = await reader.read()) {
    bytes += next.value.length;
    if (bytes > maxBytes) throw new SaidError(say("memory_output_large", { mb: maxBytes / 1024 ** 2 }));
    chunks.push(next.value);
  }
  return Buffer.concat(chunks);
}
