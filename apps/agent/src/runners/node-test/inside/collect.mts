/**
 * Lists the tests of the files that it is given, as a JSON list in the file that UDT_COLLECT_LIST names. Runs beside the library's
 * own code: whatever it says is theirs to say.
 *
 * Usage: collect.mts FILES, with the library as working directory.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { readFileSync, writeFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

interface Case {
  case_key: string;
  name: string;
  file: string;
  function: string;
}
type Body = (...values: unknown[]) => unknown;

const list = process.env["UDT_COLLECT_LIST"]!;
delete process.env["UDT_COLLECT_LIST"];
const files = JSON.parse(readFileSync(process.argv[2]!, "utf8")) as string[];
const cases: Case[] = [];
const around = new AsyncLocalStorage<{ file: string; path: string[] }>();
const pending: Promise<unknown>[] = [];

/** `(name?, options?, body?)`, as node:test has it. */
function partsOf(values: unknown[]): { name: string; body: Body | undefined } {
  const body = values.find((value): value is Body => typeof value === "function");
  const given = values.find((value) => typeof value === "string");
  return { name: given ?? (body?.name || "<anonymous>"), body };
}

function noteTest(...values: unknown[]): Promise<void> {
  const place = around.getStore();
  const { name } = partsOf(values);
  if (place) {
    const path = [...place.path, name].join(" > ");
    cases.push({ case_key: `${place.file}::${path}`, name, file: place.file, function: path });
  }
  return Promise.resolve();
}

function noteSuite(...values: unknown[]): Promise<void> {
  const place = around.getStore();
  const { name, body } = partsOf(values);
  if (place && body) {
    const result = around.run({ file: place.file, path: [...place.path, name] }, () => body({ name }));
    if (result instanceof Promise) pending.push(result);
  }
  return Promise.resolve();
}

const nothing = (): void => undefined;
const real = process.getBuiltinModule("node:test");
const withVariants = (note: (...values: unknown[]) => Promise<void>) =>
  Object.assign((...values: unknown[]) => note(...values), {
    skip: note,
    todo: note,
    only: note,
    expectFailure: note,
  });
const suite = withVariants(noteSuite);
const it = withVariants(noteTest);
const hooks = { before: nothing, after: nothing, beforeEach: nothing, afterEach: nothing };
const test = Object.assign(withVariants(noteTest), {
  it,
  suite,
  describe: suite,
  run: nothing,
  ...hooks,
  mock: real.mock,
  snapshot: real.snapshot,
  assert: real.assert,
});
Object.assign(test, { test, default: test });
(globalThis as Record<symbol, unknown>)[Symbol.for("udt.collect")] = test;

const names = Object.keys(test).filter((name) => !["default", "skip", "todo", "only", "expectFailure"].includes(name));
const SOURCE = `
const collected = globalThis[Symbol.for("udt.collect")];
export default collected;
export { collected as "module.exports" };
export const { ${[...names, "skip", "todo", "only"].join(", ")} } = collected;
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

for (const file of files) {
  try {
    await around.run({ file, path: [] }, () => import(pathToFileURL(resolve(file)).href));
    while (pending.length > 0) await pending.shift();
  } catch (error) {
    console.error(
      `${file} cannot be imported:\n${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    );
    process.exit(1);
  }
}
writeFileSync(list, JSON.stringify(cases));
// A file may have left timers or sockets open.
process.exit(0);
