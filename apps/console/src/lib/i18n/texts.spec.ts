import { flatTexts } from "@udt/base";
import { describe, expect, it } from "vitest";
import { LANGUAGES } from "./language.ts";
import type { TextTree } from "./namespaces.ts";

const modules = import.meta.glob<TextTree>("../../**/texts/*.ts", { import: "default", eager: true });

const placeholders = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!).sort();

const namespaces = Map.groupBy(Object.entries(modules), ([path]) => path.replace(/\/texts\/\w+\.ts$/, ""));

describe("texts", () => {
  it("are found for the screens and for what they share", () => {
    const names = [...namespaces.keys()].map((path) => path.split("/").at(-1));
    expect(names).toEqual(expect.arrayContaining(["app", "common", "errors", "home", "login", "devices", "records"]));
  });

  it("have names of their own: a namespace is called as its folder", () => {
    const names = [...namespaces.keys()].map((path) => path.split("/").at(-1));
    expect(names).toHaveLength(new Set(names).size);
  });

  it.each(LANGUAGES)(
    "name in %s the console's places and a list's pages differently, as parts of one page",
    (language) => {
      const named = (path: string, key: string) => new Map(flatTexts(modules[`${path}/${language}.ts`]!)).get(key);
      expect(named("../../app/texts", "places.label")).not.toBe(named("../common/texts", "pager.label"));
    },
  );

  it.each(LANGUAGES)("name in %s no state of a device as the filter beside it for those that wear out", (language) => {
    const texts = (path: string) => [...flatTexts(modules[`${path}/${language}.ts`]!)];
    const states = texts("../common/texts").filter(([key]) => key.startsWith("device_state."));
    const filter = new Map(texts("../../features/devices/texts")).get("wear.filter");
    expect(states.map(([, name]) => name)).not.toContain(filter);
  });

  describe.each([...namespaces])("of %s", (_, files) => {
    const byLanguage = new Map(files.map(([path, tree]) => [/(\w+)\.ts$/.exec(path)![1]!, new Map(flatTexts(tree))]));
    const english = byLanguage.get("en")!;

    it("exist in every language and in no other", () => {
      expect([...byLanguage.keys()].sort()).toEqual([...LANGUAGES].sort());
    });

    it("are never empty", () => {
      for (const [language, texts] of byLanguage) {
        for (const [key, text] of texts) expect(text.trim(), `${language} ${key}`).not.toBe("");
      }
    });

    it.each(["zh", "ja"])("have the English keys in %s, but for the singular", (language) => {
      const keys = (texts: Map<string, string>) => [...texts.keys()].filter((key) => !key.endsWith("_one")).sort();
      expect(keys(byLanguage.get(language)!)).toEqual(keys(english));
    });

    it.each(["zh", "ja"])("name the same values in %s", (language) => {
      for (const [key, text] of byLanguage.get(language)!) {
        const reference = english.get(key) ?? english.get(key.replace(/_one$/, "_other"));
        expect(placeholders(text), key).toEqual(placeholders(reference!));
      }
    });

    it.each(["zh", "ja"])("are translated in %s: no long English text stands in", (language) => {
      for (const [key, text] of byLanguage.get(language)!) {
        if (text.split(" ").length > 3) expect(text, key).not.toBe(english.get(key));
      }
    });

    it.each(["zh", "ja"])("have a colon of %s's own after its words", (language) => {
      for (const [key, text] of byLanguage.get(language)!) expect(text, key).not.toMatch(/[^\p{ASCII}]\s*:/u);
    });

    it("have both plural forms in English", () => {
      for (const key of english.keys()) {
        if (key.endsWith("_one")) expect(english.has(key.replace(/_one$/, "_other")), key).toBe(true);
        if (key.endsWith("_other")) expect(english.has(key.replace(/_other$/, "_one")), key).toBe(true);
      }
    });
  });
});
