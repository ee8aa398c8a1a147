/**
 * Takes the walk of docs/adding-an-area.md: in a copy of the product its changes are made and its example's files added;
 * then the types, the rules of the tree and the example's own specs say whether a new area is added so.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkCircles } from "./check-circles.ts";
import { checkImports } from "./check-imports.ts";
import { checkTables } from "./check-tables.ts";
import { checkTree } from "./check-tree.ts";
import { quickPlace } from "./quick-place.ts";

const root = join(import.meta.dirname, "..");
const files = join(root, "docs/adding-an-area");
const COPIED = ["apps", "packages", "bench", "tools", "tsconfig.base.json", "vitest.config.ts", "package.json"];
const LEFT_OUT = ["node_modules", "dist", "results"];

const own = readdirSync(files, { recursive: true, encoding: "utf8" }).filter((file) => /\.tsx?$/.test(file));
/** What is compiled, with all that it imports. */
const TYPES = {
  "tsconfig.json": [
    "apps/server/src/main.ts",
    "apps/agent/src/main.ts",
    ...own.filter((file) => !file.startsWith("apps/console/")),
  ],
  "apps/console/tsconfig.json": ["src/**/*.d.ts", "src/main.ts", "src/**/texts/*.ts"],
};
/** Specs of the product that ask for something of every area. */
const ASKING = [
  "packages/contract/src/contract.spec.ts",
  "apps/agent/src/sessions/streams.spec.ts",
  "apps/console/src/app/routes.spec.ts",
  "apps/console/src/app/menu.spec.ts",
  "apps/console/src/lib/i18n/texts.spec.ts",
];

/** What the page says of one file: a change (`+++ file`, whether the compiler asks for it, and hunks), or a quote (`// file`). */
interface Block {
  section: string;
  file: string;
  asked: boolean;
  text: string;
}

const page = readFileSync(join(root, "docs/adding-an-area.md"), "utf8");
const blocksOf = (language: string): { section: string; text: string }[] =>
  page.split(/^## /m).flatMap((chapter) => {
    const section = chapter.slice(0, chapter.indexOf("\n"));
    const fenced = chapter.split(`\`\`\`${language}\n`).slice(1);
    return fenced.map((rest) => ({ section, text: rest.slice(0, rest.indexOf("\n```")) }));
  });
const quotes: Block[] = blocksOf("ts").map(({ section, text }) => {
  const [heading = "", ...lines] = text.split("\n");
  return { section, file: heading.slice("// ".length), asked: false, text: lines.join("\n") };
});
const changes: Block[] = blocksOf("diff").flatMap(({ section, text }) =>
  text
    .split(/^\+\+\+ /m)
    .slice(1)
    .map((part) => {
      const [heading = "", ...lines] = part.trimEnd().split("\n");
      const [file = "", asked] = heading.split(" ");
      return { section, file, asked: asked === "(asked)", text: lines.join("\n") };
    }),
);

/** Makes a change in the copy. @throws where the product has not, or has more than once, what it begins with */
function change(copy: string, { file, text }: Block): void {
  let source = `\n${readFileSync(join(copy, file), "utf8")}`;
  for (const hunk of text.split("\n@@\n")) {
    const lines = hunk.split("\n");
    const side = (mark: string) =>
      lines
        .filter((line) => !line.startsWith(mark))
        .map((line) => `\n${line.slice(1)}`)
        .join("");
    const [before, ...after] = source.split(side("+") + "\n");
    if (before === undefined || after.length !== 1)
      throw new Error(`${file} has ${after.length} places for this change of the walk:\n${hunk}`);
    source = `${before}${side("-")}\n${after[0]}`;
  }
  writeFileSync(join(copy, file), source.slice(1));
}

/** The product by itself, with the packages that are installed and its own workspaces in place of those of the tree. */
function copyProduct(): string {
  const copy = mkdtempSync(join(process.env["UDT_TEST_FOLDER"] ?? quickPlace(), "udt-walk-"));
  for (const name of COPIED) {
    const filter = (path: string) => !LEFT_OUT.includes(basename(path));
    cpSync(join(root, name), join(copy, name), { recursive: true, filter });
  }
  linkPackages(join(root, "node_modules"), join(copy, "node_modules"));
  for (const app of readdirSync(join(root, "apps")))
    linkPackages(join(root, "apps", app, "node_modules"), join(copy, "apps", app, "node_modules"));
  return copy;
}

function linkPackages(from: string, to: string): void {
  let names: string[];
  try {
    names = readdirSync(from).filter((name) => name === ".bin" || !name.startsWith("."));
  } catch {
    return;
  }
  mkdirSync(to);
  for (const name of names) {
    // These are links to `../../packages/…`: beside the copy they lead to the copy's.
    if (name === "@udt") cpSync(join(from, name), join(to, name), { recursive: true, verbatimSymlinks: true });
    else symlinkSync(join(from, name), join(to, name));
  }
}

/** What `tsc` says of the copy, by file. */
function typeErrors(copy: string): Map<string, string[]> {
  const found = Object.entries(TYPES).flatMap(([config, include]) => {
    const narrowed = join(copy, dirname(config), "tsconfig.walk.json");
    const whole = JSON.parse(readFileSync(join(root, config), "utf8")) as object;
    writeFileSync(narrowed, JSON.stringify({ ...whole, include }));
    // By itself tsc takes every core, and more time of all of them together.
    const args = [join(root, "node_modules/typescript/bin/tsc"), "--singleThreaded", "-p", narrowed];
    const { stdout } = spawnSync(process.execPath, args, { cwd: copy, encoding: "utf8" });
    return stdout.split("\n").filter((line) => line.includes("error TS"));
  });
  return Map.groupBy(found, (line) => line.slice(0, line.indexOf("(")));
}

// A machine that does much else compiles slowly.
describe("the walk of adding an area", { timeout: 600_000 }, () => {
  let copy: string;
  beforeAll(() => (copy = copyProduct()));
  afterAll(() => rmSync(copy, { recursive: true, force: true }));

  it.each(quotes.map((quote) => [quote.file, quote.text]))("quotes %s to the letter", (file, text) => {
    expect(`\n${readFileSync(join(files, file), "utf8")}`).toContain(`\n${text}\n`);
  });

  it("is led on by the compiler, once the contract has the words", () => {
    for (const one of changes) if (one.section === "1. Contract" && !one.asked) change(copy, one);
    cpSync(join(files, "packages"), join(copy, "packages"), { recursive: true });
    const asked = changes.filter((one) => one.asked).map(({ file }) => file);
    // Beside them are those that use what these lack.
    expect([...typeErrors(copy).keys()]).toEqual(expect.arrayContaining(asked));
  });

  it("compiles with all its changes and files", () => {
    for (const one of changes) if (one.section !== "1. Contract" || one.asked) change(copy, one);
    cpSync(files, copy, { recursive: true });
    const generate = [join(root, "node_modules/drizzle-kit/bin.cjs"), "generate", "--name", "checkups"];
    execFileSync(process.execPath, generate, { cwd: join(copy, "apps/server"), stdio: "pipe" });
    expect(Object.fromEntries(typeErrors(copy))).toEqual({});
  });

  it("keeps the rules of the tree", () => {
    execFileSync("git", ["init", "-q"], { cwd: copy });
    writeFileSync(join(copy, ".gitignore"), "node_modules\n");
    mkdirSync(join(copy, "e2e"));
    expect([...checkImports(copy), ...checkTables(copy), ...checkTree(copy), ...checkCircles(copy)]).toEqual([]);
  });

  it("works: its specs pass, and those that ask for something of every area", () => {
    const specs = own.filter((file) => file.endsWith(".spec.ts"));
    const args = [
      join(root, "node_modules/vitest/vitest.mjs"),
      "run",
      "--project=unit",
      "--project=server",
      "--project=console",
      ...specs,
      ...ASKING,
    ];
    const env = { PATH: process.env["PATH"], UDT_TEST_FOLDER: process.env["UDT_TEST_FOLDER"] };
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: copy, env, encoding: "utf8" });
    expect(status, stdout + stderr).toBe(0);
    for (const file of [...specs, ...ASKING]) expect(stdout).toContain(file);
  });
});
