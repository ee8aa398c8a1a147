import { errorText } from "../../system/file-errors.ts";
import { type Program, type ProgramContext, failWith, print } from "../program.ts";
import { zipOf } from "../zip.ts";
import { deviceCommands } from "./device.ts";
import { dumpCommands } from "./dumpsys.ts";
import { logCommands } from "./logcat.ts";
import { processCommands } from "./processes.ts";
import { propertyCommands } from "./properties.ts";

const FOLDER = "/data/user_de/0/com.android.shell/files/bugreports";
const BUGREPORTZ_VERSION = "1.2";
const RULE = "=".repeat(56);

/** The report's parts, by their title and the command that `dumpstate` names with it. */
const SECTIONS: readonly [title: string, program: Program, args: string[]][] = [
  ["MEMORY INFO (/proc/meminfo)", deviceCommands.cat, ["/proc/meminfo"]],
  ["CPU INFO (top -b -n 1)", processCommands.top, ["-b", "-n", "1"]],
  ["PROCESSES AND THREADS (ps -A)", processCommands.ps, ["-A"]],
  ["FILESYSTEMS & FREE SPACE (df)", deviceCommands.df, []],
  ["SYSTEM PROPERTIES (getprop)", propertyCommands.getprop, []],
  [
    "SYSTEM LOG (logcat -v threadtime -v uid -d *:v)",
    logCommands.logcat,
    ["-v", "threadtime", "-v", "uid", "-d", "*:v"],
  ],
  ["EVENT LOG (logcat -b events -v threadtime -d *:v)", logCommands.logcat, ["-b", "events", "-v", "threadtime", "-d"]],
  ["DUMPSYS (/system/bin/dumpsys)", dumpCommands.dumpsys, []],
];

async function reportText(context: ProgramContext, onSection: (done: number) => Promise<void>): Promise<string> {
  const { system } = context.phone;
  const stamp = new Date(system.clock.now()).toISOString().slice(0, 19).replace("T", " ");
  let text = `${RULE}\n== dumpstate: ${stamp}\n${RULE}\n
Build: ${system.props.get("ro.build.display.id") ?? ""}
Build fingerprint: '${system.props.get("ro.build.fingerprint") ?? ""}'
Bootloader: unknown
Radio: unknown
Network: (unknown)
Kernel: ${new TextDecoder().decode(system.files.read("/proc/version")).trim()}
Uptime: up ${Math.round(system.uptime())} seconds
Dumpstate info: id=1 pid=1204 dry_run=0 parallel_run=0 bugreport_mode=default\n\n`;
  for (const [index, [title, program, args]] of SECTIONS.entries()) {
    if (context.signal.aborted) break;
    text += `------ ${title} ------\n`;
    const take = async (output: Uint8Array | string) => {
      text += typeof output === "string" ? output : new TextDecoder().decode(output);
    };
    const { phone, cwd, env, stdin, signal } = context;
    await program({ phone, cwd, env, stdin, signal, args, stdout: take, stderr: take });
    text += "\n";
    await onSection(index + 1);
  }
  return `${text}${RULE}\n== dumpstate: done (id 1)\n${RULE}\n`;
}

const WARNING = `=============================================================================
WARNING: Flat (text file, non-zipped) bugreports are deprecated.
WARNING: Please generate zipped bugreports instead.
WARNING: On the device use: bugreportz
WARNING: On the host use: adb bugreport filename.zip
=============================================================================\n\n\n`;

const bugreport: Program = async (context) => {
  await context.stdout(WARNING);
  return print(context, await reportText(context, () => Promise.resolve()));
};

/**
 * `bugreportz [-p|-s|-v]`: a zip in the phone, whose place it tells; `-p` tells how far it is, `-s` writes the zip itself.
 * https://android.googlesource.com/platform/frameworks/native/+/refs/tags/android-14.0.0_r1/cmds/bugreportz/readme.md
 */
const bugreportz: Program = async (context) => {
  const [option] = context.args;
  if (option === "-v") return failWith(context, BUGREPORTZ_VERSION, 0);
  if (option !== undefined && option !== "-p" && option !== "-s")
    return failWith(
      context,
      "usage: bugreportz [-hpsv]\n  -p: display progress\n  -s: stream content to standard output",
      1,
    );
  const { system } = context.phone;
  const { files, profile, clock } = system;
  const stamp = new Date(clock.now()).toISOString().slice(0, 19).replaceAll(":", "-").replace("T", "-");
  const name = `bugreport-${profile.device}-${system.props.get("ro.build.id") ?? "UDT"}-${stamp}`;
  const path = `${FOLDER}/${name}.zip`;
  if (option === "-p") await context.stdout(`BEGIN:${path}\n`);
  const text = await reportText(context, async (done) => {
    if (option === "-p") await context.stdout(`PROGRESS:${done}/${SECTIONS.length}\n`);
  });
  const entries = new Map([
    ["version.txt", "2.0"],
    ["main_entry.txt", `${name}.txt`],
    [`${name}.txt`, text],
  ]);
  const bytes = zipOf(entries, clock.now());
  if (option === "-s") return print(context, bytes);
  try {
    files.mkdir(FOLDER, true);
    files.write(path, bytes, 0o644);
  } catch (error) {
    await context.stdout(`FAIL:could not write ${path}: ${errorText(error)}\n`);
    return 1;
  }
  return print(context, `OK:${path}\n`);
};

export const bugreportCommands = { bugreport, bugreportz };
