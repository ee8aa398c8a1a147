/** What names of Python mean in a repository. */
import type { PythonName, PythonOutline } from "./outline.ts";

/** The files of Python that have been read, by path. */
export type PythonFiles = ReadonlyMap<string, PythonOutline>;

/** A name with the module that declares it; of a module itself its own path. */
export interface Meant {
  path: string;
  /** Undefined: the module. */
  name: PythonName | undefined;
}

/** The path of a module, seen from the file that names it: from the repository's root on, or beside the file as pytest has it. */
export function pathOfModule(module: string, from: string, isThere: (path: string) => boolean): string | undefined {
  const folders = from.split("/").slice(0, -1);
  const dots = module.length - module.replace(/^\.+/, "").length;
  const names = module
    .slice(dots)
    .split(".")
    .filter((name) => name !== "");
  const roots = dots > 0 ? [folders.slice(0, folders.length - dots + 1)] : [[], folders];
  for (const root of roots) {
    const path = [...root, ...names].join("/");
    const found = [`${path}.py`, path === "" ? "__init__.py" : `${path}/__init__.py`].find(isThere);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** What a module is called by those that import it. */
export const moduleOf = (path: string): string =>
  path
    .replace(/(?:\/__init__)?\.py$/, "")
    .split("/")
    .join(".");

/** What a dotted name means in a file. @param line where it stands */
export function meaning(files: PythonFiles, path: string, dotted: string, line: number): Meant | undefined {
  const [first = "", ...rest] = dotted.split(".");
  let meant = first === "self" || first === "cls" ? classAt(files, path, line) : nameAt(files, path, first, line);
  // `import device.adb` names both at once.
  const imported = files.get(path)?.imports.find(({ name, as }) => name === undefined && isWithin(as, dotted));
  if (!meant && imported) {
    const found = pathOfModule(imported.module, path, (one) => files.has(one));
    if (found === undefined) return undefined;
    meant = { path: found, name: undefined };
    rest.splice(0, imported.as.split(".").length - 1);
  }
  for (const name of rest) meant = meant && memberOf(files, meant, name);
  return meant;
}

const isWithin = (as: string, dotted: string): boolean => dotted === as || dotted.startsWith(`${as}.`);

/** All that can stand behind a name and a dot. */
export function membersOf(files: PythonFiles, { path, name }: Meant): readonly PythonName[] {
  if (name) return name.kind === "class" ? name.names : [];
  return files.get(path)?.names ?? [];
}

/** What a module has of a name, also what it has from others. */
export function memberOf(files: PythonFiles, of: Meant, name: string, depth = 0): Meant | undefined {
  const own = membersOf(files, of).find((one) => one.name === name);
  if (own) return { path: of.path, name: own };
  return of.name || depth > 4 ? undefined : importedAs(files, of.path, name, depth);
}

function importedAs(files: PythonFiles, path: string, name: string, depth: number): Meant | undefined {
  for (const one of files.get(path)?.imports ?? []) {
    if (one.as !== name && one.name !== "*") continue;
    const isThere = (at: string) => files.has(at);
    const module = pathOfModule(one.module, path, isThere);
    if (one.name === undefined) return module === undefined ? undefined : { path: module, name: undefined };
    const wanted = one.name === "*" ? name : one.name;
    const found =
      module === undefined ? undefined : memberOf(files, { path: module, name: undefined }, wanted, depth + 1);
    if (found) return found;
    const within = pathOfModule(`${one.module}${one.module.endsWith(".") ? "" : "."}${wanted}`, path, isThere);
    if (within !== undefined) return { path: within, name: undefined };
  }
  return undefined;
}

function nameAt(files: PythonFiles, path: string, name: string, line: number): Meant | undefined {
  const within = around(files.get(path)?.names ?? [], line).toReversed();
  for (const { kind, names } of within) {
    const found = kind === "function" ? names.find((one) => one.name === name) : undefined;
    if (found) return { path, name: found };
  }
  return memberOf(files, { path, name: undefined }, name);
}

function classAt(files: PythonFiles, path: string, line: number): Meant | undefined {
  const name = around(files.get(path)?.names ?? [], line).findLast(({ kind }) => kind === "class");
  return name && { path, name };
}

/** The functions and classes that a line is in, the outermost first. @param indent how far in the line begins */
export function around(names: readonly PythonName[], line: number, indent = Infinity): PythonName[] {
  const found = names.find(
    (one) => one.kind !== "variable" && one.line <= line && line <= one.last && one.indent < indent,
  );
  return found ? [found, ...around(found.names, line, indent)] : [];
}

/** Fixtures that a file's tests may ask for: its own, and those of each `conftest.py` on the way to it. */
export function fixturesFor(files: PythonFiles, path: string): Meant[] {
  const folders = path.split("/").slice(0, -1);
  const places = folders.map((_, index) => [...folders.slice(0, index + 1), "conftest.py"].join("/"));
  return [...new Set(["conftest.py", ...places, path])].flatMap((place) =>
    (files.get(place)?.names ?? []).filter(isFixture).map((name) => ({ path: place, name })),
  );
}

const isFixture = ({ decorators }: PythonName): boolean =>
  decorators.some((text) => /^(?:pytest\.)?fixture\b/.test(text));

/** How a function is called, with what it is called by. */
export const signatureOf = ({ name, kind, parameters }: PythonName): string =>
  kind === "function" ? `${name}(${parameters.join(", ")})` : name;
