import { afterEach, expect, it, vi } from "vitest";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

it.each([
  ["en", "Mon, Wed, Sun at 07:30"],
  ["zh", "周一、周三、周日 07:30"],
  ["ja", "月・水・日 07:30"],
])("names days in short, in %s", async (language, words) => {
  vi.stubGlobal("document", { cookie: `udt_lang=${language}`, documentElement: { lang: "" } });
  vi.stubGlobal("navigator", { languages: [] });
  const { loadTexts } = await import("../../../lib/i18n/index.ts");
  await loadTexts("jobs");
  const { timingWords } = await import("./timing-words.ts");
  const when = { time: "07:30", time_zone: "Asia/Shanghai" };
  expect(timingWords({ kind: "timed", days: ["7", "3", "1"], ...when })).toBe(words);
});
