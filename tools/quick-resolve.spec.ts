import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";

const HOOK = new URL("./quick-resolve.ts", import.meta.url).href;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "udt-resolve-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(files: Record<string, string>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, name, ".."), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}

const said = (file: string) => {
  const { stdout, stderr } = spawnSync(process.execPath, ["--import", HOOK, join(folder, file)], { encoding: "utf8" });
  return { stdout: stdout.trim(), stderr };
};

it("loads modules, scripts with types, and CommonJS, each as its package says", () => {
  write({
    "package.json": '{"type":"module"}',
    "a.js": `import "./b/c.js"; import "./typed.ts"; import "./d.mjs";
import old from "./old/e.js"; import { f } from "./old/f.cjs"; console.log(old.e, f);`,
    "b/c.js": 'console.log("c", import.meta.url.endsWith("/b/c.js"));',
    "typed.ts": 'const said: string = "typed"; console.log(said);',
    "d.mjs": 'console.log("d");',
    "old/package.json": '{"name":"old"}',
    "old/e.js": "exports.e = typeof require;",
    "old/f.cjs": "exports.f = 1;",
  });
  expect(said("a.js").stdout).toBe("c true\ntyped\nd\nfunction 1");
});

it("tells of a module that is not there, by its path", () => {
  write({ "package.json": '{"type":"module"}', "a.js": 'import "./gone.js";' });
  expect(said("a.js").stderr).toContain("gone.js");
});

it("asks Node nothing about a module beside another one", () => {
  write({ "package.json": '{"type":"module"}', "a.js": 'import "./b.js";', "b.js": 'console.log("b");' });
  const counted = `import { registerHooks } from "node:module";
registerHooks({ resolve(specifier, context, next) { if (specifier === "./b.js") console.log("asked"); return next(specifier, context); } });`;
  write({ "count.mjs": counted });
  const args = ["--import", join(folder, "count.mjs"), "--import", HOOK, join(folder, "a.js")];
  expect(spawnSync(process.execPath, args, { encoding: "utf8" }).stdout.trim()).toBe("b");
});
