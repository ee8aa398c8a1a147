/** The model as files, where performance tools of Linux look. */
import type { PhoneProfile } from "../../types.ts";
import type { PhoneFiles } from "../files.ts";
import { DAEMONS } from "./daemons.ts";
import { packetsOf } from "./traffic.ts";
import { MEMORY_KB } from "./costs.ts";
import { layProcess } from "./process-files.ts";
import type { Usage } from "./usage.ts";

export interface LoadFacts {
  files: PhoneFiles;
  profile: PhoneProfile;
  usage: Usage;
  uptime(): number;
}

export function layLoadFiles(facts: LoadFacts): void {
  const { files, profile, usage } = facts;
  files.provide("/proc/stat", () => cpuText(usage, profile.cpu.cores));
  files.provide("/proc/uptime", () => `${facts.uptime().toFixed(2)} ${(usage.totalTicks().idle / 100).toFixed(2)}\n`);
  files.provide("/proc/meminfo", () => memoryText(usage));
  files.provide("/proc/loadavg", () => {
    const averages = usage.averages().map((value) => value.toFixed(2));
    return `${averages.join(" ")} 1/312 4021\n`;
  });
  files.provide("/proc/net/dev", () => networkText(usage));
  const settled = <T>(read: () => T): T => {
    usage.settle();
    return read();
  };
  const { battery, thermals } = usage;
  const milli = (degrees: number) => `${Math.round(degrees * 1000)}\n`;
  files.provide("/sys/class/thermal/thermal_zone0/type", () => "cpu\n");
  files.provide("/sys/class/thermal/thermal_zone0/temp", () => settled(() => milli(thermals.processor)));
  files.provide("/sys/class/thermal/thermal_zone1/type", () => "battery\n");
  files.provide("/sys/class/thermal/thermal_zone1/temp", () => settled(() => milli(thermals.battery)));
  const power = (name: string, read: () => string | number) =>
    files.provide(`/sys/class/power_supply/battery/${name}`, () => settled(() => `${read()}\n`));
  power("capacity", () => battery.level);
  power("charge_counter", () => battery.charge_uah);
  power("cycle_count", () => battery.cycles);
  power("temp", () => Math.round(thermals.battery * 10));
  power("voltage_now", () => battery.millivolts * 1000);
  for (const { pid, name, rss_kb, vsz_kb } of DAEMONS) layProcess(facts, { pid, name, rss_kb: () => rss_kb, vsz_kb });
}

export function memoryText(usage: Usage): string {
  const { total_kb, used_kb } = usage.memory();
  const available = total_kb - used_kb;
  const row = (name: string, kb: number) => `${`${name}:`.padEnd(16)}${String(kb).padStart(8)} kB\n`;
  return (
    row("MemTotal", total_kb) +
    row("MemFree", Math.floor(available * 0.6)) +
    row("MemAvailable", available) +
    row("Buffers", 4096) +
    row("Cached", Math.floor(available * 0.4)) +
    row("Shmem", MEMORY_KB.shared) +
    row("SwapTotal", 0) +
    row("SwapFree", 0)
  );
}

/** Jiffies since boot: what `top` and performance tools take their differences of. */
function cpuText(usage: Usage, cores: number): string {
  const { user, system, idle } = usage.totalTicks();
  const row = (name: string, share: number) =>
    `${name} ${[user, 0, system, idle].map((ticks) => Math.floor(ticks * share)).join(" ")} 0 0 0 0 0 0\n`;
  let text = row("cpu ", 1);
  for (let core = 0; core < cores; core++) text += row(`cpu${core}`, 1 / cores);
  return `${text}processes 4021\nprocs_running 1\n`;
}

function networkText(usage: Usage): string {
  const { received, sent } = usage.traffic.all;
  const row = (name: string, down: number, up: number) =>
    `${name.padStart(6)}: ${down} ${packetsOf(down)} 0 0 0 0 0 0 ${up} ${packetsOf(up)} 0 0 0 0 0 0\n`;
  return (
    "Inter-|   Receive                                                |  Transmit\n" +
    " face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets errs drop fifo colls carrier compressed\n" +
    row("lo", 0, 0) +
    row("wlan0", received, sent)
  );
}
