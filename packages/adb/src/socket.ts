import type { Socket } from "node:net";
import type { AdbTransport } from "./connection.ts";

/** A TCP socket as a transport. The transport owns the socket from here on. */
export function socketTransport(socket: Socket): AdbTransport {
  socket.setNoDelay(true);
  // Reading reports the same error; without a listener of its own a reset while writing would end the process.
  socket.on("error", () => undefined);
  return {
    readable: socket,
    write: (bytes) => {
      if (!socket.destroyed) socket.write(bytes);
    },
    close: () => {
      socket.destroy();
    },
  };
}

/** A pair of Web streams as a transport. */
export function webTransport(pair: {
  readable: ReadableStream<Uint8Array>;
  writable: WritableStream<Uint8Array>;
}): AdbTransport {
  const writer = pair.writable.getWriter();
  const closing = new AbortController();
  return {
    readable: readUntil(pair.readable, closing.signal),
    write: (bytes) => {
      writer.write(bytes).catch(() => closing.abort());
    },
    close: () => {
      closing.abort();
      writer.close().catch(() => undefined);
    },
  };
}

async function* readUntil(readable: ReadableStream<Uint8Array>, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const reader = readable.getReader();
  const cancel = () => void reader.cancel().catch(() => undefined);
  signal.addEventListener("abort", cancel, { once: true });
  if (signal.aborted) cancel();
  for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
}
