import { delay } from "@udt/base";
import { type PhoneProcess, listProcesses } from "../../system/processes.ts";
import { parseOptions } from "../options.ts";
import { type Program, type ProgramContext, failWith, print } from "../program.ts";

function processesOf(context: ProgramContext): PhoneProcess[] {
  return listProcesses(context.phone.screen, context.phone.system.packages);
}

/** Width of each column of `ps`, negative for text that starts at its left, and what stands in it. */
const COLUMNS: Record<string, [width: number, text: (process: PhoneProcess) => string]> = {
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
  ARGS: [-1, ({ name }) => name],
  CMD: [-1, ({ name }) => name],
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
  const unknown = fields.find((field) => !COLUMNS[field]);
  if (unknown !== undefined) return failWith(context, `ps: bad -o ${unknown}`);
  const showsAll = ["-A", "-e", "-ef", "-Af"].some((flag) => flags.has(flag));
  const pids = values.get("-p")?.split(",").map(Number);
  const wanted = processesOf(context).filter(({ user, pid, name }) => {
    if (pids) return pids.includes(pid);
    if (operands.length > 0) return operands.includes(name) || operands.includes(String(pid));
    return showsAll || user === "shell";
  });
  const header = fields.map((field) => fit(field, field)).join(" ");
  const rows = wanted.map((process) => fields.map((field) => fit(field, COLUMNS[field]![1](process))).join(" "));
  return print(context, [header, ...rows].map((line) => `${line.trimEnd()}\n`).join(""));
};

function fit(field: string, text: string): string {
  const width = COLUMNS[field]![0];
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

/** `pgrep [-f] [-l] PATTERN`. */
const pgrep: Program = async (context) => {
  const { flags, operands } = parseOptions(context.args);
  if (flags.has("--help")) return print(context, "usage: pgrep [-flx] PATTERN\n\n-f\tCheck full command line\n");
  const pattern = new RegExp(operands[0] ?? "");
  const found = processesOf(context).filter(({ name }) => pattern.test(name));
  await print(context, found.map(({ pid, name }) => `${pid}${flags.has("-l") ? ` ${name}` : ""}\n`).join(""));
  return found.length > 0 ? 0 : 1;
};

/** `kill [-SIGNAL] PID…`: the shell user may end apps here, as on a phone whose apps are debuggable. */
const kill: Program = async (context) => {
  let code = 0;
  const isProbe = context.args[0] === "-0";
  for (const pid of context.args.filter((arg) => /^\d+$/.test(arg)).map(Number)) {
    const found = processesOf(context).find((each) => each.pid === pid);
    const isApp = found && context.phone.screen.running().some((each) => each.pid === pid);
    if (isApp && !isProbe) context.phone.screen.stop(found.name);
    else if (!isApp)
      code = await failWith(context, `kill: ${pid}: ${found ? "Operation not permitted" : "No such process"}`);
  }
  return code;
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
  const { profile } = context.phone.system;
  const all = processesOf(context);
  const wanted = all.filter((each) => pid === undefined || pid.split(",").includes(String(each.pid))).slice(0, rows);
  const totalKb = Math.floor(profile.memory_bytes / 1024);
  const usedKb = Math.floor(totalKb * 0.42);
  const cpu = profile.cpu.cores * 100;
  const lines = wanted.map(({ pid: id, user, vsz_kb, rss_kb, name }) => {
    const share = ((rss_kb / totalKb) * 100).toFixed(1);
    const size = (kb: number) => (kb > 1024 ** 2 ? `${(kb / 1024 ** 2).toFixed(1)}G` : `${Math.round(kb / 1024)}M`);
    return `${String(id).padStart(5)} ${user.padEnd(12)} 20   0 ${size(vsz_kb).padStart(5)} ${size(rss_kb).padStart(5)}   0 S  0.0 ${share.padStart(5)}   0:00.00 ${name}`;
  });
  return `Tasks: ${all.length} total,   1 running, ${all.length - 1} sleeping,   0 stopped,   0 zombie
  Mem: ${String(totalKb).padStart(8)}K total, ${String(usedKb).padStart(8)}K used, ${String(totalKb - usedKb).padStart(8)}K free,     4096K buffers
 Swap:        0K total,        0K used,        0K free,   120000K cached
${cpu}%cpu   1%user   0%nice   1%sys ${cpu - 2}%idle   0%iow   0%irq   0%sirq   0%host
  PID USER         PR  NI  VIRT   RES SHR S[%CPU] %MEM     TIME+ ARGS
${lines.map((line) => `${line}\n`).join("")}`;
}

export const processCommands = { kill, pgrep, pidof, ps, top };
