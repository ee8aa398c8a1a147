import type { WebSocket } from "ws";

/** Above this many unsent bytes the source is paused, below half of it resumed: a slow reader slows its writer, not us. */
const HIGH_WATER_BYTES = 512 * 1024;

export interface SpliceListener {
  /** One message was handed on. */
  onMessage(from: "browser" | "agent", data: Buffer, isBinary: boolean): void;
  /** What is handed on in place of a message. */
  toll(from: "browser" | "agent", data: Buffer, isBinary: boolean): Buffer;
  /** Both ends are closed or closing. */
  onClosed(): void;
}

/**
 * Hands every message of one socket to the other, in its kind, both ways. When one closes the other is closed
 * with the same code and reason.
 */
export function splice(browser: WebSocket, agent: WebSocket, listener: SpliceListener): void {
  let closed = false;
  const closeBoth = (code: number, reason: string) => {
    if (closed) return;
    closed = true;
    // A paused socket would not see the other's close frame.
    for (const socket of [browser, agent]) {
      socket.resume();
      socket.close(code, reason);
    }
    listener.onClosed();
  };
  const pass = (from: "browser" | "agent", source: WebSocket, target: WebSocket) => {
    source.on("message", (data: Buffer, isBinary) => {
      if (target.readyState !== target.OPEN) return;
      listener.onMessage(from, data, isBinary);
      target.send(listener.toll(from, data, isBinary), { binary: isBinary, compress: false }, () => {
        if (source.isPaused && target.bufferedAmount < HIGH_WATER_BYTES / 2) source.resume();
      });
      if (target.bufferedAmount > HIGH_WATER_BYTES) source.pause();
    });
    source.on("close", (code, reason) => closeBoth(sendable(code), reason.toString()));
  };
  pass("browser", browser, agent);
  pass("agent", agent, browser);
}

/** Codes that only stand for "no close frame came" may not be sent. */
export function sendable(code: number): number {
  return code === 1005 ? 1000 : code === 1006 || code === 1015 ? 1001 : code;
}
