import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { nest } from "../../test/deep-tree.ts";
import { makeFolder } from "../../test/harness.ts";
import { EnvironmentCache } from "./environment-cache.ts";

it("throws away what an installer left, however deep, and makes it anew", async () => {
  const folder = await makeFolder();
  const cache = new EnvironmentCache(folder);
  const broken = cache.get("one", async (made) => {
    nest(join(made, "packages"));
    throw new Error("the installer failed");
  });
  await expect(broken).rejects.toThrow("the installer failed");
  expect(await readdir(folder)).toEqual([]);
  // As an agent leaves it that was killed while it installed.
  nest(join(folder, "one", "packages"));
  const made = await cache.get("one", (place) => writeFile(join(place, "package"), ""));
  expect(await readdir(made)).toEqual([".ready", "package"]);
});
