import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";

/** What a router on the way holds before it lets its neighbours wait. */
const QUEUE_BYTES = 32 * 1024;

export interface SlowLink {
  readonly url: string;
  /** Bytes that have come out at the browser's end. */
  readonly bytes: number;
  /** From now on the way to the browser carries so many bits a second, and each way takes half of the round trip. */
  limit(way: { bits_per_second: number; round_trip_ms: number }): void;
  close(): Promise<void>;
}

/** A link before a server, carried by this process alone: as fast as can be until it is limited. */
export async function startSlowLink(port: number): Promise<SlowLink> {
  const sockets = new Set<Socket>();
  let way = { bits_per_second: Infinity, round_trip_ms: 0 };
  let bytes = 0;
  // All connections share the one line.
  const free = { down: 0, up: 0 };

  const carry = (from: Socket, to: Socket, direction: "down" | "up") => {
    let waiting = 0;
    sockets.add(from);
    from.on("data", (chunk: Buffer) => {
      const now = performance.now();
      const sent = Math.max(now, free[direction]) + (chunk.length * 8_000) / way.bits_per_second;
      free[direction] = sent;
      waiting += chunk.length;
      if (waiting > QUEUE_BYTES) from.pause();
      setTimeout(
        () => {
          waiting -= chunk.length;
          if (direction === "down") bytes += chunk.length;
          if (!to.destroyed) to.write(chunk);
          if (waiting <= QUEUE_BYTES) from.resume();
        },
        sent - now + way.round_trip_ms / 2,
      );
    });
    from.on("error", () => to.destroy());
    from.on("close", () => {
      sockets.delete(from);
      setTimeout(() => to.destroy(), Math.max(0, free[direction] - performance.now()) + way.round_trip_ms / 2);
    });
  };
  const server = createServer((near) => {
    const far = connect(port, "127.0.0.1");
    carry(near, far, "up");
    carry(far, near, "down");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get bytes() {
      return bytes;
    },
    limit: (limited) => void (way = limited),
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
