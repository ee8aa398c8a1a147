import { mkdir, readdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeFolder, onEnd } from "../../test/harness.ts";
import { baseEnvironment } from "../environments/environment.ts";
import { detectIsolation } from "../isolation/isolation.ts";
import { collectNodeTests } from "./node-test/collect.ts";

test("what programs left where a parser is put leads the agent's writing nowhere", { timeout: 120_000 }, async () => {
  const isolation = await detectIsolation();
  const environment = await baseEnvironment();
  const place = await isolation.open({ folder: join(await makeFolder(), "place"), environment });
  onEnd(() => place.close());
  const outside = await makeFolder();
  await mkdir(join(outside, "away"));
  await symlink(join(outside, "away"), join(place.exchange, "collect"));
  await symlink(join(outside, "list"), join(place.exchange, "files.json"));
  await writeFile(join(place.library, "a.test.ts"), 'import test from "node:test";\ntest("a", () => {});\n');
  const { cases } = await collectNodeTests(place, AbortSignal.timeout(100_000));
  expect(cases.map(({ name }) => name)).toEqual(["a"]);
  expect([await readdir(outside), await readdir(join(outside, "away"))]).toEqual([["away"], []]);
});
