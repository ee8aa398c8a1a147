import { delay } from "@udt/base";
import type { PackageRecord } from "../../system/packages.ts";
import { parseOptions } from "../options.ts";
import { type Program, type ProgramContext, failWith, print } from "../program.ts";
import { dumpPackage } from "./dump-package.ts";
import { installCommands } from "./install.ts";
import { HOME, isLaunched } from "./intents.ts";

type Handler = (context: ProgramContext, args: string[]) => Promise<number>;

const list: Handler = async (context, args) => {
  const { packages } = context.phone.system;
  const { flags, operands } = parseOptions(args, ["--user", "--uid"]);
  const [what, filter = ""] = operands;
  if (what === "features") return print(context, FEATURES.map((feature) => `feature:${feature}\n`).join(""));
  if (what === "users") return print(context, "Users:\n\tUserInfo{0:Owner:c13} running\n");
  if (what === "instrumentation") return print(context, listInstrumentation(packages.list(), filter));
  if (what === "permissions" || what === "libraries") return 0;
  if (what !== "packages") return failWith(context, `Error: unknown list type '${what ?? ""}'`);
  const wanted = packages.list().filter((each) => isWanted(each, flags) && each.package_name.includes(filter));
  return print(context, wanted.map((each) => `${packageLine(each, flags)}\n`).join(""));
};

/** `filter` is the package under test. */
const listInstrumentation = (packages: readonly PackageRecord[], filter: string): string =>
  packages
    .flatMap(({ package_name, instrumentations }) =>
      instrumentations
        .filter(({ target_package }) => filter === "" || filter === target_package)
        .map(({ runner, target_package }) => `instrumentation:${package_name}/${runner} (target=${target_package})\n`),
    )
    .join("");

const FEATURES = [
  "android.hardware.screen.portrait",
  "android.hardware.touchscreen",
  "android.hardware.wifi",
  "android.software.input_methods",
];

function isWanted(each: PackageRecord, flags: ReadonlySet<string>): boolean {
  if (flags.has("-3") && each.system) return false;
  if (flags.has("-s") && !each.system) return false;
  if (flags.has("-e") && !each.enabled) return false;
  return !(flags.has("-d") && each.enabled);
}

function packageLine(each: PackageRecord, flags: ReadonlySet<string>): string {
  let line = "package:";
  if (flags.has("-f")) line += `${each.apk_path}=`;
  line += each.package_name;
  if (flags.has("--show-versioncode")) line += ` versionCode:${each.version_code}`;
  if (flags.has("-i")) line += "  installer=null";
  if (flags.has("-U")) line += ` uid:${each.uid}`;
  return line;
}

const path: Handler = async (context, args) => {
  const found = context.phone.system.packages.find(parseOptions(args, ["--user"]).operands[0] ?? "");
  return found ? print(context, `package:${found.apk_path}\n`) : 1;
};

const uninstall: Handler = async (context, args) => {
  const name = parseOptions(args, ["--user", "--versionCode"]).operands[0];
  if (name === undefined) return failWith(context, "Error: package name not specified");
  const { packages, faults } = context.phone.system;
  // Who has gone by then is done nothing for.
  if (faults.package_wait_ms > 0) await delay(faults.package_wait_ms, context.signal);
  context.phone.screen.stop(name);
  const result = packages.uninstall(name);
  if (result.ok) return print(context, "Success\n");
  await context.stdout(`Failure [${result.failure.code}]\n`);
  return 1;
};

const clear: Handler = async (context, args) => {
  const name = parseOptions(args, ["--user"]).operands[0] ?? "";
  context.phone.screen.stop(name);
  if (context.phone.system.packages.clear(name)) return print(context, "Success\n");
  await context.stdout("Failed\n");
  return 1;
};

const dump: Handler = async (context, args) => print(context, dumpPackage(context.phone, args[0] ?? ""));

function changePermission(isGrant: boolean): Handler {
  return async (context, args) => {
    const [name = "", permission = ""] = parseOptions(args, ["--user"]).operands;
    const found = context.phone.system.packages.find(name);
    const thrown = "Exception occurred while executing '" + (isGrant ? "grant" : "revoke") + "':\n";
    if (!found) return failWith(context, `${thrown}java.lang.IllegalArgumentException: Unknown package: ${name}`, 255);
    if (!found.permissions.includes(permission)) {
      return failWith(
        context,
        `${thrown}java.lang.SecurityException: Package ${name} has not requested permission ${permission}`,
        255,
      );
    }
    if (context.phone.system.faults.profile_refused === "permissions")
      return failWith(
        context,
        `${thrown}java.lang.SecurityException: ${isGrant ? "grantRuntimePermission" : "revokeRuntimePermission"}: Neither user 2000 nor current process has android.permission.${isGrant ? "GRANT" : "REVOKE"}_RUNTIME_PERMISSIONS.`,
        255,
      );
    if (isGrant) found.granted.add(permission);
    else found.granted.delete(permission);
    return 0;
  };
}

function setEnabled(enabled: boolean): Handler {
  return async (context, args) => {
    const name = parseOptions(args, ["--user"]).operands[0] ?? "";
    const found = context.phone.system.packages.find(name);
    if (!found) return failWith(context, `Error: java.lang.IllegalArgumentException: Unknown package: ${name}`);
    found.enabled = enabled;
    return print(context, `Package ${name} new state: ${enabled ? "enabled" : "disabled-user"}\n`);
  };
}

const INTENT_OPTIONS = ["-c", "-a", "-d", "-t", "-n", "-p", "--user", "--query-flags"];
const MATCH = "priority=0 preferredOrder=0 match=0x108000 specificIndex=-1 isDefault=true";

/** `resolve-activity [--brief|--components] [-c CATEGORY] [-a ACTION] [PACKAGE]`: what launches the package, or is home. */
const resolveActivity: Handler = async (context, args) => {
  const { flags, values, operands } = parseOptions(args, INTENT_OPTIONS);
  const name = operands[0] ?? values.get("-p");
  const isWanted = (each: PackageRecord) => (values.get("-c") === HOME ? each.is_home : isLaunched(each));
  const found = context.phone.system.packages
    .list()
    .find((each) => isWanted(each) && (name === undefined || each.package_name === name));
  if (!found) return print(context, "No activity found\n");
  const component = `${found.package_name}/${found.main_activity}`;
  if (flags.has("--components")) return print(context, `${component}\n`);
  if (flags.has("--brief")) return print(context, `${MATCH}\n${component}\n`);
  return print(context, `${activityInfo(found)}\n`);
};

/** `query-activities [--brief|--components] -a android.intent.action.MAIN …`: every activity that the launcher shows. */
const queryActivities: Handler = async (context, args) => {
  const { flags, values, operands } = parseOptions(args, INTENT_OPTIONS);
  const name = operands[0] ?? values.get("-p");
  const asksForMain = (values.get("-a") ?? "android.intent.action.MAIN") === "android.intent.action.MAIN";
  const found = context.phone.system.packages
    .list()
    .filter((each) => asksForMain && isLaunched(each) && (name === undefined || each.package_name === name));
  if (found.length === 0) return print(context, "No activities found\n");
  const components = found.map((each) => `${each.package_name}/${each.main_activity}`);
  if (flags.has("--components")) return print(context, components.map((component) => `${component}\n`).join(""));
  const bodies = flags.has("--brief")
    ? components.map((component) => `${MATCH}\n    ${component}`)
    : found.map(activityInfo);
  const blocks = bodies.map((body, index) => `  Activity #${index}:\n    ${body}\n`);
  return print(context, `${found.length} activities found:\n${blocks.join("")}`);
};

function activityInfo(found: PackageRecord): string {
  return `ActivityInfo:\n  name=${found.main_activity}\n  packageName=${found.package_name}\n  enabled=true exported=true`;
}

const HANDLERS: Record<string, Handler> = {
  list,
  path,
  uninstall,
  clear,
  dump,
  grant: changePermission(true),
  revoke: changePermission(false),
  enable: setEnabled(true),
  disable: setEnabled(false),
  "disable-user": setEnabled(false),
  "query-activities": queryActivities,
  "resolve-activity": resolveActivity,
  "trim-caches": async () => 0,
  "get-install-location": async (context) => print(context, "0[auto]\n"),
  "get-max-users": async (context) => print(context, "Maximum supported users: 1\n"),
  ...installCommands,
};

/** `pm`, which `cmd package` is too. */
export const pm: Program = async (context) => {
  const [verb = "", ...args] = context.args;
  const handler = HANDLERS[verb];
  if (handler) return handler(context, args);
  return failWith(context, verb ? `Unknown command: ${verb}` : "usage: pm COMMAND …", verb ? 255 : 1);
};

export const packageCommands = { pm };
