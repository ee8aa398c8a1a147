/**
 * Lists the tests of one file, as JSON in the file that UDT_COLLECT_LIST names: imports it with a `node:test` of ours in
 * place of Node's, which notes suites and tests by their names and runs none of them. Runs beside the library's own code:
 * whatever it says is theirs to say. It may have changed everything that there is, so that little is used once it ran.
 *
 * Usage: collect-file.mts FILE, with the library as working directory.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { writeFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { flat, keepable, keyOf, Labels, NAMELESS, SEPARATOR } from "./names.mts";

type Body = (...values: unknown[]) => unknown;
/** A suite, or the file around them all: what is in it, in Node's order, whenever its body came to name it. */
interface Suite {
  labels: Labels;
  /** Names with the separator after each, for what is within. */
  path: string;
  labelled: string;
  /** The same, without separators in names. */
  flat: string;
  inside: (Suite | Entry)[];
}
/** What becomes a case. */
interface Entry {
  name: string;
  path: string;
  labelled: string;
  flat: string;
}

/** Who starts this names both. */
function named(): { list: string; file: string } {
  const { UDT_COLLECT_LIST: list } = process.env;
  const [, , file] = process.argv;
  if (list === undefined || file === undefined) throw new Error("UDT_COLLECT_LIST and FILE must be named");
  delete process.env["UDT_COLLECT_LIST"];
  return { list, file };
}

const { list, file } = named();
const { stringify } = JSON;
const whole: Suite = { labels: new Labels(), path: "", labelled: "", flat: "", inside: [] };
const around = new AsyncLocalStorage<Suite>();
const pending: Promise<unknown>[] = [];

interface Parts {
  name: string;
  options: Record<string, unknown>;
  body: Body | undefined;
}
/** `(name?, options?, body?)`, as node:test takes them. */
function partsOf(values: unknown[]): Parts {
  let body: Body | undefined;
  let options: Record<string, unknown> = {};
  for (let index = 2; index >= 0; index--) {
    const value = values[index];
    if (typeof value === "function") body = value as Body;
    else if (value !== null && typeof value === "object") options = value as Record<string, unknown>;
  }
  const first = values[0];
  const name = typeof first === "string" && first !== "" ? first : body?.name || NAMELESS;
  return { name, options, body };
}

function entryOf(suite: Suite, name: string): Entry {
  const label = suite.labels.next(name);
  return { name, path: suite.path + name, labelled: suite.labelled + label, flat: suite.flat + flat(label) };
}

function noteTest(...values: unknown[]): Promise<void> {
  const suite = around.getStore() ?? whole;
  suite.inside[suite.inside.length] = entryOf(suite, partsOf(values).name);
  return Promise.resolve();
}

function noteSuite(isSkipped: boolean, values: unknown[]): Promise<void> {
  const parent = around.getStore() ?? whole;
  const { name, options, body } = partsOf(values);
  const entry = entryOf(parent, name);
  const skip = options["skip"];
  // Node never looks into a suite that is left out: it is one entry of its reports.
  if (isSkipped || (skip !== undefined && skip !== false)) {
    parent.inside[parent.inside.length] = entry;
    return Promise.resolve();
  }
  const suite: Suite = {
    labels: new Labels(),
    path: entry.path + SEPARATOR,
    labelled: entry.labelled + SEPARATOR,
    flat: entry.flat + SEPARATOR,
    inside: [],
  };
  parent.inside[parent.inside.length] = suite;
  if (!body) return Promise.resolve();
  // A suite whose body fails has failed with all that is in it; where nothing is, it is a failed entry of its own.
  const onFailed = (error: unknown) => {
    console.error(error);
    if (suite.inside.length === 0) suite.inside[0] = entry;
  };
  try {
    const result = around.run(suite, () => body({ name }));
    if (result instanceof Promise) pending[pending.length] = result.catch(onFailed);
  } catch (error) {
    onFailed(error);
  }
  return Promise.resolve();
}

const nothing = (): void => undefined;
const real = process.getBuiltinModule("node:test") as unknown as Record<string, unknown>;
const withVariants = (note: Body, skip: Body = note) =>
  Object.assign((...values: unknown[]) => note(...values), { skip, todo: note, only: note, expectFailure: note });
const suite = withVariants(
  (...values) => noteSuite(false, values),
  (...values) => noteSuite(true, values),
);
const it = withVariants(noteTest);
const hooks = { before: nothing, after: nothing, beforeEach: nothing, afterEach: nothing };
const { skip, todo, only, expectFailure } = it;
const others = { it, suite, describe: suite, run: nothing, skip, todo, only, expectFailure, ...hooks };
const test = Object.assign(withVariants(noteTest), real, others);
Object.assign(test, { test, default: test });
(globalThis as Record<symbol, unknown>)[Symbol.for("udt.collect")] = test;

const names = Object.keys(test).filter((name) => name !== "default");
const SOURCE = `
const collected = globalThis[Symbol.for("udt.collect")];
export default collected;
export { collected as "module.exports" };
export const { ${names.join(", ")} } = collected;
`;
const ADDRESS = "udt-collect:test";
registerHooks({
  resolve(specifier, context, next) {
    return specifier === "node:test"
      ? { url: ADDRESS, format: "module", shortCircuit: true }
      : next(specifier, context);
  },
  load(url, context, next) {
    return url === ADDRESS ? { format: "module", source: SOURCE, shortCircuit: true } : next(url, context);
  },
});

/** In Node's order: a suite's tests where the suite is. */
function listEntries({ inside }: Suite, into: Entry[]): Entry[] {
  for (let index = 0, one = inside[0]; one; one = inside[++index]) {
    if ("inside" in one) listEntries(one, into);
    else into[into.length] = one;
  }
  return into;
}

function textOf(entries: Entry[]): string {
  let text = "";
  const taken = Object.create(null) as Record<string, true>;
  for (let index = 0, one = entries[0]; one; one = entries[++index])
    if (one.flat === one.labelled) taken[one.labelled] = true;
  for (let index = 0, one = entries[0]; one; one = entries[++index]) {
    const isTaken = one.flat !== one.labelled && taken[one.labelled] === true;
    taken[one.labelled] = true;
    const key = stringify(keyOf(file, isTaken ? one.flat : one.labelled));
    const name = stringify(keepable(one.name));
    const path = stringify(keepable(one.path));
    text += `${text === "" ? "" : ","}{"case_key":${key},"name":${name},"file":${stringify(file)},"function":${path}}`;
  }
  return text;
}

try {
  await around.run(whole, () => import(pathToFileURL(resolve(file)).href));
  for (let index = 0; index < pending.length; index++) await pending[index];
} catch (error) {
  console.error(error);
  process.exit(1);
}
// A file without tests is a test itself: it passes when its process does.
const itself: Entry = { name: file, path: "", labelled: "", flat: "" };
writeFileSync(list, `[${textOf(whole.inside.length === 0 ? [itself] : listEntries(whole, []))}]`);
// A file may have left timers or sockets open.
process.exit(0);
