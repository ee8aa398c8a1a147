import { once } from "node:events";
import type { Socket } from "node:net";
import type { ServiceStream } from "@udt/driver";

/** Who uses a service of a device: a stream of an adb connection, or a socket of an adb server. */
export interface ServiceClient {
  readonly readable: AsyncIterable<Uint8Array>;
  /** Resolves when there is room for more; rejects when nobody is there. */
  write(bytes: Uint8Array): Promise<void>;
  /** Resolves when it has left. */
  readonly closed: Promise<unknown>;
}

/**
 * Carries bytes both ways until either side ends: ADB streams know no half-open state. Each side holds the other up.
 * @throws what the device's end broke with
 */
export async function carryService(client: ServiceClient, device: ServiceStream, signal?: AbortSignal): Promise<void> {
  const close = () => device.close();
  signal?.addEventListener("abort", close, { once: true });
  const up = async (): Promise<void> => {
    const writer = device.writable.getWriter();
    for await (const chunk of client.readable) await writer.write(chunk);
  };
  const down = async (): Promise<void> => {
    for await (const chunk of device.readable as unknown as AsyncIterable<Uint8Array>) await client.write(chunk);
  };
  if (signal?.aborted) close();
  try {
    // What the device still has to say reaches the client before its end; a client that left hears nothing more.
    const left = up()
      .catch(() => undefined)
      .then(() => client.closed);
    await Promise.race([down(), left]);
  } finally {
    signal?.removeEventListener("abort", close);
    close();
  }
}

/** The same for a socket, of which `first` has been read already. It is closed when the service ends. */
export async function carrySocket(socket: Socket, first: Buffer, device: ServiceStream): Promise<void> {
  const closed = once(socket, "close").catch(() => undefined);
  try {
    await carryService({ readable: chunksOf(socket, first), write: (bytes) => put(socket, bytes), closed }, device);
    socket.end();
  } catch {
    socket.destroy();
  }
}

async function* chunksOf(socket: Socket, first: Buffer): AsyncGenerator<Uint8Array, void, void> {
  if (first.length > 0) yield new Uint8Array(first);
  for await (const chunk of socket as AsyncIterable<Buffer>) yield new Uint8Array(chunk);
}

async function put(socket: Socket, bytes: Uint8Array): Promise<void> {
  if (!socket.writable) throw new Error("nobody is there");
  if (!socket.write(bytes)) await Promise.race([once(socket, "drain"), once(socket, "close")]);
}
