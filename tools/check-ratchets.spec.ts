import { execFileSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { checkCircles } from "./check-circles.ts";
import { checkRatchets } from "./check-ratchets.ts";
import { treeOf } from "./tree.fixture.ts";

const FILE = "tools/ratchets.json";
const NONE = {
  type_circles: 0,
  long_files: 0,
  long_functions: 0,
  non_null_assertions: 0,
  duplicates_in_product: 0,
  duplicates_elsewhere: 0,
};

/** A tree with these files, and what may be in it. */
const tree = (files: Record<string, string>, allowed: Record<string, number> = {}): string =>
  treeOf({ ...files, [FILE]: JSON.stringify({ ...NONE, ...allowed }) });

const git = (root: string, ...args: string[]) =>
  execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.com", ...args], { cwd: root, stdio: "pipe" });

/** A repository in which this many assertions were allowed, one commit after the other; a text is committed as it is. */
function history(...allowed: (number | string)[]): string {
  const root = tree({ "apps/one/a.ts": "a!;\na!;\na!;" });
  for (const one of allowed) {
    write(root, one);
    git(root, "add", FILE);
    git(root, "commit", "--quiet", "--allow-empty", "-m", "next");
  }
  return root;
}
const write = (root: string, allowed: number | string) =>
  writeFileSync(
    join(root, FILE),
    typeof allowed === "string" ? allowed : JSON.stringify({ ...NONE, non_null_assertions: allowed }),
  );
const RAISED = (before: number) =>
  `non_null_assertions: 3 is written down, and it was ${before}: no number is raised or taken out`;

const TYPES = {
  "apps/one/a.ts": 'import type { B } from "./b.ts";\nexport type A = B;',
  "apps/one/b.ts": 'import type { A } from "./a.ts";\nexport type B = A;',
};
const SIX = ["a", "b", "c", "d", "e", "f"].map((name) => `${name}();`).join("\n");
const LONG = `export const a = () => {\n${"\n".repeat(99)}};`;

it.each([
  [TYPES, "type_circles: 1, and 0 are allowed: apps/one/a.ts ↔ apps/one/b.ts"],
  [{ "apps/one/a.ts": "\n".repeat(300) }, "long_files: 1, and 0 are allowed: apps/one/a.ts"],
  [{ "apps/one/a.ts": `\n${LONG}` }, "long_functions: 1, and 0 are allowed: apps/one/a.ts:2 (101 lines)"],
  [{ "packages/one/a.tsx": "\na!;" }, "non_null_assertions: 1, and 0 are allowed: packages/one/a.tsx:2"],
  [
    { "apps/one/a.ts": SIX, "apps/one/b.ts": `\n${SIX}` },
    "duplicates_in_product: 1, and 0 are allowed: apps/one/a.ts:1-6 ~ apps/one/b.ts:2-7",
  ],
  [
    { "apps/one/a.ts": SIX, "apps/one/a.spec.ts": SIX },
    "duplicates_elsewhere: 1, and 0 are allowed: apps/one/a.ts:1-6 ~ apps/one/a.spec.ts:1-6",
  ],
])("names what is new", (files, sentence) => {
  expect(checkRatchets(tree(files))).toEqual([sentence]);
});

it("counts neither what is shorter nor what tests do", () => {
  const files = {
    "apps/one/a.ts": LONG.replace("\n\n", "\n"),
    "apps/one/a.spec.ts": "a!;",
    "apps/one/test/b.ts": "a!;",
  };
  expect(checkRatchets(tree(files))).toEqual([]);
});

it("wants a lower count written down, and lets the same one be", () => {
  expect(checkRatchets(tree(TYPES, { type_circles: 1 }))).toEqual([]);
  expect(checkRatchets(tree(TYPES, { type_circles: 2 }))).toEqual([
    "type_circles: only 1 are left; write that into tools/ratchets.json",
  ]);
});

it("refuses a number that is higher than it ever was, committed or not", () => {
  const root = history(5, 3);
  expect(checkRatchets(root)).toEqual([]);
  write(root, JSON.stringify({ ...NONE, non_null_assertions: undefined }));
  expect(checkRatchets(root)).toContain(
    "non_null_assertions: undefined is written down, and it was 3: no number is raised or taken out",
  );
  const edited = history(5, 2);
  write(edited, 3);
  expect(checkRatchets(edited)).toEqual([RAISED(2)]);
  expect(checkRatchets(history(5, 2, 4, 3))).toEqual([RAISED(2)]);
  expect(checkRatchets(history(4, "<<<<<<< HEAD", 3))).toEqual([]);
});

it("knows what a merged branch had lowered", () => {
  const root = history(5);
  git(root, "checkout", "--quiet", "-b", "other");
  write(root, 2);
  git(root, "commit", "--quiet", "-am", "lower");
  git(root, "checkout", "--quiet", "-");
  write(root, 3);
  git(root, "commit", "--quiet", "-am", "less low");
  git(root, "merge", "--quiet", "-s", "ours", "other");
  expect(checkRatchets(root)).toEqual([RAISED(2)]);
});

it("compares with the newest commit in a shallow clone, and with none where there is no history", () => {
  const clone = `${history(2, 4)}-clone`;
  onTestFinished(() => rmSync(clone, { recursive: true }));
  execFileSync("git", ["clone", "--quiet", "--depth", "1", `file://${clone.replace(/-clone$/, "")}`, clone]);
  const few = "non_null_assertions: only 0 are left; write that into tools/ratchets.json";
  expect(checkRatchets(clone)).toEqual([few]);
  write(clone, 5);
  expect(checkRatchets(clone)).toEqual([RAISED(4).replace("3 is", "5 is"), few]);
  expect(checkRatchets(tree({}, { non_null_assertions: 9 }))).toEqual([few]);
});

it("finds circles of values and of folders, and lets types of one folder be", () => {
  const values = {
    "apps/one/a.ts": 'import { b } from "./b.ts";\nexport const a = () => b;',
    "apps/one/b.ts": 'export { c as b } from "./c.ts";',
    "apps/one/c.ts": 'import { type A, a } from "./a.ts";\nexport const c = a;',
  };
  expect(checkCircles(tree(values))).toEqual(["circle of values: apps/one/a.ts ↔ apps/one/b.ts ↔ apps/one/c.ts"]);
  const late = { ...values, "apps/one/c.ts": 'export const c = async () => (await import("./a.ts")).a;' };
  expect(checkCircles(tree(late))).toEqual(["circle of values: apps/one/a.ts ↔ apps/one/b.ts ↔ apps/one/c.ts"]);
  const folders = {
    "apps/one/x/a.ts": 'import type { B } from "../y/b.ts";\nexport type A = B;',
    "apps/one/y/b.ts": 'import type { C } from "../x/c.ts";\nexport type B = C;',
    "apps/one/x/c.ts": "export type C = 1;",
  };
  expect(checkCircles(tree(folders))).toEqual(["circle of folders: apps/one/x ↔ apps/one/y"]);
  expect(checkCircles(tree(TYPES))).toEqual([]);
});
