import { isTimeZone } from "../../system/time-zone.ts";
import { TIME_ZONE } from "../../system/props.ts";
import { parseOptions } from "../options.ts";
import { type ProgramContext, failWith, print } from "../program.ts";

/* Services by which the shell brings a phone to what somebody wants of it. */

const unknown = (context: ProgramContext, verb: string | undefined) =>
  failWith(context, `Unknown command: ${verb ?? ""}`, 255);

const NIGHT = { auto: "0", no: "1", yes: "2" } as const;
const isNight = (word: string): word is keyof typeof NIGHT => Object.hasOwn(NIGHT, word);

/** `uimode night [yes|no|auto]` */
export async function uiMode(context: ProgramContext, args: string[]): Promise<number> {
  const [verb, wanted] = args;
  const { settings } = context.phone.system;
  if (verb !== "night") return unknown(context, verb);
  if (wanted !== undefined) {
    if (!isNight(wanted)) return failWith(context, "Error: mode must be 'yes', 'no', or 'auto'", 255);
    settings.put("secure", "ui_night_mode", NIGHT[wanted]);
  }
  const mode = settings.get("secure", "ui_night_mode") ?? NIGHT.no;
  const told = Object.entries(NIGHT).find(([, value]) => value === mode)?.[0] ?? "unknown";
  return print(context, `Night mode: ${told}\n`);
}

/** `alarm set-timezone ZONE`; one that is not known is Greenwich's, as `java.util.TimeZone` has it. */
export async function alarm(context: ProgramContext, args: string[]): Promise<number> {
  const [verb, zone] = args;
  const { props, faults } = context.phone.system;
  if (verb !== "set-timezone") return unknown(context, verb);
  if (zone === undefined)
    return failWith(
      context,
      "Exception occurred while executing 'set-timezone':\njava.lang.IllegalArgumentException: Argument expected after \"set-timezone\"",
      255,
    );
  if (faults.profile_refused === "time_zone")
    return failWith(
      context,
      "Exception occurred while executing 'set-timezone':\njava.lang.SecurityException: setTimeZone: Neither user 2000 nor current process has android.permission.SET_TIME_ZONE.",
      255,
    );
  props.set(TIME_ZONE, isTimeZone(zone) ? zone : "GMT");
  return 0;
}

/** `appops set|get|reset`: what is allowed besides permissions, by package or user id. */
export async function appOpsService(context: ProgramContext, args: string[]): Promise<number> {
  const { operands } = parseOptions(args, ["--user", "--uid"]);
  const [verb, owner, operation, mode] = operands;
  const { appOps } = context.phone.system;
  if (verb === "reset") {
    appOps.reset();
    return 0;
  }
  if (verb !== "set" && verb !== "get") return unknown(context, verb);
  if (owner === undefined) return failWith(context, "Error: Package name or UID not specified.", 255);
  if (verb === "get") {
    const told = appOps.list(owner).map(([name, state]) => `${name}: ${state}\n`);
    return print(context, told.length === 0 ? "No operations.\n" : told.join(""));
  }
  if (operation === undefined) return failWith(context, "Error: Operation not specified.", 255);
  if (mode === undefined || !["allow", "ignore", "deny", "default", "foreground"].includes(mode))
    return failWith(context, `Error: Mode ${mode ?? ""} is not valid`, 255);
  appOps.set(owner, operation, mode);
  return 0;
}

/**
 * `location providers …`: whoever is not allowed to mock a location is not told so, and nothing comes of it.
 * @see https://android.googlesource.com/platform/frameworks/base/+/refs/tags/android-14.0.0_r1/services/core/java/com/android/server/location/LocationShellCommand.java
 */
export async function locationProviders(context: ProgramContext, args: string[]): Promise<number> {
  const { values, operands } = parseOptions(args, ["--location", "--accuracy", "--time"]);
  const [verb, name, state] = operands;
  const { appOps, mockLocations } = context.phone.system;
  const thrown = (words: string) =>
    failWith(
      context,
      `Exception occurred while executing 'providers':\njava.lang.IllegalArgumentException: ${words}`,
      255,
    );
  if (name === undefined) return thrown(`Argument expected after "${verb ?? "providers"}"`);
  const { providers } = mockLocations;
  const found = providers.get(name);
  switch (verb) {
    case "add-test-provider":
      if (appOps.mayMock) providers.set(name, { enabled: false });
      return 0;
    case "remove-test-provider":
      if (appOps.mayMock) providers.delete(name);
      return 0;
    case "set-test-provider-enabled":
    case "set-test-provider-location": {
      if (!appOps.mayMock) return 0;
      if (!found) return thrown(`provider "${name}" is not a test provider`);
      if (verb === "set-test-provider-enabled") {
        found.enabled = state === "true";
        return 0;
      }
      const at = values.get("--location")?.split(",").map(Number) ?? [];
      const [latitude, longitude] = at;
      if (latitude === undefined || longitude === undefined || at.length !== 2 || at.some(Number.isNaN))
        return thrown('Option "--location" is required');
      found.location = { latitude, longitude };
      return 0;
    }
    default:
      return unknown(context, verb);
  }
}
