import { once } from "node:events";
import type { Socket } from "node:net";
import type { ServiceStream } from "@udt/driver";

/** Carries bytes both ways until either side ends. ADB streams know no half-open state: the end of one is the end of both. */
export async function pipeService(socket: Socket, first: Buffer, stream: ServiceStream): Promise<void> {
  const close = () => stream.close();
  socket.once("close", close);
  const up = async (): Promise<void> => {
    const writer = stream.writable.getWriter();
    if (first.length > 0) await writer.write(new Uint8Array(first));
    for await (const chunk of socket as AsyncIterable<Buffer>) await writer.write(new Uint8Array(chunk));
    // The client has said everything; what the device still has to say follows, and then its end.
  };
  const down = async (): Promise<void> => {
    const reader = stream.readable.getReader();
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      if (!socket.writable) return;
      if (!socket.write(next.value)) await Promise.race([once(socket, "drain"), once(socket, "close")]);
    }
  };
  up().catch(() => socket.destroy());
  try {
    await down();
    socket.end();
  } catch {
    socket.destroy();
  } finally {
    close();
  }
}
