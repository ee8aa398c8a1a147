import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { shell } from "../lib/adb.ts";
import { step } from "../lib/step.ts";

describe("the device", () => {
  test("says which model it is", async () => {
    const model = await step("ask for the model", () => shell("getprop", "ro.product.model"));
    assert.notEqual(model.trim(), "");
  });

  test("shows its home screen", async () => {
    await step("press Home", () => shell("input", "keyevent", "KEYCODE_HOME"));
  });
});
