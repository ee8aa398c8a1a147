import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { find, findAll, tap, until } from "../lib/screen.ts";
import { openShop, search } from "../lib/shop.ts";
import { step } from "../lib/step.ts";

const prices = async () => (await findAll({ id: "product_price" })).map(({ text }) => text);

describe("finding products", () => {
  beforeEach(openShop);

  test("finds by part of a name", async () => {
    await search("orbit");
    const found = await until("one result", async () => {
      const all = await prices();
      return all.length === 1 ? all : undefined;
    });
    assert.deepEqual(found, ["€199.00"]);
  });

  test("says when nothing is found", async () => {
    await search("submarine");
    await find({ id: "no_results" });
    assert.deepEqual(await prices(), []);
  });

  test("a category shows its own products alone", async () => {
    await step("choose audio", () => tap({ id: "category_audio" }));
    const found = await until("two results", async () => {
      const all = await prices();
      return all.length === 2 ? all : undefined;
    });
    assert.deepEqual(found, ["€129.00", "€79.00"]);
  });

  // Slow, as tests that wait for something outside are.
  test("every category has something", async () => {
    for (const category of ["audio", "home", "wear", "desk"]) {
      await step(`choose ${category}`, async () => {
        await tap({ id: `category_${category}` });
        await until(`${category} being chosen`, async () =>
          (await find({ id: `category_${category}` })).selected ? true : undefined,
        );
        await pause(1_000);
      });
      assert.notEqual((await prices()).length, 0, category);
    }
  });
});
