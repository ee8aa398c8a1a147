import type { StreamEnd } from "./stream-socket.ts";

/** Bytes that wait for the device before their sender is held up. */
const WAITING_BYTES = 1024 * 1024;

/** What comes over a socket as a stream that holds the socket up while nobody reads it. */
export function incomingBytes(socket: StreamEnd) {
  let controller: ReadableStreamDefaultController<Uint8Array>;
  let isOver = false;
  const bytes = new ReadableStream<Uint8Array>(
    {
      start: (own) => void (controller = own),
      pull: () => socket.resume(),
      cancel: () => {
        isOver = true;
        socket.resume();
      },
    },
    new ByteLengthQueuingStrategy({ highWaterMark: WAITING_BYTES }),
  );
  const over = (settle: () => void) => {
    if (!isOver) settle();
    isOver = true;
  };
  return {
    bytes,
    /** What comes after the end, or when nobody reads any more, is thrown away. */
    add(part: Uint8Array) {
      if (isOver) return;
      controller.enqueue(part);
      if ((controller.desiredSize ?? 0) <= 0) socket.pause();
    },
    end: () => over(() => controller.close()),
    fail: (reason: Error) => over(() => controller.error(reason)),
  };
}
