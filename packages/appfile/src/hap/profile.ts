import { corrupt, hostile, unsupported } from "../fault.ts";

/** A resource by its id, or a text that is written out. */
export interface HapResource {
  id: number | undefined;
  text: string | undefined;
}

/** What `module.json` and `config.json` say in their different ways. */
export interface HapProfile {
  package_name: string;
  version_name: string;
  version_code: number;
  min_api: number;
  target_api: number;
  /** The first that says anything counts. */
  labels: HapResource[];
  icons: HapResource[];
  main_ability: string | undefined;
  device_types: string[];
  permissions: string[];
  debuggable: boolean;
}

const ABILITY_NAME = /^[\w.$]{1,255}$/;
const PERMISSION_NAME = /^[^\p{Cc}\p{Cs}]{1,1024}$/u;
const MAX_NAMES = 10_000;

/**
 * Stage: https://developer.huawei.com/consumer/en/doc/harmonyos-guides/module-configuration-file
 * FA: https://developer.huawei.com/consumer/en/doc/harmonyos-guides/application-configuration-file-overview-fa
 * Faults: `corrupt`, `unsupported`.
 */
export function parseProfile(content: Buffer, model: "stage" | "fa"): HapProfile {
  let parsed: unknown;
  try {
    parsed = JSON.parse(content.toString("utf8"));
  } catch {
    throw corrupt("The package's profile is no JSON.");
  }
  const root = new Node(parsed);
  const [app, module] = [root.at("app"), root.at("module")];
  const package_name = app.text("bundleName") ?? "";
  if (!/^[\w.]{1,255}$/.test(package_name))
    throw corrupt("The package's profile has no valid bundle name.", "package_no_name");
  const type = module.text("type") ?? module.at("distro").text("moduleType");
  if (type !== undefined && type !== "entry" && type !== "feature") {
    throw unsupported(`The package is a ${JSON.stringify(type)} module, which is no app by itself.`);
  }
  const main = mainAbility(module);
  const version = model === "stage" ? undefined : app.at("version");
  const api = model === "stage" ? undefined : app.at("apiVersion");
  const name = main.text("name");
  return {
    package_name,
    version_name: (version ? version.text("name") : app.text("versionName")) ?? "",
    version_code: (version ? version.number("code") : app.number("versionCode")) ?? 0,
    min_api: apiLevel((api ? api.number("compatible") : app.number("minAPIVersion")) ?? 0),
    target_api: apiLevel((api ? api.number("target") : app.number("targetAPIVersion")) ?? 0),
    labels: [main, app].map((node) => node.resource("label")),
    icons: [main, app].map((node) => node.resource("icon")),
    main_ability: name !== undefined && ABILITY_NAME.test(name) ? name : undefined,
    device_types: module.texts(model === "stage" ? "deviceTypes" : "deviceType"),
    permissions: permissionsOf(module.list(model === "stage" ? "requestPermissions" : "reqPermissions")),
    debuggable: (model === "stage" ? app : root.at("deviceConfig").at("default")).flag("debug"),
  };
}

/** The older of both ways to write it is the level itself; in the other, 50000012 is release 5.0.0 of level 12. */
const apiLevel = (written: number): number => (written > 1000 ? written % 1000 : written);

/** The ability that its module names, else the first that a launcher starts. */
function mainAbility(module: Node): Node {
  const abilities = module.list("abilities");
  const main = module.text("mainElement") ?? module.text("mainAbility");
  const isHome = (ability: Node) =>
    ability.list("skills").some((skill) => {
      const actions = skill.texts("actions");
      return actions.includes("action.system.home") || actions.includes("ohos.want.action.home");
    });
  return (
    abilities.find((ability) => main !== undefined && ability.text("name") === main) ??
    abilities.find(isHome) ??
    new Node(undefined)
  );
}

function permissionsOf(list: Node[]): string[] {
  const names = new Set<string>();
  for (const permission of list) {
    const name = permission.text("name");
    if (name !== undefined && PERMISSION_NAME.test(name)) names.add(name);
  }
  return [...names];
}

/** JSON whose shape nobody vouches for: what is not as expected is not there. */
class Node {
  readonly #value: unknown;

  constructor(value: unknown) {
    this.#value = value;
  }

  at(key: string): Node {
    const value = this.#value;
    const isObject = typeof value === "object" && value !== null && Object.hasOwn(value, key);
    return new Node(isObject ? (value as Record<string, unknown>)[key] : undefined);
  }

  text(key: string): string | undefined {
    const value = this.at(key).#value;
    return typeof value === "string" ? value : undefined;
  }

  number(key: string): number | undefined {
    const value = this.at(key).#value;
    return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
  }

  flag(key: string): boolean {
    return this.at(key).#value === true;
  }

  list(key: string): Node[] {
    const value = this.at(key).#value;
    if (!Array.isArray(value)) return [];
    if (value.length > MAX_NAMES) throw hostile(`The package's profile has a list of more than ${MAX_NAMES} parts.`);
    return value.map((one) => new Node(one));
  }

  texts(key: string): string[] {
    return this.list(key).flatMap((one) => (typeof one.#value === "string" ? [one.#value.slice(0, 200)] : []));
  }

  /** `"label": "$string:name", "labelId": 16777216`, or a text that is written out. */
  resource(key: string): HapResource {
    return { id: this.number(`${key}Id`), text: this.text(key) };
  }
}
