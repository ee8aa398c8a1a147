import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { DURATION_PRESETS, isDuration, rememberDuration, rememberedDuration } from "./duration.ts";

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
});
afterEach(() => vi.unstubAllGlobals());

describe("a debug session's duration", () => {
  it.each([
    [4, false],
    [5, true],
    [480, true],
    [481, false],
    [30.5, false],
    [Number.NaN, false],
  ])("of %d minutes: %j", (minutes, valid) => expect(isDuration(minutes)).toBe(valid));

  it("is half an hour until another was chosen", () => {
    expect(rememberedDuration()).toBe(30);
    rememberDuration(120);
    expect(rememberedDuration()).toBe(120);
  });

  it("is not taken from a spoiled store", () => {
    localStorage.setItem("udt_debug_minutes", "9999");
    expect(rememberedDuration()).toBe(30);
  });

  it("has presets that the server takes", () => {
    for (const minutes of DURATION_PRESETS) expect(isDuration(minutes)).toBe(true);
  });
});
