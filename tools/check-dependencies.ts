/**
 * What the lock file brings: each package at an exact version, from the registry and no other place, with its checksum, under
 * a licence that the table has, and with no install script but those that the table knows (which are never run).
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";

interface Locked {
  version?: string;
  resolved?: string;
  integrity?: string;
  license?: string;
  link?: boolean;
  dev?: boolean;
  hasInstallScript?: boolean;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

export interface DependencyTable {
  licences: string[];
  /** For what nobody gets but who works on UDT. */
  licences_of_tools: string[];
  /** Modules of their own under a licence that lets them be used so as long as they are not changed, and exchanged. */
  unchanged_modules: Record<string, string>;
  /** Licences of packages that say them where npm does not look. */
  said_elsewhere: Record<string, string>;
  /** Licences by names that SPDX does not know. */
  said_otherwise: Record<string, string>;
  install_scripts: string[];
}

const EXACT = /^\d+\.\d+\.\d+(-[\w.]+)?(\+[\w.]+)?$/;
const REGISTRY = "https://registry.npmjs.org/";
const INSTALLED = "node_modules/";
/** How a package tells npm that its licence is in a file of its own. */
const IN_ITS_FILE = "SEE LICENSE IN LICENSE";

export function checkDependencies(root: string): string[] {
  const read = (path: string): unknown => JSON.parse(readFileSync(join(root, path), "utf8"));
  const { packages } = read("package-lock.json") as { packages: Record<string, Locked> };
  return judgeLock(packages, read("tools/dependencies.json") as DependencyTable);
}

export function judgeLock(packages: Record<string, Locked>, table: DependencyTable): string[] {
  const problems: string[] = [];
  const used = new Set<string>();
  for (const [path, locked] of Object.entries(packages)) {
    if (locked.link) continue;
    const at = path.lastIndexOf(INSTALLED);
    if (at < 0) {
      problems.push(...judgeWishes(path, locked));
      continue;
    }
    const name = path.slice(at + INSTALLED.length);
    const say = (what: string) => problems.push(`${path}: ${what}`);
    // npm leaves the address out for what the registry has.
    if (locked.resolved !== undefined && !locked.resolved.startsWith(REGISTRY))
      say(`comes from ${locked.resolved}, not from the registry`);
    if (!EXACT.test(locked.version ?? "")) say(`has no exact version: ${locked.version ?? "none"}`);
    if (!locked.integrity?.startsWith("sha512-")) say("has no checksum");
    const isElsewhere = locked.license === undefined || locked.license === IN_ITS_FILE;
    const said = isElsewhere ? table.said_elsewhere[name] : locked.license;
    const licence = said === undefined ? undefined : (table.said_otherwise[said] ?? said);
    if (isElsewhere) used.add(name);
    if (said !== undefined && said !== licence) used.add(said);
    const allowed = new Set([...table.licences, ...(locked.dev ? table.licences_of_tools : [])]);
    const excepted = table.unchanged_modules[name];
    if (excepted !== undefined) {
      used.add(name);
      allowed.add(excepted);
    }
    if (licence === undefined) say("says no licence");
    else if (!isAllowed(licence, allowed)) say(`is under ${licence}, which the table does not have`);
    if (!locked.hasInstallScript) continue;
    used.add(name);
    if (!table.install_scripts.includes(name)) say("has an install script");
  }
  const exceptions = [
    ...Object.keys({ ...table.said_elsewhere, ...table.unchanged_modules, ...table.said_otherwise }),
    ...table.install_scripts,
  ];
  for (const name of exceptions)
    if (!used.has(name)) problems.push(`tools/dependencies.json: ${name} needs no exception`);
  return problems;
}

/** What this project itself asks for. */
function judgeWishes(path: string, locked: Locked): string[] {
  const wishes = { ...locked.dependencies, ...locked.devDependencies, ...locked.optionalDependencies };
  return Object.entries(wishes)
    .filter(([, version]) => !EXACT.test(version))
    .map(([name, version]) => `${join(path, "package.json")}: asks for ${name} ${version}, no exact version`);
}

/** Whether `licence`, an expression of names with AND, OR and parentheses, can be kept with what is allowed. */
function isAllowed(licence: string, allowed: ReadonlySet<string>): boolean {
  const words = licence.match(/[()]|[^\s()]+/g) ?? [];
  let at = 0;
  const term = (): boolean => {
    const word = words[at++];
    if (word !== "(") return word !== undefined && allowed.has(word);
    const inner = either();
    return words[at++] === ")" && inner;
  };
  const both = (): boolean => {
    let all = term();
    while (words[at]?.toUpperCase() === "AND") {
      at++;
      all = term() && all;
    }
    return all;
  };
  const either = (): boolean => {
    let any = both();
    while (words[at]?.toUpperCase() === "OR") {
      at++;
      any = both() || any;
    }
    return any;
  };
  const found = either();
  return found && at === words.length;
}
