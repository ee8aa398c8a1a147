/** What `dumpsys` tells of load; all of it comes from one model, see `system/load`. */
import { HEAT } from "../../system/load/costs.ts";
import { type Bytes, packetsOf } from "../../system/load/traffic.ts";
import { listProcesses } from "../../system/processes.ts";
import type { ProgramContext } from "../program.ts";
import { dumpBattery } from "./dump-battery.ts";
import { dumpMemory } from "./dump-memory.ts";
import { frameLatency, frameStats, frameSummary } from "./dump-frames.ts";

type Dump = (context: ProgramContext, args: string[]) => string;

const uptimeMs = (context: ProgramContext): number => Math.round(context.phone.system.uptime() * 1000);
const stamp = (context: ProgramContext): string => `Uptime: ${uptimeMs(context)} Realtime: ${uptimeMs(context)}\n`;

/** The process of a name or a number. */
function findProcess(context: ProgramContext, wanted: string | undefined) {
  return listProcesses(context.phone).find(({ name, pid }) => name === wanted || String(pid) === wanted);
}

const processors: Dump = (context) => {
  const { usage, profile } = context.phone.system;
  const { over_ms, percent } = usage.recent();
  const parts = (share: number) => `${(share * 0.8).toFixed(1)}% user + ${(share * 0.2).toFixed(1)}% kernel`;
  const rows = listProcesses(context.phone)
    .map(({ pid, name }) => ({ pid, name, share: percent.get(pid) ?? 0 }))
    .filter(({ share }) => share > 0)
    .toSorted((a, b) => b.share - a.share)
    .map(({ pid, name, share }) => `  ${share.toFixed(1)}% ${pid}/${name}: ${parts(share)}\n`);
  const total = [...percent.values()].reduce((sum, share) => sum + share, 0) / profile.cpu.cores;
  const averages = usage.averages().map((value) => value.toFixed(2));
  return `Load: ${averages.join(" / ")}\nCPU usage from ${over_ms}ms to 0ms ago:\n${rows.join("")}${total.toFixed(1)}% TOTAL: ${parts(total)}\n`;
};

const frames: Dump = (context, args) => {
  const process = findProcess(context, args[0]);
  if (!process?.load) return `No process found for: ${args[0] ?? ""}\n`;
  const stats = args.includes("framestats") ? frameStats(process.load) : "";
  return `Applications Graphics Acceleration Info:
${stamp(context)}
** Graphics info for pid ${process.pid} [${process.name}] **

${frameSummary(process.load)}${stats}`;
};

const surfaceFlinger: Dump = (context, args) => {
  const { package_name, activity } = context.phone.screen.focused();
  if (args[0] === "--list") return `${package_name}/${activity}#1\nStatusBar#2\nNavigationBar0#3\n`;
  if (args[0] === "--latency") {
    const named = args[1]?.split("/")[0];
    return frameLatency(context.phone.system.usage.app(named ?? package_name));
  }
  const { screen } = context.phone;
  const { width, height } = screen.size();
  const power = screen.isAwake() && !screen.isDark() ? "On" : "Off";
  return `GLES: UDT, ${context.phone.system.profile.gpu}, OpenGL ES 3.2\nDisplay 0\n  powerMode=${power}\nDisplay 0 HWC layers:\n  ${package_name}/${activity}#1  0 0 ${width} ${height}\nrefresh-rate: 60.00 Hz\n`;
};

/** `Temperature` of Android's thermal HAL: type 0 is the processor, 2 the battery. */
const thermal: Dump = (context) => {
  const { usage } = context.phone.system;
  usage.settle();
  const { thermals } = usage;
  const row = (degrees: number, type: number, name: string) =>
    `\tTemperature{mValue=${degrees.toFixed(2)}, mType=${type}, mName=${name}, mStatus=${type === 0 ? thermals.status : 0}}\n`;
  const rows = row(thermals.processor, 0, "CPU") + row(thermals.battery, 2, "battery");
  const hot = ["NaN", ...HEAT.thresholds.map((degrees) => degrees.toFixed(1)), "NaN", "NaN", "NaN"].join(", ");
  return `IsStatusOverride: false
ThermalEventListeners:
\tcallbacks: 0
Thermal Status: ${thermals.status}
Cached temperatures:
${rows}HAL Ready: true
HAL connection:
\tThermalHAL 2.0 connected: yes
Current temperatures from HAL:
${rows}Current cooling devices from HAL:
Temperature static thresholds from HAL:
\tTemperatureThreshold{mType=0, mName=CPU, mHotThrottlingThresholds=[${hot}]}
`;
};

/** As since Android 13: the kernel's counters by user id. */
const networkStats: Dump = (context) => {
  const { traffic } = context.phone.system.usage;
  const row = (name: string | number, { received, sent }: Bytes) =>
    `    ${name} ${received} ${packetsOf(received)} ${sent} ${packetsOf(sent)}\n`;
  const rows = traffic
    .byUid()
    .filter(([, { received, sent }]) => received + sent > 0)
    .map(([uid, bytes]) => row(uid, bytes));
  return `Active interfaces:
  iface=wlan0 ident=[{type=1, ratType=COMBINED, metered=false, defaultNetwork=true}]
BPF map content:
  mCookieTagMap:
  mUidCounterSetMap:
  mAppUidStatsMap:
    uid rxBytes rxPackets txBytes txPackets
${rows.join("")}  mStatsMapA:
    ifaceIndex ifaceName tag_hex uid_int cnt_set rxBytes rxPackets txBytes txPackets
  mIfaceStatsMap:
    ifaceIndex ifaceName rxBytes rxPackets txBytes txPackets
${row("2 wlan0", traffic.all)}`;
};

export const performanceDumps = {
  SurfaceFlinger: surfaceFlinger,
  battery: dumpBattery,
  cpuinfo: processors,
  gfxinfo: frames,
  meminfo: dumpMemory,
  netstats: networkStats,
  thermalservice: thermal,
} satisfies Record<string, Dump>;
