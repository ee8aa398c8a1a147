import { describe, expect, it } from "vitest";
import { declaredVariables } from "../variables/variables.ts";
import { NOTHING_KNOWN, type KnownFiles } from "./known-files.ts";
import { OPTIONS } from "./options.ts";
import { snippetsFor } from "../snippets/snippets.ts";
import { ScriptService } from "./script-service.ts";

const ROOT = "../../../../../../../examples/templates/typescript/";
const template = Object.fromEntries(
  Object.entries(
    import.meta.glob<string>("../../../../../../../examples/templates/typescript/**/*.ts", {
      query: "?raw",
      import: "default",
      eager: true,
    }),
  ).map(([path, text]) => [path.slice(ROOT.length), text]),
);

type Texts = Readonly<Record<string, string>>;

interface Model {
  uri: { path: string; toString(): string };
  version: number;
  getValue(): string;
}
/** One service for all: it takes a second to read Node's types, and nothing of one repository may be left for the next. */
let models: Model[] = [];
const service = new ScriptService(
  { getMirrorModels: () => models as never },
  { compilerOptions: OPTIONS, extraLibs: {}, inlayHintsOptions: {} },
);
let count = 0;

/** The service with files of a repository, of which some are open under names that tell nothing of their paths. */
async function serving(open: Texts, read: Texts = {}, more: Partial<KnownFiles> = {}) {
  const named = Object.entries(open).map(([path, text]) => {
    const name = `script://${++count}/was/elsewhere/${path.split("/").at(-1)}`;
    const uri = { path: name.slice("script://".length), toString: () => name };
    return { path, name, model: { uri, version: 1, getValue: () => text } };
  });
  models = named.map(({ model }) => model);
  await service.know({
    ...NOTHING_KNOWN,
    open: Object.fromEntries(named.map(({ name, path }) => [name, path])),
    read: Object.fromEntries(Object.entries(read).map(([path, text]) => [path, { text, version: text }])),
    ...more,
  });
  await service.begin();
  const nameOf = (path: string) => named.find((one) => one.path === path)?.name ?? "";
  const wrong = async (path: string) =>
    [
      ...(await service.getSyntacticDiagnostics(nameOf(path))),
      ...(await service.getSemanticDiagnostics(nameOf(path))),
    ].map(({ code }) => code);
  /** What is told of a name at a place of a file's text. */
  const hover = async (path: string, at: string) => {
    const found = await service.getQuickInfoAtPosition(nameOf(path), (open[path] ?? "").indexOf(at));
    return (found?.displayParts ?? []).map(({ text }) => text).join("");
  };
  return { nameOf, wrong, hover };
}

const { "tests/device.test.ts": test = "", ...lib } = template;

describe("the language service of scripts", () => {
  it("knows the whole template, with Node's types, and finds nothing wrong in it", async () => {
    const { wrong, hover } = await serving({ "tests/device.test.ts": test }, lib);
    expect(await service.wanted()).toEqual([]);
    expect(await wrong("tests/device.test.ts")).toEqual([]);
    expect(await hover("tests/device.test.ts", "shell(")).toContain("shell(...words: string[]): Promise<string>");
    expect(await hover("tests/device.test.ts", "notEqual(")).toContain("notEqual(actual: unknown");
    const all = await serving(template);
    for (const path of Object.keys(template)) expect([path, await all.wrong(path)]).toEqual([path, []]);
  });

  it.each(["test", "step", "tap_picture", "expect"])(
    "finds nothing wrong in a piece that is offered: %s",
    async (name) => {
      const path = "tests/piece.test.ts";
      const piece = snippetsFor("typescript", path, "", () => true).find((one) => one.name === name);
      const body = (piece?.insert ?? "").replaceAll(/\$\{\d:([^}]*)\}/g, "$1").replaceAll(/\$\d/g, "");
      expect(body).not.toBe("");
      const { wrong } = await serving({ [path]: `${piece?.imports.join("\n")}\n${body}\n` }, lib);
      expect(await wrong(path)).toEqual([]);
      // The same without what it imports is told of: it is read.
      const bare = await serving({ [path]: `export {};\n${body}\n` }, lib);
      expect(await bare.wrong(path)).not.toEqual([]);
    },
  );

  it("wants what open files import, and what that imports, until it has been read", async () => {
    const { wrong, nameOf } = await serving({ "tests/device.test.ts": test });
    expect(await service.wanted()).toEqual(["lib/adb.ts", "lib/step.ts"]);
    expect(await wrong("tests/device.test.ts")).toEqual([]);
    const read = (...paths: string[]) =>
      Object.fromEntries(paths.map((path) => [path, { text: template[path] ?? "", version: "read" }]));
    const open = { [nameOf("tests/device.test.ts")]: "tests/device.test.ts" };
    await service.know({ ...NOTHING_KNOWN, open, read: read("lib/step.ts") });
    expect(await service.wanted()).toEqual(["lib/adb.ts"]);
    await service.know({ ...NOTHING_KNOWN, open, read: read("lib/step.ts", "lib/adb.ts") });
    expect(await service.wanted()).toEqual([]);
  });

  it("offers what a module of the repository has, with its signature and what is told of it", async () => {
    const text = 'import * as memory from "../lib/memory.ts";\nmemory.\n';
    const { nameOf } = await serving({ "tests/a.test.ts": text }, lib);
    const at = text.lastIndexOf(".") + 1;
    const offered = await service.getCompletionsAtPosition(nameOf("tests/a.test.ts"), at);
    expect(offered?.entries.map(({ name }) => name)).toEqual(["memorySample"]);
    const told = await service.getCompletionEntryDetails(nameOf("tests/a.test.ts"), at, "memorySample");
    expect(told?.displayParts.map((part) => part.text).join("")).toBe("function memorySample(scene: string): void");
    expect(told?.documentation.map((part) => part.text).join("")).toContain("Has UDT take a memory sample");
  });

  it("answers once what is imported has been read, not before", async () => {
    const { hover } = await serving({ "a.ts": "const cart = 1;" });
    await service.know(NOTHING_KNOWN);
    let isTold = false;
    const told = hover("a.ts", "cart").then((text) => ((isTold = true), text));
    await service.wanted();
    expect(isTold).toBe(false);
    await service.begin();
    expect(await told).toBe("const cart: 1");
  });

  it("offers the variables that scripts find", async () => {
    const text = "process.env.UDT_\n";
    const ambient = declaredVariables([{ name: "UDT_STEPS_FILE", told: "Steps" }]);
    const { nameOf } = await serving({ "a.ts": text }, {}, { ambient });
    const offered = await service.getCompletionsAtPosition(nameOf("a.ts"), text.length - 1);
    expect(offered?.entries.map(({ name }) => name)).toContain("UDT_STEPS_FILE");
  });

  it.each([
    ["a value of another type", 'import { shell } from "./lib/adb.ts";\nvoid shell(1);', [2345]],
    ["a name that a module has not", 'import { shel } from "./lib/adb.ts";\nvoid shel;', [2724]],
    ["a file that is not there", 'import "./lib/gone.ts";\nimport { a } from "./lib/gone.ts";\nvoid a;', [2307, 2307]],
    [
      "a file without its ending, which Node does not find",
      'import { shell } from "./lib/adb";\nvoid shell(1);',
      [2345],
    ],
    ["an enum, which Node cannot strip", "export enum Side { Left }", [1294]],
    ["what is not finished", "const one = ;", [1109]],
  ])("says that %s is wrong", async (_, text, codes) => {
    const { wrong } = await serving({ "a.ts": text }, lib, { absent: ["lib/gone.ts"] });
    expect(await wrong("a.ts")).toEqual(codes);
  });

  it.each([
    ["a package that it does not know", 'import { chromium } from "playwright";\nwindow.open(chromium);'],
    ["a file that has not been read", 'import { late } from "./late.ts";\nlate(window);'],
    ["a file that imports such a package", 'import "./lib/uses.ts";\nwindow.open();'],
    ["a path that only its own tools know", 'import { x } from "#lib/x";\nwindow.open(x);'],
  ])("says nothing of what a file means that imports %s", async (_, text) => {
    const { wrong } = await serving({ "a.ts": text }, { ...lib, "lib/uses.ts": 'import "unknown";' });
    expect(await wrong("a.ts")).toEqual([]);
  });

  it("takes two files that declare the same names for two modules", async () => {
    const { wrong } = await serving({ "a.ts": "const cart = 1;\nvoid cart;", "b.ts": "const cart = 2;\nvoid cart;" });
    expect([await wrong("a.ts"), await wrong("b.ts")]).toEqual([[], []]);
  });

  it("has an open file by the path that it is renamed to, with what was typed", async () => {
    const { hover } = await serving({
      "a.ts": 'import { open } from "./lib/cart.ts";\nopen();',
      "lib/cart.ts": "export const open = (): 'typed' => 'typed';",
    });
    expect(await hover("a.ts", "open();")).toContain('open(): "typed"');
  });

  it("mixes nothing of two repositories that are opened one after the other", async () => {
    const text = 'import { only } from "./lib/only.ts";\nonly();';
    const only = { "lib/only.ts": "export const only = (): number => 1;" };
    const { nameOf, hover } = await serving({ "a.ts": text }, only);
    expect(await hover("a.ts", "only();")).toContain("only(): number");
    const open = { [nameOf("a.ts")]: "a.ts" };
    const other = { "lib/only.ts": { text: "export const only = (): string => '';", version: "2" } };
    await service.know({ ...NOTHING_KNOWN, open, read: other });
    expect(await hover("a.ts", "only();")).toContain("only(): string");
    await service.know({ ...NOTHING_KNOWN, open });
    expect(await hover("a.ts", "only();")).not.toContain("string");
  });
});
