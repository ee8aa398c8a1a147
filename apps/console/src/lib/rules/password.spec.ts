import { afterEach, beforeEach, expect, it, vi } from "vitest";

beforeEach(() => {
  vi.resetModules();
  vi.stubGlobal("document", { cookie: "udt_lang=en", documentElement: { lang: "" }, baseURI: "http://udt.test/" });
  vi.stubGlobal("navigator", { languages: [] });
});
afterEach(() => vi.unstubAllGlobals());

it.each([
  [false, "8 to 20 characters, no Chinese characters.", "sunny day 1", "密码很长没有人能够猜中它"],
  [true, "12 to 128 characters, whichever you like.", "密码很长没有人能够猜中它", "sunny day 1"],
])("is said and judged by the rule in force at the server: strong_passwords %j", async (strong, hint, good, bad) => {
  vi.stubGlobal("fetch", async () => Response.json({ strong_passwords: strong }));
  await (await import("../config/index.ts")).loadConfig();
  await (await import("../i18n/index.ts")).loadTexts("rules");
  const { newPasswordHint, newPasswordRule } = await import("./password.ts");
  expect(newPasswordHint()).toBe(hint);
  expect([good, bad].map((each) => newPasswordRule().safeParse(each).success)).toEqual([true, false]);
});
