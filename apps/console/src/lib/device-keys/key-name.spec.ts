// @vitest-environment happy-dom
import { beforeAll, expect, it } from "vitest";
import { loadTexts } from "../i18n/index.ts";
import { keyName } from "./key-name.ts";

beforeAll(() => {
  document.cookie = "udt_lang=zh";
  return loadTexts("common");
});

it.each([
  ["GoBack", "返回"],
  ["AudioVolumeUp", "音量加"],
  ["KeyA", "A"],
  ["Digit7", "7"],
  ["Enter", "Enter"],
])("calls %s what its reader does", (key, name) => {
  expect(keyName(key)).toBe(name);
});
