import { expect, it } from "vitest";
import { antdTheme } from "./antd-theme.ts";

it("is one and the same however often it is asked for", () => {
  expect(antdTheme("light", false)).toBe(antdTheme("light", false));
  expect(antdTheme("dark", true)).toBe(antdTheme("dark", true));
});

it("is another one in the dark, and where nothing moves", () => {
  expect(antdTheme("dark", false).token?.colorText).not.toBe(antdTheme("light", false).token?.colorText);
  expect(antdTheme("light", true).token?.motion).toBe(false);
  expect(antdTheme("light", false).token?.motion).toBe(true);
});
