import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

describe("translations", () => {
  beforeEach(() => {
    vi.resetModules();
    vi.stubGlobal("navigator", { languages: [] });
  });
  afterEach(() => vi.unstubAllGlobals());

  async function start(language: string) {
    vi.stubGlobal("document", { cookie: `udt_lang=${language}`, documentElement: { lang: "" } });
    const i18n = await import("./i18n.ts");
    await i18n.loadTexts("common", "refusals");
    return i18n;
  }

  it("speak the cookie's language and mark the page with it", async () => {
    const { getT } = await start("ja");
    expect(getT("common")("device_state.idle")).toBe("空き");
    expect(document.documentElement.lang).toBe("ja-JP");
  });

  it("fill in values between single braces, without escaping them", async () => {
    const { getT } = await start("en");
    expect(getT("refusals")("rows.device_busy", { user_name: "<b>tester-b" })).toBe(
      "<b>tester-b is using this device.",
    );
  });

  it("choose the plural form", async () => {
    const { getT } = await start("en");
    expect(getT("common")("minutes", { count: 1 })).toBe("1 minute");
    expect(getT("common")("minutes", { count: 30 })).toBe("30 minutes");
  });

  it("need no singular in Chinese", async () => {
    const { getT } = await start("zh");
    expect(getT("common")("minutes", { count: 1 })).toBe("1 分钟");
  });
});
