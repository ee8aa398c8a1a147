import { delay } from "@udt/base";

export type Closer = () => Promise<void> | void;

/** In all well within what supervisors grant before they kill. */
const CLOSE_MAX_MS = 5_000;

/**
 * Ends the parts of a server, the last first. One that waits for what never comes, such as a disk that does not answer,
 * keeps neither those before it from their end nor the first, which is the database and is waited for.
 */
export async function closeAll(closers: readonly Closer[], onLate: (error: Error) => void): Promise<void> {
  for (const [index, close] of [...closers.entries()].toReversed()) {
    const closed = new AbortController();
    const late = async () => {
      await delay(CLOSE_MAX_MS, closed.signal);
      onLate(new Error(`a part of the server did not end in ${CLOSE_MAX_MS} ms`));
    };
    const closing = Promise.resolve(close());
    await (index === 0 ? closing : Promise.race([closing, late()]).finally(() => closed.abort()));
  }
}
