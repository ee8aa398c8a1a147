import { parseArgs } from "node:util";
import type { DriverCapability } from "@udt/contract";
import { GROUP_NAMES, type Ungiven } from "@udt/driver/conformance-groups";

export const USAGE = `npm run conformance -- --serial SERIAL [options]

Runs the driver's conformance suite on an Android phone that an adb server lists, prints what it can do, and leaves it as it was.

  --serial SERIAL   the phone, as \`adb devices\` names it
  --adb HOST:PORT   the adb server (127.0.0.1:5037)
  --apk FILE        an app that the phone can install and does not have; without it what needs one is skipped
  --restart         also restarts the phone, twice
  --only NAMES      some groups only, with commas between: ${GROUP_NAMES.join(", ")}
  --scrcpy FILE     a scrcpy server file instead of the official release

Ends with 0 when all that was tried passed, 1 when something failed, 2 when the phone cannot be used.`;

export interface Wish {
  serial: string;
  adb: { host: string; port: number };
  apk: string | undefined;
  restart: boolean;
  only: string[] | undefined;
  scrcpy: string | undefined;
}

/** What the suite's process is told by `UDT_CONFORMANCE`. */
export interface Plan extends Wish {
  /** How the device names itself. */
  device_serial: string;
  has: readonly DriverCapability[];
  ungiven: Ungiven;
  /** Where keys and the scrcpy server are kept. */
  folder: string;
}

/** @throws Error with a sentence about the argument */
export function readWish(args: readonly string[]): Wish | "help" {
  const { values } = parseArgs({
    args: [...args],
    options: {
      serial: { type: "string" },
      adb: { type: "string", default: "127.0.0.1:5037" },
      apk: { type: "string" },
      restart: { type: "boolean", default: false },
      only: { type: "string" },
      scrcpy: { type: "string" },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) return "help";
  if (!values.serial) throw new Error("--serial is needed: the phone as `adb devices` names it.");
  const adb = /^(.+):(\d{1,5})$/.exec(values.adb);
  if (!adb) throw new Error(`--adb must be host:port, not ${JSON.stringify(values.adb)}.`);
  const only = values.only?.split(",").map((name) => name.trim());
  const unknown = only?.find((name) => !GROUP_NAMES.some((each) => each === name));
  if (unknown !== undefined) throw new Error(`--only knows no ${JSON.stringify(unknown)}.`);
  const { serial, apk, restart, scrcpy } = values;
  return { serial, adb: { host: adb[1] ?? "", port: Number(adb[2]) }, apk, restart, only, scrcpy };
}
