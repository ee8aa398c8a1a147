import { refusal } from "./apps.ts";
import type { LogCapability, LogEntry } from "@udt/driver";
import { delay } from "@udt/base";
import type { Adb } from "@yume-chan/adb";
import { orLost, quote, runLine } from "./shell.ts";
import { settleQuietly, withSignal } from "../../with-signal.ts";

/** `logcat -v threadtime -v epoch`: `1767225600.123  1234  5678 I Tag     : message`, which may hold any character but a line feed. */
const LINE = /^\s*(\d{1,12})\.(\d{3})\d*\s+(?:\S+\s+)?(\d{1,10})\s+(\d{1,10}) ([VDIWEFA]) (.*)$/s;

export function parseLine(line: string): LogEntry | undefined {
  const match = LINE.exec(line);
  if (!match) return undefined;
  const [, seconds, millis, pid, tid, level, said = ""] = match;
  const colon = said.indexOf(": ");
  if (colon < 0) return undefined;
  return {
    time: Number(seconds) * 1000 + Number(millis),
    // Fatal prints as F, and as A (assert) on some builds.
    level: (level === "A" ? "F" : level) as LogEntry["level"],
    tag: said.slice(0, colon).trimEnd(),
    pid: Number(pid),
    tid: Number(tid),
    message: said.slice(colon + 2),
  };
}

/** scrcpy's server tells there what it does for the agent, most often that it encodes anew: nothing of the device or its apps. */
const OWN_TAG = "scrcpy";

/**
 * Cuts a byte stream into log lines. A line that is not one of logcat's own (`--------- beginning of main`) is skipped, as
 * logcat repeats the head on each line of a message with several.
 */
export class LogcatParser {
  readonly #decoder = new TextDecoder();
  #rest = "";

  push(chunk: Uint8Array): LogEntry[] {
    const lines = (this.#rest + this.#decoder.decode(chunk, { stream: true })).split("\n");
    this.#rest = lines.pop() ?? "";
    // A line without an end cannot grow for ever: logcat's own bound is near 4 KB.
    if (this.#rest.length > 65_536) this.#rest = "";
    return lines
      .map((line) => parseLine(line.endsWith("\r") ? line.slice(0, -1) : line))
      .filter((entry) => entry !== undefined)
      .filter(({ tag }) => tag !== OWN_TAG);
  }
}

/**
 * What a new logcat must leave out after the old one died: it is asked for everything since the last line's time, which
 * repeats the lines of that very millisecond.
 */
export class ResumePoint {
  #time = 0;
  #count = 0;
  #skip = 0;

  get started(): boolean {
    return this.#time > 0;
  }

  /** The `-T` argument: seconds and milliseconds of the newest line. */
  get since(): string {
    return `${Math.floor(this.#time / 1000)}.${String(this.#time % 1000).padStart(3, "0")}`;
  }

  resume(): void {
    this.#skip = this.#count;
  }

  /** The entries that were not seen before the break. */
  accept(entries: LogEntry[]): LogEntry[] {
    return entries.filter((entry) => {
      if (this.#skip > 0 && entry.time === this.#time) {
        this.#skip--;
        return false;
      }
      if (entry.time > this.#time) {
        this.#time = entry.time;
        this.#count = 0;
        this.#skip = 0;
      }
      if (entry.time === this.#time) this.#count++;
      return true;
    });
  }
}

const RESTART_MS = 500;

/**
 * @param adbNow the present way to the device; asked anew after a break. Throws while there is none.
 * @param isGone whether there will be none any more
 */
export function logcatCapability(adbNow: () => Adb, isGone: () => boolean): LogCapability {
  return {
    async *follow(backlog, signal) {
      const point = new ResumePoint();
      while (!signal.aborted && !isGone()) {
        const from = point.started ? point.since : String(backlog);
        point.resume();
        yield* followOnce(adbNow, from, point, signal);
        // logcat ends by itself when logd restarts or the way to the device changed.
        await delay(RESTART_MS, signal).catch(() => undefined);
      }
    },
    async clear(signal) {
      const result = await runLine(adbNow(), "logcat -c", signal);
      if (result.exit_code !== 0) throw refusal(result.stderr.trim(), result.exit_code);
    },
    async clock(signal) {
      const { exit_code, stdout, stderr } = await runLine(adbNow(), "date +%s", signal);
      if (exit_code !== 0 || !/^\d+$/.test(stdout.trim())) throw refusal(stderr.trim(), exit_code);
      return Number(stdout) * 1000;
    },
  };
}

/** One run of logcat. Ends, without an error, when it cannot be started or breaks off. */
async function* followOnce(
  adbNow: () => Adb,
  from: string,
  point: ResumePoint,
  signal: AbortSignal,
): AsyncGenerator<LogEntry[]> {
  const line = `logcat -v threadtime -v epoch -T ${quote(from)}`;
  const start = async () => {
    const adb = adbNow();
    return withSignal(adb.subprocess.noneProtocol.spawn([line]), orLost(adb, signal), (late) => late.kill());
  };
  const process = await start().catch(() => undefined);
  if (!process) return;
  const parser = new LogcatParser();
  const reader = process.output.getReader();
  const stop = () => {
    settleQuietly(() => process.kill());
    settleQuietly(() => reader.cancel());
  };
  signal.addEventListener("abort", stop, { once: true });
  try {
    for (;;) {
      const next = await reader.read().catch(() => undefined);
      if (!next || next.done || signal.aborted) return;
      const entries = point.accept(parser.push(next.value));
      if (entries.length > 0) yield entries;
    }
  } finally {
    signal.removeEventListener("abort", stop);
    stop();
  }
}
