import type { LogBuffer, LogEntry, RingLog } from "../../system/log.ts";
import { parseOptions } from "../options.ts";
import { type Program, type ProgramContext, failWith, print } from "../program.ts";
import { type LogFilter, formatLine, isLogFormat, parseFilter, parseTime } from "./logcat-format.ts";

const VALUED = [
  "-b",
  "-e",
  "-f",
  "-G",
  "-m",
  "-n",
  "-P",
  "-r",
  "-t",
  "-T",
  "-v",
  "--pid",
  "--uid",
  "--buffer",
  "--format",
  "--regex",
];
const BUFFERS: readonly LogBuffer[] = ["main", "system", "crash", "events"];
const DEFAULT_BUFFERS: readonly LogBuffer[] = ["main", "system", "crash"];

interface Reading {
  buffers: readonly LogBuffer[];
  filter: LogFilter;
  format: string;
  modifiers: ReadonlySet<string>;
  pid: number | undefined;
  regex: RegExp | undefined;
  /** Stop after so many lines. */
  maxCount: number;
  /** Leave at the end instead of waiting for more. */
  endsAtTail: boolean;
  /** From `-t` and `-T`: how many of the last lines, or lines from when on. */
  lastCount: number | undefined;
  sinceMs: number | undefined;
}

export const logcat: Program = async (context) => {
  const { log } = context.phone.system;
  const options = parseOptions(spread(context.args), VALUED);
  const buffers = buffersOf(options.values.get("-b") ?? options.values.get("--buffer"));
  if (!buffers) return failWith(context, "logcat: unknown buffer", 1);
  if (options.flags.has("-c") || options.flags.has("--clear")) {
    log.clear(buffers);
    return 0;
  }
  if (options.flags.has("-g")) return print(context, sizes(log, buffers));
  if (options.flags.has("-S") || options.values.has("-G") || options.values.has("-P") || options.flags.has("-p"))
    return 0;
  const reading = readingOf(options, buffers);
  return typeof reading === "string"
    ? failWith(context, reading)
    : read(context, log, reading, options.values.get("-f"));
};

/** `-vtime` and `-d` glued to their values, as getopt allows. */
function spread(args: readonly string[]): string[] {
  return args.flatMap((arg) => (/^-[bvtTmfe][^-]/.test(arg) ? [arg.slice(0, 2), arg.slice(2)] : [arg]));
}

function buffersOf(names: string | undefined): readonly LogBuffer[] | undefined {
  if (names === undefined || names === "default") return DEFAULT_BUFFERS;
  if (names === "all") return BUFFERS;
  const wanted = names.split(",").filter((name) => name !== "radio" && name !== "kernel");
  const known = BUFFERS.filter((buffer) => wanted.includes(buffer));
  return known.length === wanted.length ? known : undefined;
}

function readingOf(options: ReturnType<typeof parseOptions>, buffers: readonly LogBuffer[]): Reading | string {
  const { flags, values, operands } = options;
  const words = (values.get("-v") ?? values.get("--format") ?? "threadtime").split(/[ ,]+/);
  const format = words.find(isLogFormat) ?? "threadtime";
  const from = values.get("-t") ?? values.get("-T");
  const isCount = from !== undefined && /^\d+$/.test(from);
  const sinceMs = from === undefined || isCount ? undefined : parseTime(from);
  if (from !== undefined && !isCount && sinceMs === undefined) return `logcat: -t "${from}" not in time format`;
  const filter = parseFilter(operands, flags.has("-s"));
  if (!filter) return `logcat: Invalid filter expression: ${operands.join(" ")}`;
  const regex = values.get("-e") ?? values.get("--regex");
  const pid = values.get("--pid");
  return {
    buffers,
    filter,
    format,
    modifiers: new Set(words.filter((word) => !isLogFormat(word))),
    pid: pid === undefined ? undefined : Number(pid),
    regex: regex === undefined ? undefined : new RegExp(regex),
    maxCount: Number(values.get("-m") ?? Infinity),
    endsAtTail: flags.has("-d") || values.has("-t"),
    lastCount: isCount ? Number(from) : undefined,
    sinceMs,
  };
}

async function read(
  context: ProgramContext,
  log: RingLog,
  reading: Reading,
  file: string | undefined,
): Promise<number> {
  const write = file === undefined ? context.stdout : fileWriter(context, file);
  const wanted = (entry: LogEntry) => isWanted(entry, reading);
  let written = 0;
  let lastSequence = 0;
  let buffer: LogBuffer | undefined;
  const emit = async (entries: readonly LogEntry[]) => {
    let text = "";
    for (const entry of entries) {
      if (written >= reading.maxCount) break;
      if (entry.buffer !== buffer)
        text += `--------- ${buffer === undefined ? "beginning of" : "switch to"} ${entry.buffer}\n`;
      buffer = entry.buffer;
      text += formatLine(entry, reading.format, reading.modifiers);
      written++;
    }
    if (text) await write(text);
  };
  const stored = log.entries().filter(wanted);
  lastSequence = log.entries().at(-1)?.sequence ?? 0;
  await emit(reading.lastCount === undefined ? stored : stored.slice(-reading.lastCount));
  if (reading.endsAtTail) return 0;
  const arrival = follow(log, context.signal);
  try {
    while (!context.signal.aborted && written < reading.maxCount) {
      const fresh = log.entries().filter((entry) => entry.sequence > lastSequence);
      lastSequence = fresh.at(-1)?.sequence ?? lastSequence;
      await emit(fresh.filter(wanted));
      if (log.entries().at(-1)?.sequence === lastSequence || log.entries().length === 0) await arrival.next();
    }
  } finally {
    arrival.stop();
  }
  return 0;
}

/** Tells of new entries; one wake-up may stand for many. */
function follow(log: RingLog, signal: AbortSignal): { next(): Promise<void>; stop(): void } {
  let wake: (() => void) | undefined;
  const call = () => wake?.();
  const stopListening = log.written.on(call);
  signal.addEventListener("abort", call, { once: true });
  return {
    next: () =>
      new Promise((resolve) => {
        wake = resolve;
        if (signal.aborted) resolve();
      }),
    stop: () => {
      stopListening();
      signal.removeEventListener("abort", call);
    },
  };
}

function fileWriter(context: ProgramContext, path: string): (text: string | Uint8Array) => Promise<void> {
  const { files } = context.phone.system;
  files.assertShellMayWrite(path, "open");
  return async (text) => files.append(path, typeof text === "string" ? new TextEncoder().encode(text) : text);
}

function isWanted(entry: LogEntry, reading: Reading): boolean {
  if (!reading.buffers.includes(entry.buffer)) return false;
  if (reading.pid !== undefined && entry.pid !== reading.pid) return false;
  if (reading.sinceMs !== undefined && entry.timeMs < reading.sinceMs) return false;
  if (reading.regex && !reading.regex.test(entry.message)) return false;
  return reading.filter(entry);
}

function sizes(log: RingLog, buffers: readonly LogBuffer[]): string {
  const kib = (bytes: number) => `${Math.ceil(bytes / 1024)} KiB`;
  return buffers
    .map(
      (name) =>
        `${name}: ring buffer is ${kib(log.capacityBytes)} (${kib(log.usedBytes)} consumed, 0 B readable), max entry is 5120 B, max payload is 4068 B\n`,
    )
    .join("");
}

/** `log [-p PRIORITY] [-t TAG] MESSAGE`. */
const log: Program = async (context) => {
  const { values, operands } = parseOptions(context.args, ["-p", "-t"]);
  const letter = (values.get("-p") ?? "i").toUpperCase()[0];
  const level = (["V", "D", "I", "W", "E", "F"] as const).find((each) => each === letter) ?? "I";
  context.phone.system.log.write(level, values.get("-t") ?? "log", operands.join(" "), 4021);
  return 0;
};

export const logCommands = { logcat, log };
