import { type Program, type ProgramContext, failWith, print } from "../program.ts";
import { dumpActivities, dumpPower, dumpWindows } from "./dump-windows.ts";
import { dumpPackage } from "./dump-package.ts";
import { performanceDumps } from "./dump-performance.ts";
import { statisticsDumps } from "./dump-statistics.ts";
import { serviceDumps } from "./dump-services.ts";
import { physicalSize } from "./window.ts";

type Dump = (context: ProgramContext, args: string[]) => string;

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
  ...performanceDumps,
  ...serviceDumps,
  ...statisticsDumps,
  activity: (context, args) => dumpActivities(context.phone, args),
  device_state: deviceState,
  deviceidle: () => "",
  display,
  input,
  input_method: inputMethod,
  package: (context, args) => dumpPackage(context.phone, args[0] ?? ""),
  power: (context) => dumpPower(context.phone),
  wifi,
  window: (context) => dumpWindows(context.phone),
};

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
    for (const [each, dump] of Object.entries(DUMPS).sort(([a], [b]) => (a < b ? -1 : 1))) {
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
