import type { PhoneProfile } from "../types.ts";
import type { PhoneFiles } from "./files.ts";
import type { SystemProps } from "./props.ts";
import { SCRCPY_SERVER_PATH } from "./props.ts";

/** The parts of the system that files under `/proc` and `/system` show. */
export interface TreeFacts {
  profile: PhoneProfile;
  bootId: string;
  files: PhoneFiles;
  props: SystemProps;
}

const DIRECTORIES: [path: string, mode: number][] = [
  ["/data/local/tmp", 0o771],
  ["/data/app", 0o771],
  ["/data/data", 0o771],
  ["/storage/emulated/0", 0o770],
  ["/storage/self", 0o755],
  ["/system/bin", 0o755],
  ["/system/app", 0o755],
  ["/system/priv-app", 0o755],
  ["/system/framework", 0o755],
  ["/vendor", 0o755],
  ["/product", 0o755],
  ["/apex", 0o755],
  ["/mnt", 0o755],
  ["/dev", 0o755],
];

const USER_FOLDERS = [
  "Alarms",
  "Android",
  "DCIM",
  "Documents",
  "Download",
  "Movies",
  "Music",
  "Pictures",
  "Podcasts",
  "Ringtones",
];

/** Lays the file tree a fresh phone comes with. Nothing here holds bytes: texts are made when they are read. */
export function layFileTree(facts: TreeFacts): void {
  const { files, props } = facts;
  for (const [path, mode] of DIRECTORIES) files.mkdir(path, true, mode);
  for (const folder of USER_FOLDERS) files.mkdir(`/storage/emulated/0/${folder}`, true, 0o770);
  files.symlink("/storage/emulated/0", "/sdcard");
  files.symlink("/storage/emulated/0", "/storage/self/primary");
  files.symlink("/storage/self", "/mnt/sdcard");
  files.symlink("/system/bin", "/bin");
  files.makeNull("/dev/null");
  files.provide(SCRCPY_SERVER_PATH, () => "");
  files.provide("/system/build.prop", () => {
    const lines = props.list().filter(([name]) => name.startsWith("ro."));
    return lines.map(([name, value]) => `${name}=${value}\n`).join("");
  });
  layProc(facts);
}

function layProc(facts: TreeFacts): void {
  const { files, profile } = facts;
  files.provide("/proc/version", () => `Linux version 5.15.0-udt (udt@build) #1 SMP PREEMPT 2026-01-01\n`);
  files.provide("/proc/sys/kernel/random/boot_id", () => `${facts.bootId}\n`);
  files.provide("/proc/cpuinfo", () => cpuText(profile.cpu));
  const cores = profile.cpu.cores;
  files.provide("/sys/devices/system/cpu/possible", () => `0-${cores - 1}\n`);
  files.provide("/sys/devices/system/cpu/present", () => `0-${cores - 1}\n`);
}

function cpuText(cpu: PhoneProfile["cpu"]): string {
  const isArm = cpu.abi.startsWith("arm");
  let text = "";
  for (let core = 0; core < cpu.cores; core++) {
    text += `processor\t: ${core}\n`;
    text += isArm
      ? "BogoMIPS\t: 38.40\nCPU implementer\t: 0x41\nCPU architecture: 8\n\n"
      : `model name\t: ${cpu.name}\n\n`;
  }
  return `${text}Hardware\t: ${cpu.name}\n`;
}
