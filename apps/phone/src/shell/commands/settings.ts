import { SETTINGS_NAMESPACES, type SettingsNamespace } from "../../system/settings.ts";
import { parseOptions } from "../options.ts";
import { type Program, failWith, print } from "../program.ts";

/** `settings get|put|delete|list NAMESPACE [KEY [VALUE]]`. */
const settings: Program = async (context) => {
  const { operands } = parseOptions(context.args, ["--user"]);
  const [verb, namespace, key, value] = operands;
  const table = context.phone.system.settings;
  if (!isNamespace(namespace)) {
    return failWith(
      context,
      verb === undefined ? "usage: settings get|put|delete|list NAMESPACE" : `Invalid namespace '${namespace ?? ""}'`,
      255,
    );
  }
  if (verb === "list")
    return print(
      context,
      table
        .list(namespace)
        .map(([name, text]) => `${name}=${text}\n`)
        .join(""),
    );
  if (key === undefined) return failWith(context, "Bad arguments", 255);
  if (verb === "get") return print(context, `${table.get(namespace, key) ?? "null"}\n`);
  if (verb === "delete") return print(context, `Deleted ${table.delete(namespace, key) ? 1 : 0} rows\n`);
  if (verb !== "put" || value === undefined)
    return failWith(context, verb === "put" ? "Bad arguments" : `Unknown command: ${verb}`, 255);
  if (key === "font_scale" && context.phone.system.faults.profile_refused === key) return 0;
  table.put(namespace, key, value);
  return 0;
};

function isNamespace(name: string | undefined): name is SettingsNamespace {
  return SETTINGS_NAMESPACES.some((each) => each === name);
}

/**
 * `content query|insert|update|delete --uri content://settings/NAMESPACE`: the one provider that this phone has.
 * @see https://android.googlesource.com/platform/frameworks/base/+/refs/tags/android-14.0.0_r1/cmds/content/src/com/android/commands/content/Content.java
 */
const content: Program = async (context) => {
  const { values, operands } = parseOptions(context.args, [
    "--uri",
    "--where",
    "--projection",
    "--sort",
    "--user",
    "--bind",
  ]);
  const namespace = values.get("--uri")?.replace("content://settings/", "");
  const verb = operands[0] ?? "";
  if (!["query", "insert", "update", "delete"].includes(verb))
    return failWith(context, `[ERROR] Unsupported command: ${verb}`);
  if (!isNamespace(namespace))
    return failWith(context, `Error while accessing provider: unknown URI ${values.get("--uri") ?? ""}`);
  const table = context.phone.system.settings;
  const name = /name\s*=\s*'([^']*)'/.exec(values.get("--where") ?? "")?.[1];
  if (verb === "delete") {
    if (name !== undefined) table.delete(namespace, name);
    return 0;
  }
  if (verb !== "query") {
    const bound = boundColumns(context.args);
    const key = verb === "insert" ? bound.get("name") : name;
    const value = bound.get("value");
    if (key === undefined || value === undefined) return failWith(context, "[ERROR] Bindings not specified");
    table.put(namespace, key, value);
    return 0;
  }
  const rows = table.list(namespace).filter(([key]) => name === undefined || key === name);
  if (rows.length === 0) return print(context, "No result found.\n");
  return print(
    context,
    rows.map(([key, value], index) => `Row: ${index} _id=${index + 1}, name=${key}, value=${value}\n`).join(""),
  );
};

/** The columns of `--bind NAME:TYPE:VALUE …`, of which there may be several. */
function boundColumns(args: readonly string[]): Map<string, string> {
  const pairs = args.flatMap((arg, index) => {
    const [name, type, ...value] = arg.split(":");
    return args[index - 1] === "--bind" && name && type ? [[name, value.join(":")] as const] : [];
  });
  return new Map(pairs);
}

export const settingsCommands = { settings, content };
