import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { makeFolder } from "../../test/harness.ts";
import { setUpExecutor } from "../../test/executor-setup.ts";
import { installing } from "../../test/installing.ts";
import { makeCase } from "../../test/run-server.ts";
import { prepareEnvironment } from "./environment.ts";
import { detectIsolation } from "../isolation/isolation.ts";
import { checkLock, checkManifest, installNewest } from "./node-packages.ts";
import { findNpm } from "./registries.ts";

it("installs what package.json names where there is no lock file, and says so", { timeout: 240_000 }, async () => {
  const [library, cache_dir] = [await makeFolder(), await makeFolder()];
  const manifest = JSON.stringify({ dependencies: { ms: "~2.1.3" } });
  await writeFile(join(library, "package.json"), manifest);
  const signal = AbortSignal.timeout(200_000);
  const isolation = await detectIsolation();
  const environments = { cache_dir, install_hosts: [] };
  const environment = await prepareEnvironment({ framework: "node_test", library, environments, isolation, signal });
  expect(environment.remark).toMatchObject({ code: "environment_not_locked" });
  const source = `import { equal } from "node:assert"; import { test } from "node:test"; import ms from "ms";
    test("a", () => equal(ms("1s"), 1000));`;
  const { run } = await setUpExecutor({ framework: "node_test", files: { "a.test.mjs": source }, environment });
  expect((await run([makeCase("a.test.mjs::a")]))[0]).toMatchObject({ state: "success" });
});

it.each([
  ["git+ssh://host/x.git", false],
  ["someone/something", false],
  ["file:../x", false],
  ["https://host/x.tgz", false],
  ["link:x", false],
  ["..", false],
  [".x", false],
  ["x.tgz", false],
  ["npm:other/name", false],
  ["npm:@scope/other@^1.0.0", true],
  ["^1.2.3-beta.1 || >=2 <3", true],
  ["latest", true],
  ["", true],
])("of package.json takes %s: %s", (wish, isTaken) => {
  for (const manifest of [
    { dependencies: { x: wish } },
    { dependencies: { x: wish }, devDependencies: { x: "1" } },
    { dependencies: { x: "1" }, peerDependencies: { y: wish } },
    { devDependencies: { x: "1" }, overrides: { y: { z: wish } } },
  ])
    expect(checkManifest(JSON.stringify(manifest)).fault === undefined).toBe(isTaken);
});

it("reads overrides to their end, however deep they lie", () => {
  const deep = `${'{"y":'.repeat(20_000)}"git+https://x"${"}".repeat(20_000)}`;
  expect(checkManifest(`{"overrides":${deep}}`).fault).toMatchObject({ code: "lock_foreign_package" });
});

it("has nothing to install for a library that names nothing", () => {
  expect(checkManifest("{}")).toEqual({ isEmpty: true });
  expect(checkManifest("{").fault).toMatchObject({ code: "lock_not_json" });
});

it.each([
  ["a version that is an address", "node_modules/x", { version: "http://127.0.0.1:9/x.tgz" }],
  ["what an entry asks for", "node_modules/x", { version: "1.0.0", dependencies: { y: "http://127.0.0.1:9/y.tgz" } }],
  ["the same where it may fail", "node_modules/x", { optionalDependencies: { y: "git+http://127.0.0.1:9/y.git" } }],
  ["the same of a peer", "node_modules/x", { peerDependencies: { y: "someone/something" } }],
  ["a folder beside the library's packages", "../x", { version: "1.0.0" }],
  ["a way out of them", "node_modules/x/../../../y", { version: "1.0.0" }],
])("takes from a lock file nothing of elsewhere by %s", (_, name, entry) => {
  const faultOf = (packages: object) => checkLock(JSON.stringify({ packages }), new Set()).fault;
  expect(faultOf({ [name]: entry })).toMatchObject({ code: "lock_foreign_package", args: { name } });
});

it("takes a lock file's entries as npm writes them", () => {
  const packages = {
    "": { dependencies: { x: "^1.0.0" } },
    "node_modules/x": { version: "1.0.0-beta.1+build", dependencies: { y: "npm:@a/z@>=1 <2 || ^3.0.0-rc.1" } },
    "node_modules/x/node_modules/y": { name: "@a/z", version: "1.2.3", peerDependencies: { x: "*", w: "" } },
    "node_modules/@a/b": { version: "1.0.0", optionalDependencies: { c: "latest" }, inBundle: true },
  };
  expect(checkLock(JSON.stringify({ packages }), new Set())).toEqual({ isEmpty: false });
});

it("leaves folders alone that a manifest calls its workspaces", { timeout: 60_000 }, async () => {
  const top = await makeFolder();
  const [folder, other] = [join(top, "made"), join(top, "other")];
  await mkdir(folder);
  await mkdir(join(other, "node_modules/x"), { recursive: true });
  await writeFile(join(other, "package.json"), JSON.stringify({ name: "other", version: "1.0.0" }));
  // Nothing is asked of a registry: there is nothing to install, if the other is none of its own.
  const manifest = JSON.stringify({ name: "r", version: "1.0.0", workspaces: ["../other"] });
  await installNewest(folder, manifest, await findNpm(), await installing("npm"));
  expect(await readdir(join(other, "node_modules"))).toEqual(["x"]);
});
