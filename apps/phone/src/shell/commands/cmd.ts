import { type Program, type ProgramContext, failWith, print } from "../program.ts";
import { am } from "./activities.ts";
import { serviceNames, stateText } from "./dumpsys.ts";
import { input } from "./input.ts";
import { pm } from "./packages.ts";
import { alarm, appOpsService, locationProviders, uiMode } from "./profile-services.ts";
import { settingsCommands } from "./settings.ts";
import { wm } from "./window.ts";

type Service = (context: ProgramContext, args: string[]) => Promise<number>;

const unknown = (context: ProgramContext, verb: string | undefined) =>
  failWith(context, `Unknown command: ${verb ?? ""}`, 255);

function as(program: Program): Service {
  return (context, args) => program({ ...context, args });
}

/** `device_state state [STATE|reset]`, `print-state`, `print-states`: how a folding phone is folded. */
const deviceState: Service = async (context, args) => {
  const [verb, wanted] = args;
  const { screen, system } = context.phone;
  const canFold = system.profile.folded !== undefined;
  if (verb === "print-states") {
    const states = [...(canFold ? [stateText(true)] : []), stateText(false)];
    return print(context, `Supported states: [\n${states.map((state) => `  ${state},\n`).join("")}]\n`);
  }
  if (verb === "print-state") return print(context, `${screen.isFolded() ? 0 : 2}\n`);
  if (verb !== "state") return unknown(context, verb);
  if (wanted === undefined) return print(context, `Committed state: ${stateText(screen.isFolded())}\n`);
  const isKnown = wanted === "reset" || /^(?:2|OPENED)$/.test(wanted) || (canFold && /^(?:0|CLOSED)$/.test(wanted));
  if (!isKnown) return failWith(context, `Error: requested state: ${wanted} is not supported.`, 255);
  if (canFold) screen.fold(wanted === "0" || wanted === "CLOSED");
  return 0;
};

const clipboard: Service = async (context, args) => {
  const [verb, ...rest] = args.filter((arg) => arg !== "--user" && arg !== "0");
  const { clipboard: clip } = context.phone.screen;
  if (verb === "get-text" || verb === "get") return print(context, `${clip.get()}\n`);
  if (verb === "set-text" || verb === "set") clip.set(rest.join(" "));
  else if (verb === "clear") clip.set("");
  else return unknown(context, verb);
  return 0;
};

/** A switch that lives in a setting: `cmd wifi set-wifi-enabled`, `svc data enable`. */
function setSwitch(context: ProgramContext, key: string, isOn: boolean): number {
  context.phone.system.settings.put("global", key, isOn ? "1" : "0");
  return 0;
}

const wifi: Service = async (context, args) => {
  const [verb, state] = args;
  const isOn = context.phone.system.settings.get("global", "wifi_on") === "1";
  if (verb === "set-wifi-enabled") return setSwitch(context, "wifi_on", state === "enabled");
  if (verb !== "status") return unknown(context, verb);
  return print(
    context,
    isOn
      ? 'Wifi is enabled\nWifi scanning is always available\nWifi is connected to "VirtualWifi"\n'
      : "Wifi is disabled\n",
  );
};

const connectivity: Service = async (context, args) => {
  const [verb, state] = args;
  if (verb !== "airplane-mode") return unknown(context, verb);
  if (state !== undefined) return setSwitch(context, "airplane_mode_on", state === "enable");
  return print(
    context,
    context.phone.system.settings.get("global", "airplane_mode_on") === "1" ? "enabled\n" : "disabled\n",
  );
};

const location: Service = async (context, args) => {
  const [verb, state] = args;
  const { settings } = context.phone.system;
  if (verb === "providers") return locationProviders(context, args.slice(1));
  if (verb === "is-location-enabled") return print(context, `${settings.get("secure", "location_mode") !== "0"}\n`);
  if (verb !== "set-location-enabled") return unknown(context, verb);
  settings.put("secure", "location_mode", state === "true" ? "3" : "0");
  return 0;
};

const bluetooth: Service = async (context, args) => {
  if (args[0] !== "enable" && args[0] !== "disable") return unknown(context, args[0]);
  return setSwitch(context, "bluetooth_on", args[0] === "enable");
};

const phoneService: Service = async (context, args) => {
  if (args[0] !== "data" || (args[1] !== "enable" && args[1] !== "disable")) return unknown(context, args[0]);
  return setSwitch(context, "mobile_data", args[1] === "enable");
};

const PANELS = { "expand-notifications": "notifications", "expand-settings": "settings", collapse: "none" } as const;

const statusBar: Service = async (context, args) => {
  const [verb = ""] = args;
  if (!Object.hasOwn(PANELS, verb)) return unknown(context, verb);
  context.phone.screen.expandPanel(PANELS[verb as keyof typeof PANELS]);
  return 0;
};

const lockSettings: Service = async (context, args) => {
  if (args[0] === "get-disabled") return print(context, "true\n");
  if (args[0] === "set-disabled") return 0;
  if (args[0] === "clear") return print(context, "Lock credential cleared\n");
  return failWith(
    context,
    args[0] === undefined ? "usage: locksettings COMMAND" : `Error: ${args[0]} is not supported by this phone`,
    255,
  );
};

const SERVICES: Record<string, Service> = {
  activity: as(am),
  alarm,
  appops: appOpsService,
  bluetooth_manager: bluetooth,
  clipboard,
  connectivity,
  device_state: deviceState,
  input: as(input),
  location,
  lock_settings: lockSettings,
  package: as(pm),
  phone: phoneService,
  settings: as(settingsCommands.settings),
  statusbar: statusBar,
  uimode: uiMode,
  wifi,
  window: as(wm),
};

/** `cmd [-w] SERVICE …`. */
const cmd: Program = async (context) => {
  const args = context.args.filter((arg, index) => !(arg === "-w" && index === 0));
  const [name, ...rest] = args;
  if (name === "-l")
    return print(
      context,
      `Currently running services:\n${Object.keys(SERVICES)
        .map((each) => `  ${each}\n`)
        .join("")}`,
    );
  const service = SERVICES[name ?? ""];
  return service ? service(context, rest) : failWith(context, `cmd: Can't find service: ${name ?? ""}`, 20);
};

/** `svc wifi|data|bluetooth|power …`. */
const svc: Program = async (context) => {
  const [name, state] = context.args;
  const keys: Record<string, string> = { wifi: "wifi_on", data: "mobile_data", bluetooth: "bluetooth_on" };
  const key = keys[name ?? ""];
  if (key && (state === "enable" || state === "disable")) return setSwitch(context, key, state === "enable");
  if (name === "power" && state === "stayon") {
    context.phone.system.settings.put("global", "stay_on_while_plugged_in", context.args[2] === "false" ? "0" : "7");
    return 0;
  }
  if (name === "nfc") return failWith(context, "svc: this phone has no NFC");
  return failWith(context, "Available commands:\n    power\n    data\n    wifi\n    bluetooth");
};

const ime: Program = async (context) => {
  const { settings } = context.phone.system;
  const [verb, ...args] = context.args;
  const id = args.at(-1) ?? "";
  const known = (settings.get("secure", "enabled_input_methods") ?? "").split(":").filter(Boolean);
  if (verb === "list")
    return print(
      context,
      known
        .map((each) => (args.includes("-s") ? `${each}\n` : `${each}:\n  mId=${each} mSettingsActivityName=null\n`))
        .join(""),
    );
  if (verb === "enable")
    return print(
      context,
      `Input method ${id}: ${known.includes(id) ? "already enabled" : "now enabled"} for user #0\n`,
    );
  if (verb === "disable") return print(context, `Input method ${id}: now disabled for user #0\n`);
  if (verb === "reset") return 0;
  if (verb !== "set") return unknown(context, verb);
  if (!known.includes(id)) return failWith(context, `Unknown input method ${id} cannot be selected for user #0`, 255);
  settings.put("secure", "default_input_method", id);
  return print(context, `Input method ${id} selected for user #0\n`);
};

/** `service list|check NAME|call NAME CODE`: there are no binder objects behind the names, so a call says so. */
const service: Program = async (context) => {
  const [verb, name = ""] = context.args;
  const names = [...new Set([...Object.keys(SERVICES), ...serviceNames()])].sort();
  if (verb === "list")
    return print(
      context,
      `Found ${names.length} services:\n${names.map((each, index) => `${index}\t${each}: []\n`).join("")}`,
    );
  if (verb === "check") return print(context, `Service ${name}: ${names.includes(name) ? "found" : "not found"}\n`);
  if (verb === "call") return failWith(context, `service: Service ${name} does not exist`, 10);
  return failWith(context, "Usage: service [-h|-?]\n       service list\n       service check SERVICE", 10);
};

const appops: Program = (context) => appOpsService(context, context.args);

const locksettings: Program = (context) => lockSettings(context, context.args);

export const serviceCommands = { appops, cmd, ime, locksettings, service, svc };
