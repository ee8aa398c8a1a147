import { posix } from "node:path";
import type { NonEmpty } from "@udt/base";
import { errorText } from "../../system/file-errors.ts";
import { wallTime } from "../../system/time-zone.ts";
import { SHELL_UID } from "../../system/users.ts";
import { parseOptions } from "../options.ts";
import { type Program, type ProgramContext, aborted, failWith, print, readerOf } from "../program.ts";

const userOf = ({ phone }: ProgramContext) => phone.user ?? { uid: SHELL_UID, name: "shell" };

const id: Program = async (context) => {
  const { uid, name } = userOf(context);
  if (context.args[0] === "-u") return print(context, `${context.args.includes("-n") ? name : uid}\n`);
  if (context.phone.user) {
    const label = "u:r:runas_app:s0:c512,c768";
    return print(
      context,
      `uid=${uid}(${name}) gid=${uid}(${name}) groups=${uid}(${name}),3003(inet) context=${label}\n`,
    );
  }
  return print(
    context,
    "uid=2000(shell) gid=2000(shell) groups=2000(shell),1004(input),1007(log),1011(adb),1015(sdcard_rw),3003(inet) context=u:r:shell:s0\n",
  );
};

const whoami: Program = (context) => print(context, `${userOf(context).name}\n`);

const uname: Program = async (context) => {
  const { cpu } = context.phone.system.profile;
  const machine = cpu.abi === "arm64-v8a" ? "aarch64" : cpu.abi;
  const parts = {
    s: "Linux",
    n: "localhost",
    r: "5.15.0-udt",
    v: "#1 SMP PREEMPT 2026-01-01",
    m: machine,
    o: "Toybox",
  };
  const letters = context.args.flatMap((arg) => [...arg.replace(/^-+/, "")]);
  if (letters.includes("a")) return print(context, `${Object.values(parts).join(" ")}\n`);
  const wanted = Object.entries(parts).filter(([letter]) =>
    letters.length > 0 ? letters.includes(letter) : letter === "s",
  );
  return print(context, `${wanted.map(([, text]) => text).join(" ")}\n`);
};

const uptime: Program = async (context) => {
  const { system } = context.phone;
  const seconds = Math.floor(system.uptime());
  const days = Math.floor(seconds / 86_400);
  const clock = `${String(Math.floor((seconds % 86_400) / 3600)).padStart(2)}:${String(Math.floor((seconds % 3600) / 60)).padStart(2, "0")}`;
  const now = wallTime(system.clock.now(), system.props.timeZone).slice(11, 19);
  return print(
    context,
    ` ${now} up ${days > 0 ? `${days} days, ` : ""}${clock},  0 users,  load average: 0.05, 0.03, 0.01\n`,
  );
};

type Mount = readonly [name: string, totalBytes: number, freeBytes: number, mountedOn: string];

/** `df [-h] [PATH]`: one data partition with the phone's capacity, and read-only system ones. */
const df: Program = async (context) => {
  const { flags, operands } = parseOptions(context.args);
  const { files } = context.phone.system;
  const mounts: NonEmpty<Mount> = [
    ["/dev/block/dm-5", 1024 ** 3, 0, "/"],
    ["/dev/block/dm-50", files.capacityBytes, files.freeBytes, "/data"],
    ["/dev/fuse", files.capacityBytes, files.freeBytes, "/storage/emulated"],
  ];
  const shown =
    operands.length === 0
      ? mounts
      : operands.map((path) => mountOf(mounts, files.exists(path) ? files.realpath(path) : path));
  const format = (bytes: number) => (flags.has("-h") ? human(bytes) : String(Math.floor(bytes / 1024)));
  const rows = shown.map(([name, total, free, on]) => {
    const used = total - free;
    const percent = `${total === 0 ? 0 : Math.round((used / total) * 100)}%`;
    return `${name.padEnd(18)} ${format(total).padStart(10)} ${format(used).padStart(10)} ${format(free).padStart(10)} ${percent.padStart(4)} ${on}\n`;
  });
  const unit = flags.has("-h") ? "Size" : "1K-blocks";
  return print(
    context,
    `${"Filesystem".padEnd(18)} ${unit.padStart(10)} ${"Used".padStart(10)} ${"Available".padStart(10)} Use% Mounted on\n${rows.join("")}`,
  );
};

function mountOf(mounts: NonEmpty<Mount>, path: string): Mount {
  return mounts.findLast(([, , , on]) => path === on || path.startsWith(on === "/" ? "/" : `${on}/`)) ?? mounts[0];
}

function human(bytes: number): string {
  for (const [unit, size] of [
    ["G", 1024 ** 3],
    ["M", 1024 ** 2],
    ["K", 1024],
  ] as const)
    if (bytes >= size) return `${(bytes / size).toFixed(1)}${unit}`;
  return `${bytes}`;
}

/** Chunk by chunk, so that a large file needs no second copy. */
const cat: Program = async (context) => {
  const paths = context.args.filter((arg) => arg === "-" || !arg.startsWith("-"));
  let code = 0;
  for (const path of paths.length > 0 ? paths : ["-"]) {
    if (path === "-") {
      for (let part = await context.stdin.some(); part && !context.signal.aborted; part = await context.stdin.some())
        await context.stdout(part);
      continue;
    }
    try {
      const chunks = context.phone.system.files.chunks(posix.resolve(context.cwd, path), readerOf(context.phone));
      for (const chunk of chunks) await context.stdout(chunk);
    } catch (error) {
      if (context.signal.aborted) return 1;
      code = await failWith(context, `cat: ${path}: ${errorText(error)}`);
    }
  }
  return code;
};

const media: Program = async (context) => {
  const { values, flags, operands } = parseOptions(context.args, ["--stream", "--set", "--adj"]);
  if (operands[0] !== "volume") return failWith(context, `[ERROR] Unknown command: ${operands[0] ?? ""}`);
  const { settings } = context.phone.system;
  const level = values.get("--set");
  if (level !== undefined)
    settings.put("system", "volume_music", String(Math.min(15, Math.max(0, Number(level) || 0))));
  if (level === undefined && !flags.has("--get")) return failWith(context, "[ERROR] need --set or --get");
  return print(
    context,
    `[V] will control stream=3 (STREAM_MUSIC)\n[V] volume is ${settings.get("system", "volume_music")} in range [0..15]\n`,
  );
};

/** Nothing is sent to input devices but what this phone's own services send, so it waits in silence. */
const getevent: Program = async (context) => {
  const devices = 'add device 1: /dev/input/event0\n  name:     "virtual_touch"\n';
  if (context.args.includes("-p") || context.args.includes("-il")) return print(context, devices);
  await context.stdout(devices);
  await aborted(context.signal);
  return 0;
};

/** `start` and `stop` need root. */
const needsRoot: Program = (context) => failWith(context, "must be root");

const reboot: Program = (context) => failWith(context, "reboot: only through adb reboot on this phone");

const ZEROS = new Uint8Array(64 * 1024);

/** `dd if= of= bs= count= skip=`, chunk by chunk. */
const dd: Program = async (context) => {
  const values = Object.fromEntries(context.args.map((arg) => arg.split("=", 2) as [string, string]));
  const unit = sizeOf(values["bs"] ?? "512");
  let skip = Number(values["skip"] ?? 0) * unit;
  let left = values["count"] === undefined ? Infinity : Number(values["count"]) * unit;
  let copied = 0;
  try {
    const write = ddOutput(context, values["of"]);
    for await (const chunk of ddInput(context, values["if"])) {
      const part = chunk.subarray(skip, skip + left);
      skip = Math.max(0, skip - chunk.length);
      if (part.length > 0) await write(part);
      copied += part.length;
      left -= part.length;
      if (left <= 0 || context.signal.aborted) break;
    }
  } catch (error) {
    return failWith(context, `dd: ${values["of"] ?? values["if"] ?? "stdin"}: ${errorText(error)}`);
  }
  const records = `${Math.floor(copied / unit)}+${copied % unit ? 1 : 0}`;
  await context.stderr(`${records} records in\n${records} records out\n${copied} bytes copied\n`);
  return 0;
};

async function* ddInput(context: ProgramContext, name: string | undefined): AsyncGenerator<Uint8Array> {
  if (name === "/dev/zero") for (;;) yield ZEROS;
  if (name !== undefined)
    yield* context.phone.system.files.chunks(posix.resolve(context.cwd, name), readerOf(context.phone));
  else for (let part = await context.stdin.some(); part; part = await context.stdin.some()) yield part;
}

function ddOutput(context: ProgramContext, name: string | undefined): (part: Uint8Array) => Promise<void> {
  if (name === undefined) return context.stdout;
  const path = posix.resolve(context.cwd, name);
  context.phone.system.files.assertShellMayWrite(path, "open");
  const writer = context.phone.system.files.writer(path);
  return async (part) => writer.append(part);
}

function sizeOf(text: string): number {
  const units: Record<string, number> = { k: 1024, K: 1024, m: 1024 ** 2, M: 1024 ** 2, G: 1024 ** 3 };
  return Number.parseInt(text, 10) * (units[text.at(-1) ?? ""] ?? 1);
}

export const deviceCommands = {
  cat,
  dd,
  df,
  getevent,
  id,
  media,
  reboot,
  start: needsRoot,
  stop: needsRoot,
  uname,
  uptime,
  whoami,
};
