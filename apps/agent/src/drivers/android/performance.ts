/**
 * What a device spends, read from files and services that the shell user may read. Processor times are scheduler ticks of
 * `/proc/stat` and `/proc/<pid>/stat`, the clock is `/proc/uptime`; for traffic see `traffic.ts`.
 * @see https://www.kernel.org/doc/html/v6.6/filesystems/proc.html
 */
import { SaidError, say, textBefore } from "@udt/base";
import { SERIES, type PerformanceSample, type Series } from "@udt/contract";
import type { PerformanceCapability, PerformanceProbe } from "@udt/driver";
import type { Adb } from "@yume-chan/adb";
import { isByNetwork } from "./adb-tcp.ts";
import { quote, runLine } from "./shell.ts";
import { TrafficCounter } from "./traffic.ts";

/** Services cost the device more than reading files does: they are asked from the second sample on, the first that is told. */
const isDue = (turn: number, name: "mem_pss" | "battery"): boolean => turn % SERIES[name].every === 1;
const LAYER_EVERY = 5;
const MARK = "@@";

/** Everything that only grows, as it stood at one moment. */
interface Counters {
  uptime_s: number;
  /** Ticks of all processors, and those that were not idle. */
  all: number;
  busy: number;
  /** Ticks of the app's processes by process. */
  app: Map<number, number>;
  received: number;
  sent: number;
  frames: number | null;
  janky: number | null;
}

export function performanceCapability(adbNow: () => Adb): PerformanceCapability {
  return { probe: (packageName) => new AndroidProbe(adbNow, packageName) };
}

class AndroidProbe implements PerformanceProbe {
  readonly #adbNow: () => Adb;
  readonly #packageName: string | null;
  #count = 0;
  #before: Counters | undefined;
  #pids: number[] = [];
  readonly #traffic: TrafficCounter;
  #isSimulated = false;
  /** A surface that the app draws by itself, as games do; the toolkit counts no frames of it. */
  #layer: string | undefined;
  /** When the newest frame of it was shown. */
  #shown: number | undefined;

  constructor(adbNow: () => Adb, packageName: string | null) {
    this.#adbNow = adbNow;
    this.#packageName = packageName;
    this.#traffic = new TrafficCounter(packageName, () => isByNetwork(adbNow().serial));
  }

  async sample(signal: AbortSignal): Promise<PerformanceSample | undefined> {
    const turn = this.#count++;
    const { stdout } = await runLine(this.#adbNow(), this.#line(turn), signal);
    const parts = stdout.split(`${MARK}\n`);
    const [system = "", processes = "", app = "", memory = "", battery = "", layers = "", latency = ""] = parts;
    const now: Counters = { ...parseSystem(system), app: parseProcesses(app), ...parseFrames(app) };
    const traffic = this.#traffic.sample(parts[7] ?? "", parts[8] ?? "", now, now.uptime_s);
    // The app's processes are those of the sample before: one that has just started counts from its first.
    this.#pids = this.#packageName === null ? [] : pidsOf(processes, this.#packageName);
    this.#isSimulated ||= parts[9]?.trim() === "simulated";
    const shown = this.#newFrames(latency);
    if (turn % LAYER_EVERY === 0 && this.#packageName !== null) this.#follow(layerOf(layers, this.#packageName));
    const before = this.#before;
    this.#before = now;
    if (!before || now.uptime_s <= before.uptime_s) return undefined;
    const spent = difference(before, now, this.#packageName !== null);
    const fps = shown === undefined ? spent.fps : rounded(shown / (now.uptime_s - before.uptime_s));
    // The toolkit knows nothing of frames that the app shows by itself.
    const jank = shown === undefined ? spent.jank : null;
    // What was not read now is told as nothing: a number from before would be dated anew.
    const read = { ...parseMemory(memory), battery: parseBattery(battery), temperature: parseTemperature(battery) };
    const { net_of, ...rates } = traffic;
    return { values: { ...spent, ...rates, fps, jank, ...read }, net_of, is_simulated: this.#isSimulated };
  }

  #follow(layer: string | undefined): void {
    if (layer === this.#layer) return;
    this.#layer = layer;
    this.#shown = undefined;
  }

  /** Frames of the app's own surface since the sample before; undefined when it has none, or had none then. */
  #newFrames(latency: string): number | undefined {
    if (this.#layer === undefined) return undefined;
    const times = parsePresents(latency);
    const from = this.#shown;
    this.#shown = Math.max(from ?? 0, ...times);
    return from === undefined ? undefined : times.filter((time) => time > from).length;
  }

  /** One line for all, so that a sample is one process to start from afar. */
  #line(turn: number): string {
    const name = this.#packageName;
    const pids = this.#pids;
    const parts = ["cat /proc/uptime /proc/stat /proc/net/dev"];
    parts.push(name === null ? "" : "ps -A -o PID,NAME");
    const stats = pids.length > 0 ? `cat ${pids.map((pid) => `/proc/${pid}/stat`).join(" ")} 2>/dev/null; ` : "";
    // https://android.googlesource.com/platform/frameworks/base/+/android-14.0.0_r1/libs/hwui/ProfileData.cpp
    parts.push(
      name === null ? "" : `${stats}dumpsys gfxinfo ${quote(name)} | grep -E 'Total frames rendered|Janky frames:'`,
    );
    // https://android.googlesource.com/platform/frameworks/base/+/android-14.0.0_r1/core/java/android/app/ActivityThread.java
    parts.push(isDue(turn, "mem_pss") ? pids.map((pid) => `dumpsys meminfo -s ${pid}`).join("; ") : "");
    parts.push(isDue(turn, "battery") ? "dumpsys battery" : "");
    // https://android.googlesource.com/platform/frameworks/native/+/android-14.0.0_r1/services/surfaceflinger/FrameTracker.cpp
    const asksLayers = name !== null && turn % LAYER_EVERY === 0;
    parts.push(asksLayers ? "dumpsys SurfaceFlinger --list | grep SurfaceView" : "");
    parts.push(this.#layer === undefined ? "" : `dumpsys SurfaceFlinger --latency ${quote(this.#layer)}`);
    parts.push(...this.#traffic.lines());
    parts.push(turn === 0 ? "getprop ro.udt.load" : "");
    return parts.map((part) => part || "true").join(`; echo ${MARK}; `);
  }
}

/** `/proc/uptime`, the first line of `/proc/stat` and all of `/proc/net/dev`. */
export function parseSystem(text: string): Omit<Counters, "app" | "frames" | "janky"> {
  const uptime = /^([\d.]+) [\d.]+$/m.exec(text)?.[1];
  const cpu = /^cpu (.+)$/m.exec(text)?.[1];
  if (uptime === undefined || cpu === undefined) throw new SaidError(say("device_processor_times"));
  // user nice system idle iowait irq softirq steal; guests are counted in user already.
  const ticks = cpu.trim().split(/\s+/).slice(0, 8).map(Number);
  const all = ticks.reduce((sum, one) => sum + one, 0);
  let received = 0;
  let sent = 0;
  for (const [, name, columns = ""] of text.matchAll(/^[ \t]*([\w.@-]+):[ \t]*((?:\d+[ \t]+){15}\d+)[ \t]*$/gm)) {
    if (name === "lo") continue;
    const bytes = columns.split(/\s+/);
    received += Number(bytes[0]);
    sent += Number(bytes[8]);
  }
  return { uptime_s: Number(uptime), all, busy: all - (ticks[3] ?? 0) - (ticks[4] ?? 0), received, sent };
}

/** The processes of a package: one is named after it, others `package:name`. */
export function pidsOf(text: string, packageName: string): number[] {
  return [...text.matchAll(/^[ \t]*(\d+) (\S+)[ \t]*$/gm)]
    .filter(([, , name = ""]) => name === packageName || name.startsWith(`${packageName}:`))
    .map(([, pid]) => Number(pid));
}

/** Lines of `/proc/<pid>/stat`: the name in brackets may hold anything; `utime` and `stime` are the 12th and 13th field behind it. */
export function parseProcesses(text: string): Map<number, number> {
  return new Map(
    [...text.matchAll(/^(\d+) \(.*\) (.+)$/gm)].map(([, pid, rest = ""]) => {
      const fields = rest.split(" ");
      return [Number(pid), Number(fields[11]) + Number(fields[12])];
    }),
  );
}

/**
 * Of all the package's processes; null when none draws. Since Android 12 a frame is janky when it missed its deadline;
 * what `Janky frames (legacy)` counts there is any that took longer than a turn of the display, as in all releases before.
 */
export function parseFrames(text: string): { frames: number | null; janky: number | null } {
  return {
    frames: sumOf(text, /^[ \t]*Total frames rendered: (\d+)/gm),
    janky: sumOf(text, /^[ \t]*Janky frames: (\d+)/gm),
  };
}

/** Null where there is none at all. */
function sumOf(text: string, pattern: RegExp): number | null {
  const found = [...text.matchAll(pattern)];
  return found.length === 0 ? null : found.reduce((sum, [, number]) => sum + Number(number), 0);
}

/**
 * The name of a package's own surface among the system's layers: `SurfaceView[package/activity](BLAST)#7`, or
 * `SurfaceView - package/activity#0` of old; newer systems put it into a `RequestedLayerState{… parentId=…}`.
 */
export function layerOf(text: string, packageName: string): string | undefined {
  const names = text
    .split("\n")
    .map((line) => textBefore(line.trim().replace(/^RequestedLayerState\{/, ""), " parentId="))
    .filter((name) => /^SurfaceView(?: - |\[)/.test(name) && name.includes(`${packageName}/`));
  return names.find((name) => name.includes("(BLAST)")) ?? names[0];
}

/** A frame not shown yet has the highest number there is. */
const PENDING = 2 ** 62;

/** When the last 128 frames of a surface were shown, in nanoseconds: the second of three columns. */
export function parsePresents(text: string): number[] {
  return [...text.matchAll(/^\d+\s+(\d+)\s+\d+\s*$/gm)]
    .map(([, shown]) => Number(shown))
    .filter((time) => time > 0 && time < PENDING);
}

/** What the `App Summary` calls each part. `TOTAL PSS:` stands there since Android 11, `TOTAL:` before. */
const MEMORY_ROWS = {
  mem_pss: /^[ \t]*TOTAL(?: PSS)?:[ \t]+(\d+)/gm,
  mem_java: /^[ \t]*Java Heap:[ \t]+(\d+)/gm,
  mem_native: /^[ \t]*Native Heap:[ \t]+(\d+)/gm,
  mem_graphics: /^[ \t]*Graphics:[ \t]+(\d+)/gm,
  mem_code: /^[ \t]*Code:[ \t]+(\d+)/gm,
  mem_stack: /^[ \t]*Stack:[ \t]+(\d+)/gm,
} as const satisfies { [Name in Series]?: RegExp };
type MemoryParts = Record<keyof typeof MEMORY_ROWS, number | null>;

/** MB, of all processes together. */
export const parseMemory = (text: string): MemoryParts =>
  Object.fromEntries(Object.entries(MEMORY_ROWS).map(([name, row]) => [name, inMb(sumOf(text, row))])) as MemoryParts;
const inMb = (kb: number | null) => (kb === null ? null : rounded(kb / 1024));

export function parseBattery(text: string): number | null {
  const level = /^[ \t]*level: (\d+)/m.exec(text)?.[1];
  return level === undefined ? null : Number(level);
}

/** Degrees Celsius; the service counts tenths. */
export function parseTemperature(text: string): number | null {
  const tenths = /^[ \t]*temperature: (-?\d+)/m.exec(text)?.[1];
  return tenths === undefined ? null : Number(tenths) / 10;
}

function difference(
  before: Counters,
  now: Counters,
  hasApp: boolean,
): Record<"cpu_app" | "cpu_total" | "fps" | "jank", number | null> {
  const seconds = now.uptime_s - before.uptime_s;
  const ticks = now.all - before.all;
  const percent = (part: number) => (ticks > 0 ? rounded(Math.min(100, Math.max(0, (part / ticks) * 100))) : null);
  // A counter that went back belongs to something that was started anew.
  const rate = (from: number, to: number) => rounded(Math.max(0, to - from) / seconds);
  const counted = (from: number | null, to: number | null) => (from === null || to === null ? null : rate(from, to));
  const appTicks = [...now.app].reduce(
    (sum, [pid, spent]) => sum + Math.max(0, spent - (before.app.get(pid) ?? spent)),
    0,
  );
  return {
    cpu_app: hasApp && now.app.size > 0 ? percent(appTicks) : null,
    cpu_total: percent(now.busy - before.busy),
    fps: counted(before.frames, now.frames),
    jank: counted(before.janky, now.janky),
  };
}

const rounded = (value: number): number => Math.round(value * 100) / 100;
