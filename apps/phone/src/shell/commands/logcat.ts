import { type Expression, expressionOf } from "../expressions.ts";
import type { LogBuffer, LogEntry, RingLog } from "../../system/log.ts";
import { posix } from "node:path";
import { FileError } from "../../system/file-errors.ts";
import { parseOptions } from "../options.ts";
import { type Program, type ProgramContext, failWith, print } from "../program.ts";
import { type LogFilter, entryBytes, formatLine, isLogFormat, parseFilter, parseTime } from "./logcat-format.ts";

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
  "--buffer",
  "--buffer-size",
  "--file",
  "--format",
  "--max-count",
  "--pid",
  "--prune",
  "--regex",
  "--rotate-count",
  "--rotate-kbytes",
  "--uid",
];
/** The letters that getopt knows, those with a value before a colon. */
const LETTERS = "b:e:f:G:m:n:P:r:t:T:v:BcdDghLpsS";
const LONG_NAMES: Record<string, string> = {
  "--binary": "-B",
  "--buffer": "-b",
  "--buffer-size": "-G",
  "--clear": "-c",
  "--dividers": "-D",
  "--file": "-f",
  "--format": "-v",
  "--help": "-h",
  "--last": "-L",
  "--max-count": "-m",
  "--prune": "-P",
  "--regex": "-e",
  "--rotate-count": "-n",
  "--rotate-kbytes": "-r",
  "--statistics": "-S",
};
const FLAGS = new Set(["-B", "-c", "-d", "-D", "-g", "-h", "-L", "-p", "-s", "-S", "--print", "--wrap"]);
const BUFFERS: readonly LogBuffer[] = ["main", "system", "crash", "events"];
const DEFAULT_BUFFERS: readonly LogBuffer[] = ["main", "system", "crash"];

interface Reading {
  buffers: readonly LogBuffer[];
  filter: LogFilter;
  format: string;
  modifiers: ReadonlySet<string>;
  pid: number | undefined;
  uids: readonly number[] | undefined;
  /** As the structures that the log daemon hands out. */
  isBinary: boolean;
  /** What was written before the phone was last started. */
  isLast: boolean;
  regex: Expression | undefined;
  /** Stop after so many lines. */
  maxCount: number;
  /** Leave at the end instead of waiting for more. */
  endsAtTail: boolean;
  /** From `-t` and `-T`: how many of the last lines, or lines from when on. */
  lastCount: number | undefined;
  sinceMs: number | undefined;
}

const USAGE = `Usage: logcat [options] [filterspecs]
  -b BUFFER  -B  -c  -d  -e REGEX  -f FILE [-r KBYTES] [-n COUNT]  -g  -G SIZE  -L  -m COUNT  -s  -t COUNT|TIME  -T COUNT|TIME
  -v FORMAT  --pid=PID  --uid=UID[,UID]
`;

export const logcat: Program = async (context) => {
  const { log } = context.phone.system;
  const options = parseOptions(spread(context.args), VALUED);
  const unknown = [...options.flags].find((flag) => !FLAGS.has(flag));
  if (unknown !== undefined) return failWith(context, `logcat: unrecognized option '${unknown}'\nTry 'logcat --help'`);
  if (options.flags.has("-h")) return print(context, USAGE);
  const buffers = buffersOf(options.values.get("-b"));
  if (!buffers) return failWith(context, "logcat: unknown buffer", 1);
  if (options.flags.has("-c")) {
    log.clear(buffers);
    return 0;
  }
  if (options.flags.has("-g")) return print(context, sizes(log, buffers));
  const size = options.values.get("-G");
  if (size !== undefined)
    return log.resize(bytesOf(size)) ? 0 : failWith(context, `logcat: failed to set the log size to ${size}`, 1);
  if (options.flags.has("-S") || options.values.has("-P") || options.flags.has("-p")) return 0;
  const zone = context.phone.system.props.timeZone;
  const reading = readingOf(options, buffers, zone);
  if (typeof reading === "string") return failWith(context, reading);
  const file = options.values.get("-f");
  const rotation = {
    kilobytes: Number(options.values.get("-r") ?? Infinity),
    count: Number(options.values.get("-n") ?? 4),
  };
  try {
    return await read(context, log, reading, file === undefined ? context.stdout : fileWriter(context, file, rotation));
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    return failWith(context, `logcat: couldn't open output file: ${file}: ${error.text}`);
  }
};

/** Long options by their letters, and letters that stand together apart, as getopt reads `-dvtime` and `-db main`. */
function spread(args: readonly string[]): string[] {
  return args.flatMap((arg) => {
    const [name = "", ...value] = arg.split("=");
    if (LONG_NAMES[name]) return [LONG_NAMES[name], ...(arg.includes("=") ? [value.join("=")] : [])];
    if (!/^-[A-Za-z]./.test(arg)) return [arg];
    const parts: string[] = [];
    for (let at = 1; at < arg.length; at++) {
      parts.push(`-${arg[at]}`);
      const takesValue = LETTERS.includes(`${arg[at]}:`);
      if (takesValue && at + 1 < arg.length) parts.push(arg.slice(at + 1));
      if (takesValue) break;
    }
    return parts;
  });
}

function buffersOf(names: string | undefined): readonly LogBuffer[] | undefined {
  if (names === undefined || names === "default") return DEFAULT_BUFFERS;
  if (names === "all") return BUFFERS;
  const wanted = names.split(",").filter((name) => name !== "radio" && name !== "kernel");
  const known = BUFFERS.filter((buffer) => wanted.includes(buffer));
  return known.length === wanted.length ? known : undefined;
}

function readingOf(
  options: ReturnType<typeof parseOptions>,
  buffers: readonly LogBuffer[],
  zone: string,
): Reading | string {
  const { flags, values, operands } = options;
  const words = (values.get("-v") ?? "threadtime").split(/[ ,]+/);
  const format = words.find(isLogFormat) ?? "threadtime";
  const from = values.get("-t") ?? values.get("-T");
  const isCount = from !== undefined && /^\d+$/.test(from);
  const sinceMs = from === undefined || isCount ? undefined : parseTime(from, zone);
  if (from !== undefined && !isCount && sinceMs === undefined) return `logcat: -t "${from}" not in time format`;
  const filter = parseFilter(operands, flags.has("-s"));
  if (!filter) return `logcat: Invalid filter expression: ${operands.join(" ")}`;
  const regex = values.get("-e");
  const pid = values.get("--pid");
  return {
    buffers,
    filter,
    format,
    modifiers: new Set(words.filter((word) => !isLogFormat(word))),
    pid: pid === undefined ? undefined : Number(pid),
    uids: values.get("--uid")?.split(",").map(Number),
    isBinary: flags.has("-B"),
    isLast: flags.has("-L"),
    regex: regex === undefined ? undefined : expressionOf(regex),
    maxCount: Number(values.get("-m") ?? Infinity),
    endsAtTail: flags.has("-d") || flags.has("-L") || values.has("-t"),
    lastCount: isCount ? Number(from) : undefined,
    sinceMs,
  };
}

async function read(
  context: ProgramContext,
  log: RingLog,
  reading: Reading,
  write: (output: string | Uint8Array) => Promise<void>,
): Promise<number> {
  const wanted = (entry: LogEntry) => isWanted(entry, reading);
  let written = 0;
  let lastSequence = 0;
  let buffer: LogBuffer | undefined;
  const emit = async (entries: readonly LogEntry[]) => {
    let text = "";
    for (const entry of entries) {
      if (written >= reading.maxCount) break;
      if (reading.isBinary) {
        await write(entryBytes(entry));
        written++;
        continue;
      }
      if (entry.buffer !== buffer)
        text += `--------- ${buffer === undefined ? "beginning of" : "switch to"} ${entry.buffer}\n`;
      buffer = entry.buffer;
      text += formatLine(entry, reading.format, reading.modifiers, context.phone.system.props.timeZone);
      written++;
    }
    if (text) await write(text);
  };
  const stored = (reading.isLast ? log.last : log.entries()).filter(wanted);
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

/** Writes to a file; when it has grown to so many kilobytes, it becomes `FILE.1` and a new one begins. */
function fileWriter(
  context: ProgramContext,
  name: string,
  { kilobytes, count }: { kilobytes: number; count: number },
): (output: string | Uint8Array) => Promise<void> {
  const { files } = context.phone.system;
  const path = posix.resolve(context.cwd, name);
  files.assertShellMayWrite(path, "open");
  files.append(path, new Uint8Array(0));
  return async (output) => {
    files.append(path, typeof output === "string" ? new TextEncoder().encode(output) : output);
    if (files.stat(path).size < kilobytes * 1024) return;
    for (let number = count; number > 0; number--) {
      const older = number === 1 ? path : `${path}.${number - 1}`;
      if (files.exists(older)) files.rename(older, `${path}.${number}`);
    }
    files.write(path, "");
  };
}

function isWanted(entry: LogEntry, reading: Reading): boolean {
  if (!reading.buffers.includes(entry.buffer)) return false;
  if (reading.pid !== undefined && entry.pid !== reading.pid) return false;
  if (reading.uids && !reading.uids.includes(entry.uid)) return false;
  if (reading.sinceMs !== undefined && entry.timeMs < reading.sinceMs) return false;
  if (reading.regex && !reading.regex.test(entry.message)) return false;
  return reading.filter(entry);
}

function sizes(log: RingLog, buffers: readonly LogBuffer[]): string {
  const kib = (bytes: number) => `${Math.ceil(bytes / 1024)} KiB`;
  return buffers
    .map((name) => {
      const used = kib(log.bytesIn(name));
      return `${name}: ring buffer is ${kib(log.capacityBytes)} (${used} consumed, ${used} readable), max entry is 5120 B, max payload is 4068 B\n`;
    })
    .join("");
}

/** `16M`, `64K`: https://developer.android.com/tools/logcat. NaN for what is no size. */
function bytesOf(size: string): number {
  const [, digits, unit] = /^(\d{1,9})([KMG]?)$/.exec(size) ?? [];
  return Number(digits) * 1024 ** ["", "K", "M", "G"].indexOf(unit ?? "");
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
