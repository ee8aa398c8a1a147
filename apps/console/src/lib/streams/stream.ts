import { backoffMs, Redialling } from "@udt/base";
import { socketUrl, STREAM_MESSAGES, type StreamFrame, type StreamIn, type StreamOut } from "@udt/client";
import {
  BAD_MESSAGE,
  closeCode,
  STREAMS,
  isRefusal,
  SOCKETS,
  type BrowserStreamName,
  type StreamProfile,
} from "@udt/contract";
import { pathInUse, type PathInUse } from "./paths-in-use.ts";
import type { Store } from "./store.ts";
import { TwoWaySocket } from "./two-way-socket.ts";

/**
 * - `connecting`: the first attempt · `open` · `reconnecting`: was open or may yet open; tries again by itself. `reason` is the
 *   contract's name of the error that the server closed it with, empty for a connection that just broke.
 * - `closed`: final. `code` is the WebSocket close code (1000 when we closed it) and `reason` the contract's error name.
 */
export type StreamState =
  | { name: "connecting" }
  | { name: "open" }
  | { name: "reconnecting"; attempt: number; reason: string }
  | { name: "closed"; code: number; reason: string };

export interface StreamTarget {
  test_id: string;
  device_id: string;
  project: string;
  /** For `screen`. */
  profile?: StreamProfile;
}

/** The screen of a session to which a link leads, for who has no account. */
export interface LinkTarget {
  token: string;
  profile?: StreamProfile;
}

export interface StreamHandlers<N extends BrowserStreamName> {
  onState?: (state: StreamState) => void;
  /** A text frame that fits the contract. */
  onMessage?: (message: StreamIn<N>) => void;
  /** A binary frame, unvalidated: its reader checks the frame itself. */
  onBytes?: (bytes: Uint8Array<ArrayBuffer>) => void;
}

export interface StreamOptions {
  /** Address that the server's paths are below: `http://localhost:8700`. */
  baseUrl: string;
  WebSocket?: typeof globalThis.WebSocket;
  /** The pause before retry number `attempt`, milliseconds. */
  retryMs?: (attempt: number) => number;
  /** Milliseconds from any beginning. */
  now?: () => number;
}

export interface Stream<N extends BrowserStreamName> {
  readonly state: StreamState;
  /** False when the stream is not open: nothing is queued, because an old touch must never land late. */
  send(message: StreamOut<N>): boolean;
  sendBytes(bytes: Uint8Array<ArrayBuffer>): boolean;
  /** Drops a connection that is open in name only and dials again. */
  reconnect(): void;
  /** Final; also forgets every handler. */
  close(): void;
}

const CLOSED_BY_US = 1000;

/**
 * Opens one stream of a running test and keeps it open: a break is followed by new attempts with back-off, a refusal
 * is final. A text frame that the contract does not know closes the stream, as the contract asks of both ends. While the
 * session has a direct path its messages go by that, which changes nothing of them.
 */
export function openStream<N extends BrowserStreamName>(
  name: N,
  target: N extends "screen" ? StreamTarget | LinkTarget : StreamTarget,
  handlers: StreamHandlers<N>,
  options: StreamOptions,
): Stream<N> {
  const Socket = options.WebSocket ?? globalThis.WebSocket;
  const retryMs = options.retryMs ?? backoffMs;
  const url = addressOf(name, target, options.baseUrl);
  const schema = STREAM_MESSAGES[name];
  const path = STREAMS[name].way === "channel" && "device_id" in target ? pathInUse(target) : undefined;

  let state: StreamState = { name: "connecting" };
  let socket: WebSocket | undefined;
  let end: Pick<TwoWaySocket, "heard" | "send" | "close"> | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const redialling = new Redialling(options.now);

  const become = (next: StreamState) => {
    state = next;
    handlers.onState?.(next);
  };

  /** @param isOpen it is still there, and is closed after this */
  const leave = (isOpen: boolean) => {
    const left = end;
    end = undefined;
    left?.close(isOpen && socket?.readyState === Socket.OPEN);
    socket = undefined;
  };

  const finish = (code: number, reason: string) => {
    if (state.name === "closed") return;
    clearTimeout(timer);
    const last = socket;
    leave(true);
    last?.close(code === CLOSED_BY_US || code === BAD_MESSAGE ? code : undefined);
    become({ name: "closed", code, reason });
  };

  const refuse = () => finish(BAD_MESSAGE, "invalid_param");

  const lost = (reason: string) => {
    leave(false);
    const attempt = redialling.broken();
    const pause = retryMs(attempt);
    become({ name: "reconnecting", attempt: attempt + 1, reason });
    timer = setTimeout(dial, pause);
  };

  const receive = (frame: StreamFrame) => {
    if (typeof frame !== "string") return handlers.onBytes?.(frame);
    const message = schema.in.safeParse(parseJson(frame));
    if (message.success) handlers.onMessage?.(message.data as StreamIn<N>);
    else refuse();
  };

  function dial(): void {
    const current = new Socket(url);
    socket = current;
    listen(current, () => socket === current, {
      onOpen() {
        redialling.opened();
        end = endOf(current, path, receive, refuse);
        become({ name: "open" });
      },
      onFrame: (frame) => end?.heard(frame),
      onClose: (event) => (isRefusal(event.code) ? finish(event.code, event.reason) : lost(faultOf(event))),
    });
  }
  // The caller has its handle before the first state change can reach its handlers.
  dial();

  const transmit = (frame: StreamFrame): boolean => {
    if (state.name !== "open" || !end) return false;
    end.send(frame);
    return true;
  };

  return {
    get state() {
      return state;
    },
    send: (message) => transmit(JSON.stringify(schema.out.parse(message))),
    sendBytes: transmit,
    reconnect() {
      if (state.name === "closed") return;
      clearTimeout(timer);
      const dead = socket;
      leave(false);
      dead?.close();
      become({ name: "reconnecting", attempt: redialling.broken() + 1, reason: "" });
      dial();
    },
    close() {
      handlers = {};
      finish(CLOSED_BY_US, "");
    },
  };
}

/** Tells of what becomes of a socket while it is the present one. */
function listen(
  socket: WebSocket,
  isPresent: () => boolean,
  on: { onOpen(): void; onFrame(frame: StreamFrame): void; onClose(event: CloseEvent): void },
): void {
  socket.binaryType = "arraybuffer";
  socket.addEventListener("open", () => isPresent() && on.onOpen());
  socket.addEventListener("message", ({ data }: MessageEvent<string | ArrayBuffer>) => {
    if (isPresent()) on.onFrame(typeof data === "string" ? data : new Uint8Array(data));
  });
  socket.addEventListener("close", (event) => isPresent() && on.onClose(event));
}

/** The end of an open socket, with the channels of this path where the stream has them. */
function endOf(
  socket: WebSocket,
  path: Store<PathInUse | undefined> | undefined,
  take: (frame: StreamFrame) => void,
  refuse: () => void,
): Pick<TwoWaySocket, "heard" | "send" | "close"> {
  if (path) return new TwoWaySocket({ socket, path, take, refuse });
  return { heard: take, send: (frame) => socket.send(frame), close: () => undefined };
}

/** Only the server's own codes come with a name of the contract. */
const faultOf = ({ code, reason }: CloseEvent): string => (code >= closeCode(500) ? reason : "");

function addressOf(stream: BrowserStreamName, target: StreamTarget | LinkTarget, baseUrl: string): string {
  if ("token" in target) return socketUrl(baseUrl, SOCKETS.watch, { token: target.token }, { profile: target.profile });
  const { test_id, device_id, project, profile } = target;
  return socketUrl(baseUrl, SOCKETS.stream, { test_id, device_id, stream }, { project, profile });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
