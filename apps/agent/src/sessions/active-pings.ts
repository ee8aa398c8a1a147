import { ACTIVE_PING } from "@udt/contract";
import type { StreamEnd } from "./stream-socket.ts";

const EVERY_MS = 1_000;

/**
 * Tells the server by a stream's pings that somebody uses the device, once a second at most.
 * @returns tells it, and answers whether it was told
 */
export function activePings(socket: Pick<StreamEnd, "OPEN" | "readyState" | "ping">): () => boolean {
  let saidAt = -Infinity;
  return () => {
    const now = performance.now();
    if (now - saidAt < EVERY_MS || socket.readyState !== socket.OPEN) return false;
    saidAt = now;
    socket.ping(ACTIVE_PING);
    return true;
  };
}
