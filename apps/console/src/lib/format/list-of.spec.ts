import { afterEach, beforeEach, expect, it, vi } from "vitest";

beforeEach(() => {
  vi.resetModules();
  vi.stubGlobal("navigator", { languages: [] });
});
afterEach(() => vi.unstubAllGlobals());

it.each([
  ["en", "Alpha, Beta, and Gamma", "Alpha, Beta, Gamma"],
  ["zh", "Alpha、Beta和Gamma", "Alpha、Beta、Gamma"],
  ["ja", "Alpha、Beta、Gamma", "Alpha、Beta、Gamma"],
])("names some as the language does: %s", async (language, sentence, row) => {
  vi.stubGlobal("document", { cookie: `udt_lang=${language}`, documentElement: { lang: "" } });
  const { inRow, listOf } = await import("./list-of.ts");
  const names = ["Alpha", "Beta", "Gamma"];
  expect([listOf(names), inRow(names)]).toEqual([sentence, row]);
  expect([inRow(["Alpha"]), inRow([])]).toEqual(["Alpha", ""]);
});
