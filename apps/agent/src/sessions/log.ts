import { logToAgent, logToBrowser, type ErrorName, type LogLine } from "@udt/contract";
import type { LogCapability, LogEntry } from "@udt/driver";
import { messageOf, type Logger } from "../logger.ts";
import { readMessages, refuse, sendMessage, type StreamEnd } from "./stream-socket.ts";

const BACKLOG_LINES = 1_000;
const BATCH_MS = 50;
const BATCH_LINES = 500;
/** Lines kept for a browser that reads slowly; further ones are counted and left out. */
const WAITING_LINES = 5_000;
const WAITING_BYTES = 512 * 1024;

const toLine = (entry: LogEntry): LogLine => [entry.time, entry.level, entry.tag, entry.pid, entry.tid, entry.message];

/** The `log` stream: when the session began, the newest thousand lines, then what comes, in batches. */
export async function serveLog(
  socket: StreamEnd,
  capability: LogCapability,
  log: Logger,
  sessionSignal: AbortSignal,
  /** Why who reads it may not empty it; undefined for who drives. */
  watched: ErrorName | undefined,
  /** How long the session has lasted, milliseconds. */
  age: () => number,
): Promise<void> {
  const closing = new AbortController();
  const signal = AbortSignal.any([sessionSignal, closing.signal]);
  socket.once("close", () => closing.abort(new Error("browser left")));

  let waiting: LogEntry[] = [];
  let dropped = 0;
  const flush = () => {
    if (socket.bufferedAmount > WAITING_BYTES) return;
    const lines = waiting.splice(0, BATCH_LINES).map(toLine);
    if (lines.length > 0) sendMessage(socket, logToBrowser, { type: "lines", lines });
    // What was left out came after everything that waits, so it is told when that has gone.
    if (waiting.length > 0 || dropped === 0) return;
    sendMessage(socket, logToBrowser, { type: "dropped", count: dropped });
    dropped = 0;
  };
  const broke = (error: unknown) => {
    if (signal.aborted) return;
    log("warn", "log broke off", { error: messageOf(error) });
    refuse(socket, "device_command_failed");
  };
  // What is thrown in a timer would end the agent, and with it the sessions of every device.
  const timer = setInterval(() => {
    try {
      flush();
    } catch (error) {
      broke(error);
      closing.abort(error);
    }
  }, BATCH_MS);

  readMessages(socket, logToAgent, () => {
    if (watched) return refuse(socket, watched);
    waiting = [];
    capability
      .clear(signal)
      .catch((error: unknown) => log("warn", "log cannot be cleared", { error: messageOf(error) }));
  });
  try {
    const now = await capability.clock(signal).catch((error: unknown) => {
      if (!signal.aborted) log("warn", "the device's clock cannot be read", { error: messageOf(error) });
    });
    // Told by the one clock alone: how long it is ago, no clock that is set changes.
    if (now !== undefined) sendMessage(socket, logToBrowser, { type: "began", time: Math.floor(now - age()) });
    for await (const entries of capability.follow(BACKLOG_LINES, signal)) {
      const room = dropped > 0 ? 0 : Math.max(0, WAITING_LINES - waiting.length);
      waiting.push(...entries.slice(0, room));
      dropped += Math.max(0, entries.length - room);
    }
  } catch (error) {
    broke(error);
  } finally {
    clearInterval(timer);
  }
}
