import type { LogCapability, LogEntry } from "@udt/driver";
import { ArrivalClock, type ServerClock } from "./server-clock.ts";

/** The last line from before says where what is read begins; followers cannot be given none. */
const BACKLOG = 1;

/** A line of a device's log, or several where its message has them, and when it was written by the server's clock. */
export interface LoggedText {
  readonly time: number;
  readonly text: string;
}

/** Tells what a device logs until the signal, in batches as they come. Rejects when it breaks off before. */
export async function followLog(
  capability: LogCapability,
  clock: ServerClock,
  signal: AbortSignal,
  take: (batch: readonly LoggedText[]) => void,
): Promise<void> {
  const times = new ArrivalClock();
  try {
    for await (const entries of capability.follow(BACKLOG, signal)) {
      const newest = entries.at(-1);
      if (!newest) continue;
      const now = clock.now();
      // The newest line came fastest, so the times of its batch follow from it.
      times.map(newest.time, now);
      take(
        entries.map((entry) => {
          const time = times.map(entry.time, now);
          return { time, text: logText(entry, time) };
        }),
      );
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

/** `1767225600.123 1234 5678 I Tag: message`, with the time in seconds, process, thread and level. */
export function logText({ pid, tid, level, tag, message }: LogEntry, time: number): string {
  const head = `${(time / 1000).toFixed(3)} ${pid} ${tid} ${level} ${tag}: `;
  return message
    .split("\n")
    .map((line) => `${head}${line}\n`)
    .join("");
}
