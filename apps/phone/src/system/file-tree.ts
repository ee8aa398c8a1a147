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
  uptime(): number;
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
  files.provide(
    "/proc/uptime",
    () => `${facts.uptime().toFixed(2)} ${(facts.uptime() * profile.cpu.cores * 0.95).toFixed(2)}\n`,
  );
  files.provide("/proc/loadavg", () => "0.05 0.03 0.01 1/312 4021\n");
  files.provide("/proc/meminfo", () => memoryText(profile.memory_bytes));
  files.provide("/proc/cpuinfo", () => cpuText(profile.cpu));
  files.provide("/proc/stat", () => cpuStatText(facts.uptime(), profile.cpu.cores));
  const cores = profile.cpu.cores;
  files.provide("/sys/devices/system/cpu/possible", () => `0-${cores - 1}\n`);
  files.provide("/sys/devices/system/cpu/present", () => `0-${cores - 1}\n`);
  files.provide("/sys/class/thermal/thermal_zone0/temp", () => "31500\n");
}

/** Memory that this phone reports as used, the same share on every phone. */
const USED_SHARE = 0.42;

export function memoryText(totalBytes: number): string {
  const totalKb = Math.floor(totalBytes / 1024);
  const availableKb = Math.floor(totalKb * (1 - USED_SHARE));
  const row = (name: string, kb: number) => `${`${name}:`.padEnd(16)}${String(kb).padStart(8)} kB\n`;
  return (
    row("MemTotal", totalKb) +
    row("MemFree", Math.floor(availableKb * 0.6)) +
    row("MemAvailable", availableKb) +
    row("Buffers", 4096) +
    row("Cached", Math.floor(availableKb * 0.4)) +
    row("SwapTotal", 0) +
    row("SwapFree", 0)
  );
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

/**
 * Jiffies since boot: what `top` and performance tools take their differences of. Busy is what the process that hosts the
 * phone really used, so that drawing and encoding show; phones of one process share it.
 */
function cpuStatText(uptimeSeconds: number, cores: number): string {
  const { user, system } = process.cpuUsage();
  const userJiffies = Math.floor(user / 10_000);
  const systemJiffies = Math.floor(system / 10_000);
  const all = Math.floor(uptimeSeconds * 100) * cores;
  const row = (name: string, share: number) => {
    const busy = [userJiffies, systemJiffies].map((jiffies) => Math.floor(jiffies * share));
    return `${name} ${busy[0]} 0 ${busy[1]} ${Math.max(0, Math.floor(all * share) - busy[0]! - busy[1]!)} 0 0 0 0 0 0\n`;
  };
  let text = row("cpu ", 1);
  for (let core = 0; core < cores; core++) text += row(`cpu${core}`, 1 / cores);
  return `${text}processes 4021\nprocs_running 1\n`;
}
