import { delay } from "@udt/base";

/** Who was asked has not answered in time, and may never do. */
export class NoAnswer extends Error {}

/**
 * Asks, and waits for at most `maxMs` of real time. Who asks while an answer is still owed waits for that one, or is told at
 * once that it is late: it is not asked anew, because each call that hangs holds one of the few threads that the process has
 * for files, names and passwords, until none is left.
 * @throws NoAnswer, and what `ask` throws, and the reason of `signal`
 */
export function askedOnce<T>(ask: () => Promise<T>, maxMs: number): (signal?: AbortSignal) => Promise<T> {
  let owed: { answer: Promise<T>; since: number } | undefined;
  return async (signal) => {
    owed ??= { answer: ask().finally(() => (owed = undefined)), since: performance.now() };
    const { answer, since } = owed;
    const answered = new AbortController();
    const until = signal ? AbortSignal.any([signal, answered.signal]) : answered.signal;
    const late = async () => {
      await delay(Math.max(0, since + maxMs - performance.now()), until);
      throw new NoAnswer(`no answer for ${maxMs} ms`);
    };
    return Promise.race([answer, late()]).finally(() => answered.abort());
  };
}
