import { backoffMs, Redialling } from "@udt/base";
import { socketUrl, STREAM_MESSAGES, type StreamIn, type StreamOut } from "@udt/client";
import { BAD_MESSAGE, isRefusal, SOCKETS, type BrowserStreamName, type StreamProfile } from "@udt/contract";

/**
 * - `connecting`: the first attempt · `open` · `reconnecting`: was open or may yet open; tries again by itself
 * - `closed`: final. `code` is the WebSocket close code (1000 when we closed it) and `reason` the contract's error name.
 */
export type StreamState =
  | { name: "connecting" }
  | { name: "open" }
  | { name: "reconnecting"; attempt: number }
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
 * is final. A text frame that the contract does not know closes the stream, as the contract asks of both ends.
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

  let state: StreamState = { name: "connecting" };
  let socket: WebSocket | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const redialling = new Redialling(options.now);

  const become = (next: StreamState) => {
    state = next;
    handlers.onState?.(next);
  };

  const finish = (code: number, reason: string) => {
    if (state.name === "closed") return;
    clearTimeout(timer);
    const last = socket;
    socket = undefined;
    last?.close(code === CLOSED_BY_US || code === BAD_MESSAGE ? code : undefined);
    become({ name: "closed", code, reason });
  };

  const lost = () => {
    socket = undefined;
    const attempt = redialling.broken();
    const pause = retryMs(attempt);
    become({ name: "reconnecting", attempt: attempt + 1 });
    timer = setTimeout(dial, pause);
  };

  const receive = (data: unknown) => {
    if (data instanceof ArrayBuffer) {
      handlers.onBytes?.(new Uint8Array(data));
      return;
    }
    const message = schema.in.safeParse(parseJson(data));
    if (message.success) handlers.onMessage?.(message.data as StreamIn<N>);
    else finish(BAD_MESSAGE, "invalid_param");
  };

  function dial(): void {
    const current = new Socket(url);
    current.binaryType = "arraybuffer";
    socket = current;
    current.addEventListener("open", () => {
      if (socket !== current) return;
      redialling.opened();
      become({ name: "open" });
    });
    current.addEventListener("message", (event) => {
      if (socket === current) receive(event.data);
    });
    current.addEventListener("close", (event) => {
      if (socket !== current) return;
      if (isRefusal(event.code)) finish(event.code, event.reason);
      else lost();
    });
  }
  // The caller has its handle before the first state change can reach its handlers.
  dial();

  const transmit = (data: string | Uint8Array<ArrayBuffer>): boolean => {
    if (state.name !== "open" || !socket) return false;
    socket.send(data);
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
      socket = undefined;
      dead?.close();
      become({ name: "reconnecting", attempt: redialling.broken() + 1 });
      dial();
    },
    close() {
      handlers = {};
      finish(CLOSED_BY_US, "");
    },
  };
}

function addressOf(stream: BrowserStreamName, target: StreamTarget | LinkTarget, baseUrl: string): string {
  if ("token" in target) return socketUrl(baseUrl, SOCKETS.watch, { token: target.token }, { profile: target.profile });
  const { test_id, device_id, project, profile } = target;
  return socketUrl(baseUrl, SOCKETS.stream, { test_id, device_id, stream }, { project, profile });
}

function parseJson(data: unknown): unknown {
  try {
    return JSON.parse(String(data));
  } catch {
    return undefined;
  }
}
