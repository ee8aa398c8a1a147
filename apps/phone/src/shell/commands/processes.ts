import { delay } from "@udt/base";
import { expressionOf } from "../expressions.ts";
import { type PhoneProcess, listProcesses } from "../../system/processes.ts";
import { durationMs } from "../durations.ts";
import { parseOptions } from "../options.ts";
import { type Program, type ProgramContext, failWith, print } from "../program.ts";
import { SIGNAL_NAMES, isDeadly, signalNumber } from "../signals.ts";

interface Process extends PhoneProcess {
  /** The whole command line. */
  args: string;
}

/** The system's daemons, the apps, and what the shells run. */
function processesOf({ phone }: ProgramContext): Process[] {
  const listed = listProcesses(phone).map((process) => ({ ...process, args: process.name }));
  const running = phone.system.tasks.list().map(({ pid, ppid, words }) => ({
    user: "shell",
    pid,
    ppid,
    vsz_kb: 12_800,
    rss_kb: 3400,
    pss_kb: 3400,
    name: words[0] ?? "sh",
    args: words.join(" "),
  }));
  return [...listed, ...running];
}

type Column = readonly [width: number, text: (process: Process) => string];
/** Width of each column of `ps`, negative for text that starts at its left, and what stands in it. */
const COLUMNS: Readonly<Record<string, Column>> = {
  USER: [-14, ({ user }) => user],
  UID: [-14, ({ user }) => user],
  PID: [6, ({ pid }) => String(pid)],
  PPID: [6, ({ ppid }) => String(ppid)],
  VSZ: [8, ({ vsz_kb }) => String(vsz_kb)],
  RSS: [7, ({ rss_kb }) => String(rss_kb)],
  WCHAN: [-8, () => "0"],
  ADDR: [8, () => "0"],
  S: [-1, () => "S"],
  NAME: [-1, ({ name }) => name],
  ARGS: [-1, ({ args }) => args],
  CMD: [-1, ({ args }) => args],
  CMDLINE: [-1, ({ args }) => args],
  COMM: [-1, ({ name }) => name],
};
const DEFAULT_COLUMNS = ["USER", "PID", "PPID", "VSZ", "RSS", "WCHAN", "ADDR", "S", "NAME"];

/** `ps [-A|-e] [-f] [-o FIELD,…] [-p PID] [NAME]`. Without -A only the shell's own processes show. */
const ps: Program = async (context) => {
  const { flags, values, operands } = parseOptions(context.args, ["-o", "-p", "-u", "-O"]);
  if (flags.has("--help"))
    return print(
      context,
      "usage: ps [-AadefLlnwZ] [-o FIELD] [-p PID]\n\nList processes.\n\n-A\tAll\n-o\tShow FIELDs instead of defaults\n",
    );
  const fields = values.get("-o")?.toUpperCase().split(",") ?? DEFAULT_COLUMNS;
  const columns: (readonly [header: string, ...Column])[] = [];
  for (const field of fields) {
    const column = COLUMNS[field];
    if (!column) return failWith(context, `ps: bad -o ${field}`);
    columns.push([field, ...column]);
  }
  const showsAll = ["-A", "-e", "-ef", "-Af"].some((flag) => flags.has(flag));
  const pids = values.get("-p")?.split(",").map(Number);
  const wanted = processesOf(context).filter(({ user, pid, name }) => {
    if (pids) return pids.includes(pid);
    if (operands.length > 0) return operands.includes(name) || operands.includes(String(pid));
    return showsAll || user === (context.phone.user?.name ?? "shell");
  });
  const header = columns.map(([field, width]) => fit(width, field)).join(" ");
  const rows = wanted.map((process) => columns.map(([, width, text]) => fit(width, text(process))).join(" "));
  return print(context, [header, ...rows].map((line) => `${line.trimEnd()}\n`).join(""));
};

function fit(width: number, text: string): string {
  return width < 0 ? text.padEnd(-width) : text.padStart(width);
}

const pidof: Program = async (context) => {
  const names = parseOptions(context.args).operands;
  const pids = processesOf(context)
    .filter(({ name }) => names.includes(name))
    .map(({ pid }) => pid);
  if (pids.length === 0) return 1;
  return print(context, `${pids.join(" ")}\n`);
};

/** Processes by `pgrep`'s and `pkill`'s options: `-f` looks at the whole line, `-x` wants it all, `-v` the others. */
function matching(context: ProgramContext, flags: ReadonlySet<string>, pattern: string): Process[] {
  const has = (letter: string) => [...flags].some((flag) => /^-[flnovx]+$/.test(flag) && flag.includes(letter));
  const expression = expressionOf(has("x") ? `^(?:${pattern})$` : pattern);
  const found = processesOf(context).filter(
    // The search itself is a process too, and not what is meant.
    ({ name, args }) => name !== "pgrep" && name !== "pkill" && expression.test(has("f") ? args : name) !== has("v"),
  );
  return has("n") ? found.slice(-1) : has("o") ? found.slice(0, 1) : found;
}

/** `pgrep [-flnovx] PATTERN`. */
const pgrep: Program = async (context) => {
  const { flags, operands } = parseOptions(context.args, ["-d", "-u", "-P"]);
  if (flags.has("--help")) return print(context, "usage: pgrep [-flnovx] PATTERN\n\n-f\tCheck full command line\n");
  const isLong = [...flags].some((flag) => flag.includes("l"));
  const isFull = [...flags].some((flag) => flag.includes("f"));
  const found = matching(context, flags, operands[0] ?? "");
  const lines = found.map(({ pid, name, args }) => `${pid}${isLong ? ` ${isFull ? args : name}` : ""}\n`);
  await print(context, lines.join(""));
  return found.length > 0 ? 0 : 1;
};

/** What a signal leads to; "absent" when there is no such process, "denied" when it is not the shell user's to end. */
function sendSignal({ phone }: ProgramContext, pid: number, signal: number): "sent" | "denied" | "absent" {
  const task = phone.system.tasks.find(pid);
  if (task) {
    task.signal(signal);
    return "sent";
  }
  // The shell user may end apps here, as on a phone whose apps are debuggable.
  const app = phone.screen.running().find((each) => each.pid === pid);
  if (app) {
    if (isDeadly(signal)) phone.screen.stop(app.package_name);
    return "sent";
  }
  return listProcesses(phone).some((each) => each.pid === pid) ? "denied" : "absent";
}

interface SignalArguments {
  signal: number;
  rest: string[];
}

/** Takes `-9`, `-KILL`, `-s KILL` and `-l KILL` from the arguments. Answers what is no signal when there is such. */
function signalOf(args: readonly string[], options: readonly string[]): SignalArguments | string {
  const rest: string[] = [];
  let signal = 15;
  const left = args.values();
  for (const arg of left) {
    const isOption = options.includes(arg);
    const name = isOption ? (left.next().value ?? "") : arg.slice(1);
    const number = arg.startsWith("-") && arg !== "--" ? signalNumber(name) : undefined;
    if (isOption && number === undefined) return name;
    if (number === undefined) rest.push(arg);
    else signal = number;
  }
  return { signal, rest };
}

/** `kill [-l] [-SIGNAL|-s SIGNAL] PID…`. */
const kill: Program = async (context) => {
  if (context.args[0] === "-l") {
    const number = signalNumber(context.args[1] ?? "");
    const name = number === undefined ? undefined : SIGNAL_NAMES[(number & 0x7f) - 1];
    return print(context, name ? `${name}\n` : SIGNAL_NAMES.map((each, at) => `${at + 1}) ${each}\n`).join(""));
  }
  const parsed = signalOf(context.args, ["-s", "-n"]);
  if (typeof parsed === "string") return failWith(context, `kill: Unknown signal '${parsed}'`);
  let code = 0;
  for (const text of parsed.rest.filter((arg) => arg !== "--")) {
    const pid = Number(text);
    const result = Number.isInteger(pid) && pid > 0 ? sendSignal(context, pid, parsed.signal) : "absent";
    const why = result === "denied" ? "Operation not permitted" : "No such process";
    if (result !== "sent") code = await failWith(context, `kill: ${text}: ${why}`);
  }
  return code;
};

/** `pkill [-SIGNAL|-l SIGNAL] [-fnovx] PATTERN`. */
const pkill: Program = async (context) => {
  const parsed = signalOf(context.args, ["-l", "-s", "--signal"]);
  if (typeof parsed === "string") return failWith(context, `pkill: bad -l '${parsed}'`);
  const { flags, operands } = parseOptions(parsed.rest, ["-u", "-P"]);
  if (flags.has("--help"))
    return print(context, "usage: pkill [-fnovx] [-SIGNAL|-l SIGNAL] PATTERN\n\n-f\tCheck full command line\n");
  if (operands[0] === undefined) return failWith(context, "pkill: No PATTERN");
  let code = 1;
  for (const { pid, name } of matching(context, flags, operands[0])) {
    const result = sendSignal(context, pid, parsed.signal);
    if (result === "sent") code = 0;
    else await context.stderr(`pkill: ${name} (${pid}): Operation not permitted\n`);
  }
  return code;
};

/** `killall [-q] [-SIGNAL|-s SIGNAL] NAME…`. */
const killall: Program = async (context) => {
  const parsed = signalOf(context.args, ["-s"]);
  if (typeof parsed === "string") return failWith(context, `killall: Invalid signal '${parsed}'`);
  const { flags, operands } = parseOptions(parsed.rest);
  let code = 0;
  for (const name of operands) {
    const found = processesOf(context).filter((process) => process.name === name);
    for (const { pid } of found) if (sendSignal(context, pid, parsed.signal) === "denied") code = 1;
    if (found.length > 0) continue;
    code = 1;
    if (!flags.has("-q")) await context.stderr(`killall: ${name}: No such process\n`);
  }
  return code;
};

/** `sleep TIME…`: the times together. */
const sleep: Program = async (context) => {
  const times = context.args.map(durationMs);
  const wrong = times.indexOf(undefined);
  if (context.args.length === 0 || wrong >= 0)
    return failWith(context, `sleep: bad time '${context.args[wrong] ?? ""}'`);
  const ms = times.reduce<number>((sum, each) => sum + (each ?? 0), 0);
  await delay(ms, context.signal).catch(() => undefined);
  return 0;
};

const DEFAULT_TOP_DELAY_MS = 3000;

/** `top [-b] [-n COUNT] [-d SECONDS] [-m ROWS] [-p PID]`. */
const top: Program = async (context) => {
  const { values } = parseOptions(context.args, ["-n", "-d", "-m", "-o", "-p", "-s", "-k", "-u"]);
  const rounds = Number(values.get("-n") ?? Infinity);
  const pauseMs = Number(values.get("-d") ?? DEFAULT_TOP_DELAY_MS / 1000) * 1000;
  for (let round = 0; round < rounds && !context.signal.aborted; round++) {
    if (round > 0) await delay(pauseMs, context.signal).catch(() => undefined);
    if (context.signal.aborted) break;
    const clear = context.terminal ? "\x1b[H\x1b[J" : "";
    await context.stdout(clear + topPage(context, Number(values.get("-m") ?? 40), values.get("-p")));
  }
  return 0;
};

function topPage(context: ProgramContext, rows: number, pid: string | undefined): string {
  const { profile, usage } = context.phone.system;
  const { percent } = usage.recent();
  const all = processesOf(context);
  const wanted = all
    .filter((each) => pid === undefined || pid.split(",").includes(String(each.pid)))
    .toSorted((a, b) => (percent.get(b.pid) ?? 0) - (percent.get(a.pid) ?? 0))
    .slice(0, rows);
  const { total_kb, used_kb } = usage.memory();
  const cpu = profile.cpu.cores * 100;
  const busy = [...percent.values()].reduce((sum, share) => sum + share, 0);
  const lines = wanted.map(({ pid: id, user, vsz_kb, rss_kb, name }) => {
    const share = ((rss_kb / total_kb) * 100).toFixed(1);
    const size = (kb: number) => (kb > 1024 ** 2 ? `${(kb / 1024 ** 2).toFixed(1)}G` : `${Math.round(kb / 1024)}M`);
    const ticks = usage.ticksOf(id);
    const seconds = (ticks.user + ticks.system) / 100;
    const time = `${Math.floor(seconds / 60)}:${(seconds % 60).toFixed(2).padStart(5, "0")}`;
    return `${String(id).padStart(5)} ${user.padEnd(12)} 20   0 ${size(vsz_kb).padStart(5)} ${size(rss_kb).padStart(5)}   0 S ${(percent.get(id) ?? 0).toFixed(1).padStart(4)} ${share.padStart(5)} ${time.padStart(9)} ${name}`;
  });
  return `Tasks: ${all.length} total,   1 running, ${all.length - 1} sleeping,   0 stopped,   0 zombie
  Mem: ${String(total_kb).padStart(8)}K total, ${String(used_kb).padStart(8)}K used, ${String(total_kb - used_kb).padStart(8)}K free,     4096K buffers
 Swap:        0K total,        0K used,        0K free,   120000K cached
${cpu}%cpu ${(busy * 0.8).toFixed(0).padStart(3)}%user   0%nice ${(busy * 0.2).toFixed(0).padStart(3)}%sys ${(cpu - busy).toFixed(0)}%idle   0%iow   0%irq   0%sirq   0%host
  PID USER         PR  NI  VIRT   RES SHR S[%CPU] %MEM     TIME+ ARGS
${lines.map((line) => `${line}\n`).join("")}`;
}

export const processCommands = { kill, killall, pgrep, pidof, pkill, ps, sleep, top };
