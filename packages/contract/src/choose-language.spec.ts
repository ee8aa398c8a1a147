import { describe, expect, it } from "vitest";
import { chooseLanguage, type LanguageFacts } from "./choose-language.ts";
import { UI_LANGUAGES } from "./web-config.ts";

const choose = (facts: Partial<LanguageFacts>) =>
  chooseLanguage({ cookies: "", host: "udt.example.com", browser: [], offered: UI_LANGUAGES, byHost: {}, ...facts });

describe("chooseLanguage", () => {
  it("takes the cookie before the host before the browser", () => {
    const byHost = { "udt.example.com": "zh" } as const;
    expect(choose({ cookies: "a=1; udt_lang=ja; b=2", browser: ["en-GB"], byHost })).toBe("ja");
    expect(choose({ browser: ["en-GB"], byHost })).toBe("zh");
    expect(choose({ browser: ["en-GB"], byHost: { "other.example.com": "zh" } })).toBe("en");
  });

  it("does not mind how the host is written", () => {
    expect(choose({ host: "UDT.example.com", byHost: { "udt.example.com": "ja" } })).toBe("ja");
  });

  it("ignores a cookie that names no language of ours", () => {
    expect(choose({ cookies: "udt_lang=fr", browser: ["en-GB"] })).toBe("en");
    expect(choose({ cookies: "not_udt_lang=ja", browser: ["en-GB"] })).toBe("en");
  });

  it("takes the browser's first language that we have", () => {
    expect(choose({ browser: ["de-DE", "ja", "en"] })).toBe("ja");
    expect(choose({ browser: ["zh-Hant-TW"] })).toBe("zh");
  });

  it("is Chinese when nothing fits", () => {
    expect(choose({ browser: ["de", "fr"] })).toBe("zh");
    expect(choose({})).toBe("zh");
  });

  it("keeps to the languages that are offered", () => {
    const offered = ["en", "ja"] as const;
    expect(choose({ cookies: "udt_lang=zh", browser: ["zh", "ja"], offered })).toBe("ja");
    expect(choose({ offered })).toBe("en");
  });
});
