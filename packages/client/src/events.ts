import { backoffMs, Redialling } from "@udt/base";
import { consoleEvent, isRefusal, SOCKETS, type ConsoleEvent } from "@udt/contract";
import { socketUrl } from "./url.ts";

export type EventsState = "connecting" | "open" | "reconnecting" | "refused";

export interface EventsConnection {
  close(): void;
}

/** Twice the server's tick: silence for longer means that the connection is dead although no one said so. */
const SILENCE_MS = 32_000;

/**
 * Follows a project's events, or without one what concerns the caller alone, and comes back by itself after a break, asking
 * for what it missed. After a break that the server cannot bridge, and after garbage, the listener gets `resync`. A refusal
 * is final.
 */
export function connectEvents(options: {
  baseUrl: string;
  project: string | undefined;
  /** What is known already when it first dials: events after this one are told too. Without it, those from then on. */
  after?: () => number | undefined;
  onEvent: (event: ConsoleEvent) => void;
  onState?: (state: EventsState) => void;
  WebSocket?: typeof globalThis.WebSocket;
}): EventsConnection {
  const Socket = options.WebSocket ?? globalThis.WebSocket;
  let socket: WebSocket | undefined;
  let lastEventId: number | undefined;
  const redialling = new Redialling();
  let state: EventsState = "connecting";
  let closed = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let silence: ReturnType<typeof setTimeout> | undefined;

  const heard = () => {
    clearTimeout(silence);
    silence = setTimeout(() => socket?.close(), SILENCE_MS);
  };

  const dial = () => {
    options.onState?.(state);
    lastEventId ??= options.after?.();
    const { baseUrl, project } = options;
    const url =
      project === undefined
        ? socketUrl(baseUrl, SOCKETS.ownEvents, {}, { after: lastEventId })
        : socketUrl(baseUrl, SOCKETS.events, {}, { project, after: lastEventId });
    const current = new Socket(url);
    socket = current;
    current.addEventListener("open", () => {
      redialling.opened();
      heard();
      options.onState?.("open");
    });
    current.addEventListener("message", (message) => {
      heard();
      const event = consoleEvent.safeParse(parse(message.data));
      if (!event.success) {
        options.onEvent({ event_id: lastEventId ?? 0, type: "resync" });
        return;
      }
      lastEventId = Math.max(lastEventId ?? 0, event.data.event_id);
      if (event.data.type !== "tick") options.onEvent(event.data);
    });
    current.addEventListener("close", (close) => {
      clearTimeout(silence);
      if (closed) return;
      if (isRefusal(close.code)) {
        options.onState?.("refused");
        return;
      }
      state = "reconnecting";
      options.onState?.(state);
      timer = setTimeout(dial, backoffMs(redialling.broken()));
    });
  };
  dial();

  return {
    close() {
      closed = true;
      clearTimeout(timer);
      clearTimeout(silence);
      socket?.close();
    },
  };
}

function parse(data: unknown): unknown {
  try {
    return JSON.parse(String(data));
  } catch {
    return undefined;
  }
}
