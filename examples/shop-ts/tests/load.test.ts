import assert from "node:assert/strict";
import { setTimeout as pause } from "node:timers/promises";
import { beforeEach, describe, test } from "node:test";
import { shell } from "../lib/adb.ts";
import { framesOf, memoryOf } from "../lib/load.ts";
import { find } from "../lib/screen.ts";
import { APP, openShop } from "../lib/shop.ts";
import { step } from "../lib/step.ts";

/** With the rest below, long enough for a report with charts: a run of less than 30 s has none, however quick the machine. */
const ROUNDS = 15;
const REST_MS = 8_000;
/** The system's clock may turn meanwhile, and a list may still come to its end. */
const FRAMES_AT_REST = 5;

const swipe = (from: number, to: number) => shell("input", "swipe", "360", String(from), "360", String(to), "400");

describe("the catalogue's load", () => {
  beforeEach(openShop);

  test("keeps no more memory however long it is scrolled", async () => {
    await find({ id: "product_grid" });
    const before = await memoryOf(APP);
    const frames = await framesOf(APP);
    await step(`scroll ${ROUNDS} times down and up`, async () => {
      for (let round = 0; round < ROUNDS; round++) {
        await swipe(1100, 400);
        await swipe(400, 1100);
      }
    });
    assert.ok((await framesOf(APP)) > frames, "nothing was drawn");
    const after = await memoryOf(APP);
    assert.ok(after < before + 20, `${before.toFixed(1)} MB became ${after.toFixed(1)} MB`);
  });

  test("draws nothing while nobody touches it", async () => {
    await pause(1_000);
    const before = await framesOf(APP);
    await step("leave it alone", () => pause(REST_MS));
    const drawn = (await framesOf(APP)) - before;
    assert.ok(drawn <= FRAMES_AT_REST, `${drawn} frames were drawn`);
  });
});
