import type { ScreenEvent, ScreenSource } from "@udt/driver";

const FIRST_PICTURE_MS = 10_000;

/** A source with its first whole picture, which nobody was told of yet. */
export interface SourceBeside {
  source: ScreenSource;
  /** Tells what there was so far, and from now on what comes. */
  tell(onEvent: (event: ScreenEvent) => void): void;
}

/**
 * Opens a source of the screen beside the one that is shown, so that it can take that one's place without a gap. Rejects,
 * with nothing left open, when it is of another kind than `kind` (the better one fell back), or gives no picture.
 */
export async function openBeside(
  open: (onEvent: (event: ScreenEvent) => void) => Promise<ScreenSource>,
  kind: string,
  signal: AbortSignal,
): Promise<SourceBeside> {
  const waiting: ScreenEvent[] = [];
  const pictured = Promise.withResolvers<void>();
  let take = (event: ScreenEvent): void => {
    waiting.push(event);
    if (event.type === "meta" && event.source !== kind) pictured.reject(new Error(`only ${event.source} can be had`));
    else if (event.type === "packet" && event.kind === "key") pictured.resolve();
  };
  pictured.promise.catch(() => undefined);
  const source = await open((event) => take(event));
  const bounded = AbortSignal.any([signal, AbortSignal.timeout(FIRST_PICTURE_MS)]);
  const given = Promise.withResolvers<never>();
  const giveUp = () => given.reject(bounded.reason);
  bounded.addEventListener("abort", giveUp, { once: true });
  try {
    bounded.throwIfAborted();
    const ended = source.ended.then((reason) => Promise.reject(new Error(reason)));
    await Promise.race([pictured.promise, given.promise, ended]);
  } catch (error) {
    await source.dispose();
    throw error;
  } finally {
    bounded.removeEventListener("abort", giveUp);
  }
  return {
    source,
    tell(onEvent) {
      take = onEvent;
      for (const event of waiting.splice(0)) onEvent(event);
    },
  };
}
