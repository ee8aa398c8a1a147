import type { InstalledPackage } from "../../types.ts";
import type { ShellPhone } from "../program.ts";

/** What `am` was asked to start or send. */
export interface Intent {
  action?: string;
  data?: string;
  type?: string;
  categories: string[];
  component?: string;
  package?: string;
  extras: Record<string, string>;
  flags?: string;
  wait: boolean;
  stopFirst: boolean;
}

const EXTRA_WITH_VALUE = new Set([
  "-e",
  "--es",
  "--ez",
  "--ei",
  "--el",
  "--ef",
  "--ed",
  "--eu",
  "--ecn",
  "--eia",
  "--ela",
  "--efa",
  "--esa",
  "--esal",
]);
const IGNORED_WITH_VALUE = new Set([
  "--user",
  "--display",
  "--windowingMode",
  "--activityType",
  "-P",
  "--sampling",
  "-R",
  "--receiver-permission",
]);

/** Takes the arguments that Android's `Intent.parseCommandArgs` takes. */
export function parseIntent(args: readonly string[]): Intent {
  const intent: Intent = { categories: [], extras: {}, wait: false, stopFirst: false };
  const rest = [...args];
  for (let arg = rest.shift(); arg !== undefined; arg = rest.shift()) {
    if (arg === "-W") intent.wait = true;
    else if (arg === "-S") intent.stopFirst = true;
    else if (arg === "-a") intent.action = rest.shift() ?? "";
    else if (arg === "-d") intent.data = rest.shift() ?? "";
    else if (arg === "-t") intent.type = rest.shift() ?? "";
    else if (arg === "-c") intent.categories.push(rest.shift() ?? "");
    else if (arg === "-n") intent.component = rest.shift() ?? "";
    else if (arg === "-p") intent.package = rest.shift() ?? "";
    else if (arg === "-f") intent.flags = rest.shift() ?? "";
    else if (EXTRA_WITH_VALUE.has(arg)) intent.extras[rest.shift() ?? ""] = rest.shift() ?? "";
    else if (arg === "--esn") intent.extras[rest.shift() ?? ""] = "";
    else if (IGNORED_WITH_VALUE.has(arg)) rest.shift();
    else if (!arg.startsWith("-")) takeOperand(intent, arg);
  }
  return intent;
}

/** A bare argument is a URI, a component or a package. */
function takeOperand(intent: Intent, operand: string): void {
  if (operand.includes(":")) intent.data = operand;
  else if (operand.includes("/")) intent.component = operand;
  else intent.package = operand;
}

export function describeIntent(intent: Intent): string {
  const parts: string[] = [];
  if (intent.action) parts.push(`act=${intent.action}`);
  if (intent.categories.length > 0) parts.push(`cat=[${intent.categories.join(",")}]`);
  if (intent.data) parts.push(`dat=${intent.data}`);
  if (intent.type) parts.push(`typ=${intent.type}`);
  if (intent.flags) parts.push(`flg=0x${Number(intent.flags).toString(16)}`);
  if (intent.package) parts.push(`pkg=${intent.package}`);
  if (intent.component) parts.push(`cmp=${intent.component}`);
  if (Object.keys(intent.extras).length > 0) parts.push("(has extras)");
  return `{ ${parts.join(" ")} }`;
}

export const HOME = "android.intent.category.HOME";

/** Whether the home screen has an icon that launches it. */
export const isLaunched = (found: InstalledPackage | undefined): boolean =>
  found?.main_activity !== undefined && found.is_home !== true;

/** The activity that the intent is for, or undefined when nothing answers to it. */
export function resolveIntent(
  phone: ShellPhone,
  intent: Intent,
): { package_name: string; activity?: string } | undefined {
  if (intent.component) {
    const [name = "", activity = ""] = intent.component.split("/");
    return { package_name: name, activity: activity.startsWith(".") ? name + activity : activity };
  }
  const { packages } = phone.system;
  if (intent.package) return isLaunched(packages.find(intent.package)) ? { package_name: intent.package } : undefined;
  const word = wordFor(intent);
  const found =
    word === undefined
      ? undefined
      : packages.list().find((each) => each.system && each.package_name.split(".").includes(word));
  return found && { package_name: found.package_name };
}

/** The built-in app, by a word of its package name, that answers to an action. */
function wordFor(intent: Intent): string | undefined {
  if (intent.categories.includes(HOME)) return "launcher";
  if (intent.action?.startsWith("android.settings.")) return "settings";
  if (intent.action === "android.intent.action.VIEW" && /^https?:/.test(intent.data ?? "")) return "browser";
  return undefined;
}
