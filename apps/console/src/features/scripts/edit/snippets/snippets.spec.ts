import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { snippetsFor, type Offered, type SnippetLanguage } from "./snippets.ts";

const all = () => true;
const none = () => false;
/** A file with a piece taken at its end, its places as they stand, as an editor puts it there. */
function taken(text: string, { insert, imports, head }: Offered): string {
  const plain = insert
    .replaceAll(/\$\{\d:([^}]*)\}/g, "$1")
    .replaceAll(/\$\d/g, "")
    .replaceAll("\t", "    ");
  const lines = text.split("\n");
  return [...lines.slice(0, head), ...imports, ...lines.slice(head), plain, ""].join("\n");
}
const names = (language: SnippetLanguage, path: string, has = all) =>
  snippetsFor(language, path, "", has).map(({ name }) => name);

describe("pieces of scripts", () => {
  it("are those whose helpers the repository has", () => {
    expect(names("typescript", "a.test.ts")).toEqual(["test", "step", "tap_picture", "expect"]);
    expect(names("typescript", "a.test.ts", none)).toEqual(["test", "expect"]);
    expect(names("python", "test_a.py")).toEqual(["test", "step", "tap_picture", "expect", "fixture", "fixture_use"]);
    expect(names("python", "test_a.py", none)).toEqual(["test", "expect", "fixture", "fixture_use"]);
  });

  it("import what they need, behind what is imported, from where the file is, and nothing twice", () => {
    const text =
      'import assert from "node:assert/strict";\nimport {\n  shell,\n} from "../lib/adb.ts";\n\nconst x = 1;\n';
    const step = snippetsFor("typescript", "tests/deep/a.test.ts", text, all).find(({ name }) => name === "step");
    expect(step).toMatchObject({ head: 4, imports: ['import { step } from "../../lib/step.ts";'] });
    const expects = snippetsFor("typescript", "a.test.ts", text, all).find(({ name }) => name === "expect");
    expect(expects?.imports).toEqual([]);
    const first = snippetsFor("typescript", "a.test.ts", "", all).find(({ name }) => name === "step");
    expect(first).toMatchObject({ head: 0, imports: ['import { step } from "./lib/step.ts";'] });
    const python = snippetsFor("python", "tests/test_a.py", '"""Told."""\nimport pytest\n\nx = 1\n', all);
    expect(python.find(({ name }) => name === "fixture")).toMatchObject({ head: 2, imports: [] });
    expect(python.find(({ name }) => name === "step")?.imports).toEqual(["from device.steps import step"]);
  });

  it.each(snippetsFor("python", "tests/test_a.py", "import os\n", all))(
    "of Python are what Python reads: $name",
    (piece) => {
      const text = taken("import os\n", piece);
      expect(text.startsWith("import os\n")).toBe(true);
      // Compiled whole; a syntax that Python has not ends it.
      execFileSync("python3", ["-c", "import sys; compile(sys.stdin.read(), 'test_a.py', 'exec')"], { input: text });
    },
  );
});
