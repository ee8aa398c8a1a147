import { BAD_MESSAGE, closeCode, ERRORS, LIMITS, type ErrorName } from "@udt/contract";
import { WebSocket } from "ws";
import type { Way } from "@udt/client";
import type { z } from "zod";

/** What streams need of their end here: a socket of `ws` has it, and an end with two ways (two-way-end.ts) as well. */
export interface StreamEnd {
  readonly OPEN: number;
  readonly CLOSED: number;
  readonly readyState: number;
  readonly bufferedAmount: number;
  readonly isPaused: boolean;
  /** By which way the message came that is being told of, and by which one that is sent now goes; undefined: there is one way. */
  readonly ways?: { cameBy: Way; goesBy: Way };
  on(event: "message", listener: (data: Buffer, isBinary: boolean) => void): unknown;
  on(event: "close", listener: () => void): unknown;
  once(event: "close", listener: () => void): unknown;
  send(data: string | Uint8Array, done?: () => void): void;
  close(code: number, reason: string): void;
  terminate(): void;
  pause(): void;
  resume(): void;
  /** @param data what the server is told by it; @param done called once all that was sent before is on its way */
  ping(data?: string, mask?: undefined, done?: () => void): void;
}

const OPEN_TIMEOUT_MS = 10_000;
const CLOSE_TIMEOUT_MS = 2_000;

/**
 * Masking keeps a socket's bytes from looking like requests to what lies between
 * (https://www.rfc-editor.org/rfc/rfc6455#section-10.3), and costs as much as all else on a file's way, at both ends. Where
 * nothing between can read them, a key of zeros changes no byte, and `ws` then copies none.
 */
const unmasked = (key: Buffer): void => void key.fill(0);
const isUnreadable = (url: URL): boolean =>
  url.protocol === "wss:" || ["127.0.0.1", "[::1]", "localhost"].includes(url.hostname);

/**
 * Dials the agent's end of a stream. The socket comes back paused, so that no message is lost before its reader is there;
 * {@link readMessages} starts it.
 */
export function dialStream(url: string, token: string, signal: AbortSignal): Promise<WebSocket> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const socket = new WebSocket(url, {
      headers: { authorization: `Bearer ${token}` },
      perMessageDeflate: false,
      ...(isUnreadable(new URL(url)) && { generateMask: unmasked }),
      handshakeTimeout: OPEN_TIMEOUT_MS,
      maxPayload: LIMITS.stream_message_max_bytes,
    });
    const onAbort = () => socket.terminate();
    signal.addEventListener("abort", onAbort, { once: true });
    socket.on("error", reject);
    socket.once("open", () => {
      signal.removeEventListener("abort", onAbort);
      socket.pause();
      resolve(socket);
    });
  });
}

/** Closes with the code and name of an error row, and for good when the peer does not answer the closing. */
export function refuse(socket: StreamEnd, error: ErrorName): void {
  closeSocket(socket, closeCode(ERRORS[error].status), error);
}

export function closeSocket(socket: StreamEnd, code: number, reason: string): void {
  if (socket.readyState === socket.CLOSED) return;
  socket.close(code, reason);
  const timer = setTimeout(() => socket.terminate(), CLOSE_TIMEOUT_MS);
  socket.once("close", () => clearTimeout(timer));
}

/** Validates what comes and hands it on; anything else closes the stream. Starts the paused socket. */
export function readMessages<S extends z.ZodType>(
  socket: StreamEnd,
  schema: S,
  onMessage: (message: z.output<S>) => void,
  onBinary?: (bytes: Uint8Array) => void,
): void {
  socket.on("message", (data: Buffer, isBinary: boolean) => {
    // What was refused is carried out no further, however much of it is under way.
    if (socket.readyState !== socket.OPEN) return;
    if (isBinary && onBinary) {
      onBinary(data);
      return;
    }
    const message = isBinary ? undefined : schema.safeParse(parseJson(data));
    if (message?.success) onMessage(message.data);
    else closeSocket(socket, BAD_MESSAGE, "invalid_param");
  });
  socket.resume();
}

export function parseJson(data: Buffer): unknown {
  try {
    return JSON.parse(data.toString("utf8"));
  } catch {
    return undefined;
  }
}

/** So much waits only for who does not read, and would grow with all that they ask. */
const UNREAD_MAX_BYTES = 4 * 1024 * 1024;
/** "Try again later" (https://www.iana.org/assignments/websocket/websocket.xhtml). */
const UNREAD = 1013;

/**
 * Sends a message of `schema`; a shape that it refuses is a defect of this agent and throws. A peer that does not read what
 * was sent before is let go.
 */
export function sendMessage<S extends z.ZodType>(socket: StreamEnd, schema: S, message: z.input<S>): void {
  if (socket.readyState !== socket.OPEN) return;
  if (socket.bufferedAmount > UNREAD_MAX_BYTES) return closeSocket(socket, UNREAD, "unread");
  socket.send(JSON.stringify(schema.parse(message)));
}

/** Resolves when fewer than `bytes` wait to be sent, or the socket is closed. */
export async function drained(socket: StreamEnd, bytes: number): Promise<void> {
  while (socket.readyState === socket.OPEN && socket.bufferedAmount > bytes) {
    // The callback of an empty ping runs when all that was queued before it has been handed to the network.
    await new Promise<void>((resolve) => socket.ping(undefined, undefined, () => resolve()));
  }
}
