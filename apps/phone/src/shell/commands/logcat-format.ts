import type { LogBuffer, LogEntry } from "../../system/log.ts";
import { momentOf, offsetText, wallTime } from "../../system/time-zone.ts";
import type { LogLevel } from "../../types.ts";

const LEVELS = "VDIWEF";
const FORMATS = new Set(["brief", "long", "process", "raw", "tag", "thread", "threadtime", "time"]);
const COLORS: Record<LogLevel, number> = { V: 231, D: 75, I: 40, W: 166, E: 196, F: 196 };

export function isLogFormat(word: string): boolean {
  return FORMATS.has(word);
}

/**
 * One entry as logcat writes it, with a line end; each line of a message of several gets its own prefix.
 * @param zone by which the phone tells the time
 */
export function formatLine(entry: LogEntry, format: string, modifiers: ReadonlySet<string>, zone = "UTC"): string {
  const { level, tag, pid, tid } = entry;
  const time = timeText(entry.timeMs, modifiers, zone);
  const uid = modifiers.has("uid") ? `${String(entry.uid).padStart(5)}:` : "";
  const number = (value: number) => String(value).padStart(5);
  const prefixes: Record<string, string> = {
    brief: `${level}/${tag.padEnd(8)}(${uid}${number(pid)}): `,
    process: `${level}(${uid}${number(pid)}) `,
    raw: "",
    tag: `${level}/${tag.padEnd(8)}: `,
    thread: `${level}(${uid}${number(pid)}:${number(tid)}) `,
    threadtime: `${time} ${uid}${number(pid)} ${number(tid)} ${level} ${tag.padEnd(8)}: `,
    time: `${time} ${level}/${tag.padEnd(8)}(${uid}${number(pid)}): `,
  };
  if (format === "long") return `[ ${time} ${uid}${number(pid)}:${number(tid)} ${level}/${tag} ]\n${entry.message}\n\n`;
  const prefix = prefixes[format] ?? "";
  const paint = (line: string) => (modifiers.has("color") ? `\x1b[38;5;${COLORS[level]}m${line}\x1b[0m` : line);
  return entry.message
    .split("\n")
    .map((line) => `${paint(prefix + line)}\n`)
    .join("");
}

/** `MM-DD HH:MM:SS.mmm`; as in logcat `UTC` asks for that zone. */
function timeText(timeMs: number, modifiers: ReadonlySet<string>, phoneZone: string): string {
  if (modifiers.has("epoch")) return (timeMs / 1000).toFixed(3).padStart(15);
  const place = modifiers.has("UTC") ? "UTC" : phoneZone;
  const iso = wallTime(timeMs, place);
  const date = modifiers.has("year") ? iso.slice(0, 10) : iso.slice(5, 10);
  const fraction = modifiers.has("usec") ? `${iso.slice(20, 23)}000` : iso.slice(20, 23);
  const zone = modifiers.has("zone") ? ` ${offsetText(timeMs, place)}` : "";
  return `${date} ${iso.slice(11, 19)}.${fraction}${zone}`;
}

/** Reads `MM-DD HH:MM:SS.mmm` of a zone, the same with a year, or seconds since the epoch. Undefined when it is none of them. */
export function parseTime(text: string, zone = "UTC"): number | undefined {
  if (/^\d+\.\d+$/.test(text)) return Math.round(Number(text) * 1000);
  const match = /^(?:(\d{4})-)?(\d{2})-(\d{2}) (\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,6}))?$/.exec(text.trim());
  if (!match) return undefined;
  const [, year = String(new Date().getUTCFullYear()), month, day, hour, minute, second, fraction = "0"] = match;
  const ms = Math.floor(Number(`0.${fraction}`) * 1000);
  return momentOf(
    Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second), ms),
    zone,
  );
}

const HEADER_LENGTH = 28;
const LOG_IDS: Record<LogBuffer, number> = { main: 0, events: 2, system: 3, crash: 4 };

/**
 * One entry as `logcat -B` writes it: `logger_entry` and its payload, a priority, a tag and a message.
 * https://android.googlesource.com/platform/system/logging/+/refs/tags/android-14.0.0_r1/liblog/include/log/log_read.h
 */
export function entryBytes({ level, tag, message, pid, tid, uid, timeMs, buffer }: LogEntry): Uint8Array {
  // ANDROID_LOG_VERBOSE is 2.
  const payload = Buffer.concat([Buffer.of(LEVELS.indexOf(level) + 2), Buffer.from(`${tag}\0${message}\0`)]);
  const header = Buffer.alloc(HEADER_LENGTH);
  header.writeUInt16LE(payload.length, 0); // len
  header.writeUInt16LE(HEADER_LENGTH, 2); // hdr_size
  header.writeInt32LE(pid, 4);
  header.writeUInt32LE(tid, 8);
  header.writeUInt32LE(Math.floor(timeMs / 1000), 12); // sec
  header.writeUInt32LE((timeMs % 1000) * 1_000_000, 16); // nsec
  header.writeUInt32LE(LOG_IDS[buffer], 20); // lid
  header.writeUInt32LE(uid, 24);
  return new Uint8Array(Buffer.concat([header, payload]));
}

export type LogFilter = (entry: LogEntry) => boolean;

/**
 * Reads filterspecs such as `ActivityManager:I *:S`. A tag alone means `TAG:V`; `*` sets what all others need.
 * @param isSilent `-s`: all others are silent. Undefined when a spec cannot be read.
 */
export function parseFilter(specs: readonly string[], isSilent: boolean): LogFilter | undefined {
  const byTag = new Map<string, number>();
  let others = isSilent ? LEVELS.length : 0;
  for (const spec of specs.flatMap((each) => each.split(/[\s,]+/)).filter(Boolean)) {
    const colon = spec.lastIndexOf(":");
    const tag = colon < 0 ? spec : spec.slice(0, colon);
    const letter = colon < 0 ? (tag === "*" ? "D" : "V") : spec.slice(colon + 1).toUpperCase();
    const least = letter === "S" ? LEVELS.length : letter === "*" ? 0 : LEVELS.indexOf(letter);
    if (letter.length !== 1 || least < 0 || !tag) return undefined;
    if (tag === "*") others = least;
    else byTag.set(tag, least);
  }
  return (entry) => LEVELS.indexOf(entry.level) >= (byTag.get(entry.tag) ?? others);
}
