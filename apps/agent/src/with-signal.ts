import { type Said, SaidError } from "@udt/base";

/**
 * The promise, or a rejection with the signal's reason when that comes first. `onLate` disposes of a value that arrives
 * after the signal; `onAbort` stops the work.
 */
export async function withSignal<T>(
  promise: PromiseLike<T>,
  signal: AbortSignal,
  onLate?: (value: T) => unknown,
  onAbort?: () => unknown,
): Promise<T> {
  const aborted = Promise.withResolvers<never>();
  const abort = () => aborted.reject(signal.reason);
  if (signal.aborted) abort();
  else signal.addEventListener("abort", abort, { once: true });
  try {
    return await Promise.race([promise, aborted.promise]);
  } catch (error) {
    if (signal.aborted) {
      settleQuietly(onAbort);
      promise.then(
        (value) => settleQuietly(() => onLate?.(value)),
        () => undefined,
      );
    }
    throw error;
  } finally {
    signal.removeEventListener("abort", abort);
  }
}

/** Runs a closing step whose failure changes nothing: the other end may be gone already. */
export function settleQuietly(step: (() => unknown) | undefined): void {
  const run = async () => step?.();
  run().catch(() => undefined);
}

/** Aborts when a device cannot be reached any more, with why. */
export function goneSignal(gone: Promise<Said>): AbortSignal {
  const controller = new AbortController();
  void gone.then((reason) => controller.abort(new SaidError(reason)));
  return controller.signal;
}

/** Aborts when that does, or after a time. */
export const within = (ending: AbortSignal, limitMs: number): AbortSignal =>
  AbortSignal.any([ending, AbortSignal.timeout(limitMs)]);
