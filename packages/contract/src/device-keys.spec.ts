import { expect, it } from "vitest";
import { DEVICE_KEYS } from "./device-keys.ts";
import { inputToAgent } from "./input.ts";

const press = (facts: object) => inputToAgent.safeParse({ type: "key", action: "press", ...facts }).success;

it("names each key once", () => expect(new Set(DEVICE_KEYS).size).toBe(DEVICE_KEYS.length));

it("takes keys by name, with what is held", () => {
  expect(press({ key: "GoHome" })).toBe(true);
  expect(press({ key: "KeyA", modifiers: ["ctrl", "shift"] })).toBe(true);
});

it.each([{ key: "KeyÄ" }, { key: "" }, { key: 3 }, { key_code: 3 }, { key: "KeyA", modifiers: ["hyper"] }])(
  "refuses %o",
  (facts) => expect(press(facts)).toBe(false),
);
