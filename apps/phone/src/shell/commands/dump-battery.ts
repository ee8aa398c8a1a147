import { POWER_SOURCES, type PowerSource } from "../../system/load/battery.ts";
import type { ProgramContext } from "../program.ts";

const isSource = (name: string | undefined): name is PowerSource => POWER_SOURCES.some((source) => source === name);

/** `dumpsys battery [set NAME VALUE|unplug|reset]`. */
export function dumpBattery(context: ProgramContext, args: string[]): string {
  const { battery } = context.phone.system;
  const [verb, name, value] = args.filter((arg) => arg !== "-f");
  if (verb === "set" && name === "level" && Number.isFinite(Number(value))) {
    battery.show(Number(value));
    return "";
  }
  if (verb === "set" && isSource(name)) {
    if (value === "1") battery.plugged.add(name);
    else battery.plugged.delete(name);
    return "";
  }
  if (verb === "set" && name === "status") {
    if (value === "2" || value === "5") battery.plugged.add("ac");
    else battery.plugged.clear();
    return "";
  }
  if (verb === "unplug") battery.plugged.clear();
  if (verb === "reset") battery.reset();
  if (verb === "unplug" || verb === "reset") return "";
  if (verb !== undefined) return `Unknown set option: ${args.join(" ")}\n`;
  const { thermals } = context.phone.system.usage;
  const status = !battery.charging ? 3 : battery.isFull ? 5 : 2;
  return `Current Battery Service state:
${battery.isFrozen ? "  (UPDATES STOPPED -- use 'reset' to restart)\n" : ""}  AC powered: ${battery.plugged.has("ac")}
  USB powered: ${battery.plugged.has("usb")}
  Wireless powered: ${battery.plugged.has("wireless")}
  Dock powered: false
  Max charging current: 0
  Max charging voltage: 0
  Charge counter: ${battery.charge_uah}
  status: ${status}
  health: 2
  present: true
  level: ${battery.level}
  scale: 100
  voltage: ${battery.millivolts}
  temperature: ${Math.round(thermals.battery * 10)}
  technology: Li-ion
`;
}
