/** Which screens the journeys look at is a table that looks are held to; here it is held to the console and the journeys. */
import { readdirSync, readFileSync } from "node:fs";
import { beforeAll, expect, it } from "vitest";
import { consoleScreens, LOOKED_SCREENS, screenAt } from "./looked-screens.ts";

let screens: Awaited<ReturnType<typeof consoleScreens>>["screens"];
beforeAll(async () => {
  ({ screens } = await consoleScreens());
});

it("names every screen of the console, in the order of its tables", () => {
  expect(Object.keys(LOOKED_SCREENS)).toEqual(screens.map(({ path }) => path));
});

it("names a look for each that a journey has, and another for each", () => {
  const journeys = readdirSync(import.meta.dirname)
    .filter((file) => file.endsWith(".spec.ts"))
    .map((file) => readFileSync(`${import.meta.dirname}/${file}`, "utf8"))
    .join("\n");
  const names = Object.values(LOOKED_SCREENS).filter((look) => typeof look === "string");
  expect(names.filter((name) => !journeys.includes(`await look("${name}", `))).toEqual([]);
  expect(new Set(names).size).toBe(names.length);
});

it("takes only that for the same screen which is made of the same page", () => {
  const pages = new Map(screens.map(({ path, load }) => [path, String(load)]));
  for (const [path, look] of Object.entries(LOOKED_SCREENS)) {
    if (typeof look === "string") continue;
    expect(pages.get(path), path).toBe(pages.get(look.same_as));
    expect(LOOKED_SCREENS[look.same_as], path).toBeTypeOf("string");
  }
});

it.each([
  ["admin/users", "/admin/:tab"],
  ["admin/remote/debug?test_id=1", "/admin/remote/debug"],
  ["platform/sync/one", "/platform/sync/:first/:second?/:third?/:fourth?/:fifth?/:sixth?/:seventh?"],
  ["demo/auto/job/7/run", "/:projectId/auto/job/:jobId/run"],
  ["demo/auto/job/7/settings", "/:projectId/auto/job/:jobId/:tabActive"],
  ["demo/nowhere", undefined],
])("knows the screen of /%s", (address, path) => {
  expect(screenAt(`http://localhost/${address}`)).toBe(path);
});
