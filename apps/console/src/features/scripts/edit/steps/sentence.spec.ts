// @vitest-environment happy-dom
import { actionsOf, newStep } from "@udt/low-code";
import { beforeAll, expect, it } from "vitest";
import { createFormat } from "../../../../lib/format/index.ts";
import { getT, loadTexts } from "../../../../lib/i18n/index.ts";
import { sentenceOf, targetText, wordOf, type Words } from "./sentence.ts";

let words: Words;
beforeAll(async () => {
  document.cookie = "udt_lang=en";
  await loadTexts("steps", "common");
  words = { t: getT("steps"), format: createFormat("en") };
});
const say = (step: Record<string, unknown>) => sentenceOf(words, step);

it("says of every action what it does, and of an unknown one what it is called", () => {
  for (const action of actionsOf()) {
    expect(say(newStep(action))).not.toContain("{");
    expect(say(newStep(action))).not.toBe(action);
  }
  expect(say({ action: "fly" })).toBe("fly");
  expect(say({})).toBe("?");
});

it("says what is touched by the words that people see of it", () => {
  const target = (locator: unknown) => targetText(words, locator);
  expect(target({ by: "ui", id: "a.b:id/buy", text: "Buy" })).toBe("“Buy”");
  expect(target({ by: "ui", id: "a.b:id/buy" })).toBe("buy");
  expect(target({ by: "ui", class: "android.widget.Button", which: 2 })).toBe("Button, number 2");
  expect(target({ by: "ui", id: "more", inside: { id: "item", has: { text: "Lamp" } } })).toBe(
    "more in item with “Lamp”",
  );
  expect(target({ by: "position", x: 0.5, y: 0.254 })).toBe("50%, 25%");
  expect(target({ by: "image", image: "pictures/cart.png" })).toBe("the picture cart.png");
  for (const nothing of [undefined, "x", { by: "ui" }]) expect(target(nothing)).toContain("still to be chosen");
});

it("says what else makes a difference", () => {
  const locator = { by: "ui", text: "Cart" };
  expect(say({ action: "assert", locator, gone: true })).toBe("Check that “Cart” is gone");
  expect(say({ action: "assert", locator, state: "checked" })).toBe("Check that “Cart” is checked");
  expect(say({ action: "key", key: "KeyA", modifiers: ["ctrl"], times: 2 })).toBe("Press Ctrl+A 2 times");
  expect(say({ action: "wait", seconds: 0.25 })).toBe("Wait 0.25 s");
  expect(say({ action: "call", block: "begin", with: { who: "${who}", n: 2 } })).toBe(
    "Run block begin with who = ${who}, n = 2",
  );
  expect(say({ action: "memory", scene: "Level ${n}" })).toBe("Take a memory sample of “Level ${n}”");
  expect(say({ action: "script", file: "scripts/order.mjs" })).toBe("Run the program scripts/order.mjs");
  expect(say({ action: "script", file: "a.ts", args: ["${who}", "2"] })).toBe("Run the program a.ts with ${who}, 2");
  expect(say({ action: "loop", each: ["a", "b"], as: "word" })).toBe("For each word of a, b");
  expect(say({ action: "loop", while: { value: "a", equals: "b" }, most: 3 })).toBe(
    "As long as “a” is “b”, at most 3 times",
  );
  expect(say({ action: "input", text: `x\ny${"z".repeat(80)}`, locator }).length).toBeLessThan(90);
});

it("calls a field by its name in the file where there is no word for it yet", () => {
  expect(wordOf(words.t, "field", "locator")).toBe("Locator");
  expect(wordOf(words.t, "field", "something_new")).toBe("something_new");
});
