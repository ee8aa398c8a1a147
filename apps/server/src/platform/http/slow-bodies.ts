import type { IncomingMessage, Server } from "node:http";
import { every, type ServerClock } from "../clock.ts";

const LOOK_EVERY_MS = 30_000;
/** A kilobyte a second: less is no line that anything could be sent by. */
const LOOKED_FOR_BYTES = 30 * 1024;
/** Request lines and headers come in one piece, or not for a purpose of ours. */
export const HEADERS_TIMEOUT_MS = 20_000;
/** How often Node looks for the connections to which that happens. */
export const CONNECTIONS_CHECKED_EVERY_MS = 5_000;
/** Each costs memory and a file of the process's. More are hung up on at once. */
const CONNECTIONS_MAX = 10_000;

/**
 * Hangs up on who sends a body that does not come: connections and files would be held for as long as it pleases them. A
 * body may take any time, as large files on slow lines do, as long as it moves; and it is not its sender's doing that what
 * has come is not read yet.
 * @returns how to stop it
 */
export function endSlowBodies(server: Server, clock: ServerClock): () => void {
  server.maxConnections = CONNECTIONS_MAX;
  /** Bodies under way, with the bytes that their connection had brought when they were last looked at. */
  const open = new Map<IncomingMessage, number | undefined>();
  server.on("request", (request: IncomingMessage) => {
    if (request.complete || !hasBody(request)) return;
    open.set(request, undefined);
    request.once("close", () => open.delete(request));
  });
  return every(clock, LOOK_EVERY_MS, () => {
    for (const [request, before] of open) {
      const { bytesRead } = request.socket;
      const isSlow = before !== undefined && bytesRead - before < LOOKED_FOR_BYTES && request.readableLength === 0;
      if (request.complete) open.delete(request);
      else if (isSlow) request.socket.destroy();
      else open.set(request, bytesRead);
    }
  });
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers["transfer-encoding"] !== undefined || (headers["content-length"] ?? "0") !== "0";
