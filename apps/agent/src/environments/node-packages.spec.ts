import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { makeFolder } from "../../test/harness.ts";
import { setUpExecutor } from "../../test/executor-setup.ts";
import { makeCase } from "../../test/run-server.ts";
import { prepareEnvironment } from "./environment.ts";
import { checkManifest } from "./node-packages.ts";

it("installs what package.json names where there is no lock file, and says so", { timeout: 240_000 }, async () => {
  const [library, cache_dir] = [await makeFolder(), await makeFolder()];
  const manifest = JSON.stringify({ dependencies: { ms: "~2.1.3" } });
  await writeFile(join(library, "package.json"), manifest);
  const signal = AbortSignal.timeout(200_000);
  const environment = await prepareEnvironment({ framework: "node_test", library, cache_dir, signal });
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
  ["npm:other/name", false],
  ["npm:@scope/other@^1.0.0", true],
  ["^1.2.3-beta.1 || >=2 <3", true],
  ["latest", true],
  ["", true],
])("of package.json takes %s: %s", (wish, isTaken) => {
  for (const manifest of [
    { dependencies: { x: wish } },
    { devDependencies: { x: "1" }, overrides: { y: { z: wish } } },
  ])
    expect(checkManifest(JSON.stringify(manifest)).fault === undefined).toBe(isTaken);
});

it("has nothing to install for a library that names nothing", () => {
  expect(checkManifest("{}")).toEqual({ isEmpty: true });
  expect(checkManifest("{").fault).toMatchObject({ code: "lock_not_json" });
});
