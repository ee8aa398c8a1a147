import { memoryText } from "../../system/file-tree.ts";
import { listProcesses } from "../../system/processes.ts";
import { type Program, type ProgramContext, failWith, print } from "../program.ts";
import { dumpActivities, dumpPower, dumpWindows } from "./dump-windows.ts";
import { dumpPackage } from "./dump-package.ts";
import { physicalSize } from "./window.ts";

type Dump = (context: ProgramContext, args: string[]) => string;

const battery: Dump = (context, args) => {
  const { battery: state } = context.phone.system;
  const [verb, name, value] = args.filter((arg) => arg !== "-f");
  if (verb === "set" && name === "level" && Number.isFinite(Number(value))) {
    state.level = Math.min(100, Math.max(0, Math.round(Number(value))));
    return "";
  }
  if (verb === "set" && (name === "ac" || name === "usb" || name === "wireless" || name === "status")) {
    state.charging = name === "status" ? value === "2" || value === "5" : value === "1";
    return "";
  }
  if (verb === "unplug") state.charging = false;
  if (verb === "reset") Object.assign(state, { level: 100, charging: true });
  if (verb === "unplug" || verb === "reset") return "";
  if (verb !== undefined) return `Unknown set option: ${args.join(" ")}\n`;
  const status = !state.charging ? 3 : state.level === 100 ? 5 : 2;
  return `Current Battery Service state:
  AC powered: ${state.charging}
  USB powered: false
  Wireless powered: false
  Dock powered: false
  Max charging current: 0
  Max charging voltage: 0
  Charge counter: ${state.level * 40_000}
  status: ${status}
  health: 2
  present: true
  level: ${state.level}
  scale: 100
  voltage: ${3500 + state.level * 8}
  temperature: 250
  technology: Li-ion
`;
};

const memInfo: Dump = (context, args) => {
  const name = args.find((arg) => !arg.startsWith("-"));
  const processes = listProcesses(context.phone.screen, context.phone.system.packages);
  if (name === undefined) {
    const rows = processes.map(
      ({ rss_kb, name: process, pid }) => `    ${rss_kb.toLocaleString("en-US")}K: ${process} (pid ${pid})\n`,
    );
    return `Applications Memory Usage (in Kilobytes):\n\nTotal PSS by process:\n${rows.join("")}\n${memoryText(context.phone.system.profile.memory_bytes)}`;
  }
  const process = processes.find((each) => each.name === name || String(each.pid) === name);
  if (!process) return `No process found for: ${name}\n`;
  const java = Math.round(process.rss_kb * 0.2);
  const native = Math.round(process.rss_kb * 0.3);
  const column = (kb: number) => String(kb).padStart(8);
  return `Applications Memory Usage (in Kilobytes):
Uptime: ${uptimeMs(context)} Realtime: ${uptimeMs(context)}

** MEMINFO in pid ${process.pid} [${process.name}] **
                   Pss  Private  Private  SwapPss      Rss     Heap     Heap     Heap
                 Total    Dirty    Clean    Dirty    Total     Size    Alloc     Free
                ------   ------   ------   ------   ------   ------   ------   ------
  Native Heap${column(native)} ${column(native)}        0        0 ${column(native)} ${column(native)} ${column(native)}        0
  Dalvik Heap${column(java)} ${column(java)}        0        0 ${column(java)} ${column(java)} ${column(java)}        0
        TOTAL${column(process.rss_kb)} ${column(process.rss_kb)}        0        0 ${column(process.rss_kb)} ${column(process.rss_kb)} ${column(process.rss_kb)}        0

 App Summary
                       Pss(KB)                        Rss(KB)
                        ------                         ------
           Java Heap: ${column(java)}                       ${column(java)}
         Native Heap: ${column(native)}                       ${column(native)}
           TOTAL PSS: ${column(process.rss_kb)}            TOTAL RSS: ${column(process.rss_kb)}       TOTAL SWAP (KB):        0
`;
};

const cpuInfo: Dump = (context) => {
  const processes = listProcesses(context.phone.screen, context.phone.system.packages).filter(
    ({ name }) => name !== "init",
  );
  const rows = processes.map(({ pid, name }) => `  0.1% ${pid}/${name}: 0% user + 0% kernel\n`);
  return `Load: 0.05 / 0.03 / 0.01\nCPU usage from 10000ms to 0ms ago:\n${rows.join("")}1.2% TOTAL: 0.6% user + 0.6% kernel\n`;
};

const display: Dump = (context) => {
  const { screen, system } = context.phone;
  const { width, height, rotation } = screen.size();
  const physical = physicalSize(context);
  const state = screen.isAwake() ? "ON" : "OFF";
  const dpi = system.display.densityDpi ?? system.profile.density_dpi;
  return `DISPLAY MANAGER (dumpsys display)
  mViewports=[DisplayViewport{type=INTERNAL, valid=true, isActive=true, displayId=0, uniqueId='local:0', physicalPort=0, orientation=${rotation}, logicalFrame=Rect(0, 0 - ${width}, ${height}), physicalFrame=Rect(0, 0 - ${physical.width}, ${physical.height}), deviceWidth=${physical.width}, deviceHeight=${physical.height}}]
Display Devices: size=1
  DisplayDeviceInfo{"Built-in Screen": uniqueId="local:0", ${physical.width} x ${physical.height}, modeId 1, density ${dpi}, state ${state}, type INTERNAL}
Logical Displays: size=1
  Display 0:
    mBaseDisplayInfo=DisplayInfo{"Built-in Screen", displayId 0, real ${width} x ${height}, rotation ${rotation}, density ${dpi}, state ${state}}
    mScreenState=${state}
`;
};

const inputMethod: Dump = (context) => {
  const { settings } = context.phone.system;
  return `Current Input Method Manager state:
  mCurMethodId=${settings.get("secure", "default_input_method") ?? "null"}
  mInputShown=false
  mIsInputViewShown=false
  mShowRequested=false mInteractive=${context.phone.screen.isAwake()}
`;
};

const input: Dump = (context) => {
  const { width, height, rotation } = context.phone.screen.size();
  return `INPUT MANAGER (dumpsys input)
  Viewport INTERNAL: displayId=0, uniqueId=local:0, orientation=${rotation}, logicalFrame=[0, 0, ${width}, ${height}]
      SurfaceWidth: ${width}px
      SurfaceHeight: ${height}px
      SurfaceOrientation: ${rotation}
`;
};

const surfaceFlinger: Dump = (context, args) => {
  const { package_name, activity } = context.phone.screen.focused();
  if (args[0] === "--list") return `${package_name}/${activity}#1\nStatusBar#2\nNavigationBar0#3\n`;
  if (args[0] === "--latency") return "16666666\n";
  const { width, height } = context.phone.screen.size();
  return `GLES: UDT, ${context.phone.system.profile.gpu}, OpenGL ES 3.2\nDisplay 0 HWC layers:\n  ${package_name}/${activity}#1  0 0 ${width} ${height}\nrefresh-rate: 60.00 Hz\n`;
};

const graphics: Dump = (context, args) => {
  const process = listProcesses(context.phone.screen, context.phone.system.packages).find(
    ({ name }) => name === args[0],
  );
  if (!process) return `No process found for: ${args[0] ?? ""}\n`;
  return `Applications Graphics Acceleration Info:
Uptime: ${uptimeMs(context)} Realtime: ${uptimeMs(context)}

** Graphics info for pid ${process.pid} [${process.name}] **

Stats since: ${uptimeMs(context)}ns
Total frames rendered: ${context.phone.system.usage.frames(process.name)}
Janky frames: 0 (0.00%)
`;
};

const wifi: Dump = (context) => {
  const isOn = context.phone.system.settings.get("global", "wifi_on") === "1";
  return `Wi-Fi is ${isOn ? "enabled" : "disabled"}\n${isOn ? 'mWifiInfo SSID: "VirtualWifi", Supplicant state: COMPLETED\n' : ""}`;
};

const deviceState: Dump = (context) => {
  const isFolded = context.phone.screen.isFolded();
  return `DEVICE STATE MANAGER (dumpsys device_state)\n  mCommittedState=Optional[${stateText(isFolded)}]\n`;
};

export function stateText(isFolded: boolean): string {
  return isFolded
    ? "DeviceState{identifier=0, name='CLOSED', app_accessible=true}"
    : "DeviceState{identifier=2, name='OPENED', app_accessible=true}";
}

const DUMPS: Record<string, Dump> = {
  SurfaceFlinger: surfaceFlinger,
  activity: (context, args) => dumpActivities(context.phone, args),
  battery,
  cpuinfo: cpuInfo,
  device_state: deviceState,
  deviceidle: () => "",
  display,
  gfxinfo: graphics,
  input,
  input_method: inputMethod,
  meminfo: memInfo,
  package: (context, args) => dumpPackage(context.phone, args[0] ?? ""),
  power: (context) => dumpPower(context.phone),
  wifi,
  window: (context) => dumpWindows(context.phone),
};

function uptimeMs(context: ProgramContext): number {
  return Math.round(context.phone.system.uptime() * 1000);
}

const dumpsys: Program = async (context) => {
  const args = context.args[0] === "-t" ? context.args.slice(2) : context.args;
  const [name, ...rest] = args;
  if (name === "-l")
    return print(
      context,
      `Currently running services:\n${serviceNames()
        .map((each) => `  ${each}\n`)
        .join("")}`,
    );
  if (name === undefined) {
    for (const [each, dump] of Object.entries(DUMPS)) {
      await context.stdout(`${"-".repeat(79)}\nDUMP OF SERVICE ${each}:\n${dump(context, [])}`);
    }
    return 0;
  }
  const dump = DUMPS[name];
  return dump ? print(context, dump(context, rest)) : failWith(context, `Can't find service: ${name}`, 0);
};

export function serviceNames(): string[] {
  return Object.keys(DUMPS).sort();
}

export const dumpCommands = { dumpsys };
