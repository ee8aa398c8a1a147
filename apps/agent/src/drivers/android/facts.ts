import { SaidError, say } from "@udt/base";
import type { DeviceFacts } from "@udt/driver";
import { LIMITS } from "@udt/contract";
import type { Adb } from "@yume-chan/adb";
import { parseDf } from "./health.ts";
import { runLine } from "./shell.ts";

/** `getprop` without arguments: one `[name]: [value]` a line; a value may span lines. */
export function parseProps(output: string): Map<string, string> {
  const props = new Map<string, string>();
  let name: string | undefined;
  let lines: string[] = [];
  for (const line of output.split(/\r?\n/)) {
    let last = line;
    if (name === undefined) {
      const opening = /^\[([^\]]+)\]: \[/.exec(line);
      if (!opening) continue;
      [, name = ""] = opening;
      last = line.slice(opening[0].length);
      lines = [];
    }
    lines.push(last);
    // Asked of the last line alone: a value that has no end would be copied for each line of it.
    if (!last.endsWith("]")) continue;
    props.set(name, lines.join("\n").slice(0, -1));
    name = undefined;
  }
  return props;
}

/** `wm size`: an override, when set, is what the screen shows. */
export function parseSize(output: string): { width: number; height: number } {
  const match = /Override size: (\d+)x(\d+)/.exec(output) ?? /Physical size: (\d+)x(\d+)/.exec(output);
  return match ? { width: Number(match[1]), height: Number(match[2]) } : { width: 0, height: 0 };
}

/** Of what a battery can be while it still answers; beyond it the gauge is broken. */
const CELSIUS = { min: -40, max: 120 };

/**
 * `dumpsys battery`. Status 2 is charging and 5 full (`BatteryManager.BATTERY_STATUS_*`); the temperature is told in tenths of
 * a degree.
 */
export function parseBattery(
  output: string,
): Pick<DeviceFacts, "battery_level" | "battery_charging" | "battery_celsius"> {
  const lines = output.split("\n").map((line) => line.trim());
  const field = (name: string) => lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
  const level = Number(field("level") ?? Number.NaN);
  const powered = /^[ \t]*(AC|USB|Wireless|Dock) powered: true/m.test(output);
  const isThere = field("present") !== "false";
  const known = isThere && Number.isInteger(level) && level >= 0 && level <= 100;
  const celsius = Number.parseInt(field("temperature") ?? "", 10) / 10;
  return {
    battery_celsius: isThere && celsius >= CELSIUS.min && celsius <= CELSIUS.max ? celsius : null,
    battery_level: known ? level : null,
    battery_charging: field("status") === "2" || (field("status") === "5" && powered),
  };
}

/** What the kernel says of how often the battery was charged in full; many let nobody read it, and some say -1. */
export function parseCycles(output: string): number | null {
  const text = output.trim();
  if (!/^\d+$/.test(text)) return null;
  const cycles = Number(text);
  return cycles <= LIMITS.battery_cycles_max ? cycles : null;
}

/** The renderer of `GLES: <vendor>, <renderer>, <version>` in `dumpsys SurfaceFlinger`. */
export function parseGpu(line: string): string {
  const parts = /GLES:\s*(.*)/.exec(line)?.[1]?.split(",") ?? [];
  return (parts[1] ?? parts[0] ?? "").trim();
}

/** `MemTotal:  7890123 kB` of `/proc/meminfo`, in bytes. */
export const parseMemory = (meminfo: string): number => Number(/^MemTotal:\s+(\d+) kB/m.exec(meminfo)?.[1] ?? 0) * 1024;

export function parseCpu(
  cpuinfo: string,
  props: ReadonlyMap<string, string>,
): Pick<DeviceFacts, "cpu_name" | "cpu_arch" | "cpu_cores"> {
  const soc = [props.get("ro.soc.manufacturer"), props.get("ro.soc.model")].filter(Boolean).join(" ");
  const named = /^(?:Hardware|model name)[ \t]*:(.*)$/m.exec(cpuinfo)?.[1]?.trim();
  return {
    cpu_name: soc || named || (props.get("ro.board.platform") ?? ""),
    cpu_arch: props.get("ro.product.cpu.abi") ?? "",
    cpu_cores: cpuinfo.match(/^processor\s*:/gm)?.length ?? 0,
  };
}

/** Emulators say so in one of these; a phone with glass says it in none. */
export function isVirtual(props: ReadonlyMap<string, string>): boolean {
  const hardware = props.get("ro.hardware") ?? "";
  return (
    props.get("ro.boot.qemu") === "1" ||
    props.get("ro.kernel.qemu") === "1" ||
    ["goldfish", "ranchu", "vbox86", "redroid", "udt"].includes(hardware) ||
    hardware.startsWith("cutf") ||
    props.get("ro.product.brand")?.toLowerCase() === "udt"
  );
}

/** All facts in a few parallel round trips. Texts are cut to what the wire carries. */
export async function readFacts(adb: Adb, signal: AbortSignal): Promise<DeviceFacts> {
  const text = async (line: string) => (await runLine(adb, line, signal)).stdout;
  const [getprop, size, cpuinfo, meminfo, battery, gles, nproc, cycles, room] = await Promise.all([
    text("getprop"),
    text("wm size"),
    text("cat /proc/cpuinfo"),
    text("cat /proc/meminfo"),
    text("dumpsys battery"),
    text("dumpsys SurfaceFlinger | grep -m 1 GLES"),
    text("nproc"),
    text("cat /sys/class/power_supply/battery/cycle_count"),
    text("df -k /data"),
  ]);
  const props = parseProps(getprop);
  if (props.get("sys.boot_completed") !== "1") throw new SaidError(say("device_starting"));
  const prop = (name: string) => (props.get(name) ?? "").slice(0, 100);
  const cpu = parseCpu(cpuinfo, props);
  return {
    os: "android",
    os_version: prop("ro.build.version.release"),
    brand: prop("ro.product.brand"),
    model: prop("ro.product.model"),
    hardware_model: prop("ro.product.device"),
    ...parseSize(size),
    cpu_name: cpu.cpu_name.slice(0, 200),
    cpu_arch: cpu.cpu_arch.slice(0, 100),
    cpu_cores: Number.parseInt(nproc, 10) || cpu.cpu_cores,
    gpu: parseGpu(gles).slice(0, 200),
    memory_bytes: parseMemory(meminfo),
    ...parseBattery(battery),
    battery_cycles: parseCycles(cycles),
    free_bytes: null,
    total_bytes: null,
    ...parseDf(room),
    is_virtual: isVirtual(props),
  };
}
