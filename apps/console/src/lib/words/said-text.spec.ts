import { say, saidInEnglish, WORD_CODES, type WordTexts } from "@udt/base";
import { WORDS } from "@udt/base/words/en";
import { WORDS_JA } from "@udt/base/words/ja";
import { WORDS_ZH } from "@udt/base/words/zh";
import { afterEach, describe, expect, it, vi } from "vitest";

async function inLanguage(language: string) {
  vi.resetModules();
  vi.stubGlobal("document", { cookie: `udt_lang=${language}`, baseURI: "http://udt.test/", documentElement: {} });
  vi.stubGlobal("navigator", { languages: [] });
  const { loadTexts } = await import("../i18n/index.ts");
  await loadTexts("words");
  return import("./said-text.ts");
}
afterEach(() => vi.unstubAllGlobals());

const said = say("install_downgrade", {}, "INSTALL_FAILED_VERSION_DOWNGRADE: Downgrade detected\n");

describe("what is said", () => {
  it.each([
    ["en", "a higher version of the app is on the device: uninstall it first", "the device's 30 min were over"],
    ["zh", "手机上已存在更高版本的应用，请先卸载", "已达到单设备超时（30 分钟）"],
    ["ja", WORDS_JA.install_downgrade, "デバイスのタイムアウト（30 分）に達しました"],
  ])("is told in %s, with the device's words as they are", async (language, text, time) => {
    const { saidLine, saidText } = await inLanguage(language);
    expect(saidText(said)).toBe(text);
    expect(saidLine(said)).toBe(`${text} (INSTALL_FAILED_VERSION_DOWNGRADE: Downgrade detected)`);
    expect(saidLine(say("device_time_over", { minutes: 30 }))).toBe(time);
  });

  it("has the closest of what was seen instead, and not the least like it", async () => {
    const { saidLine } = await inLanguage("en");
    const seen = ['id: sign_in_button, text: "Sign in"', "id: email_input"].join("\n");
    const missed = say("low_code_not_found", { seconds: 10, locator: "id: sign_in_btn" }, seen);
    expect(saidLine(missed)).toBe(
      'not on the screen within 10 s: id: sign_in_btn (id: sign_in_button, text: "Sign in")',
    );
    expect(saidInEnglish(missed)).toMatch(/: id: sign_in_button, text: "Sign in"$/);
  });
});

describe("what was left", () => {
  const left = (apps: number, settings: number) => say("handover_remained", { apps, files: 0, settings, accounts: 0 });
  it.each([
    ["en", "a session left on the device: 2 apps, 1 setting", "a session left on the device: 1 app"],
    ["zh", "会话在设备上遗留了 2 个应用、1 项设置", "会话在设备上遗留了 1 个应用"],
    ["ja", "セッションがデバイスに残したもの：アプリ 2 個、設定 1 件", "セッションがデバイスに残したもの：アプリ 1 個"],
  ])("is told in %s without what there is none of", async (language, several, one) => {
    const { saidText } = await inLanguage(language);
    expect(saidText(left(2, 1))).toBe(several);
    expect(saidText(left(1, 0))).toBe(one);
  });
});

describe("what a check cleaned away", () => {
  it.each([
    ["en", "removed: 2 apps, 1 file", "removed: 1 app"],
    ["zh", "已移除 2 个应用、1 个文件", "已移除 1 个应用"],
    ["ja", "アプリ 2 個、ファイル 1 個を削除しました", "アプリ 1 個を削除しました"],
  ])("is told in %s without what there is none of", async (language, both, apps) => {
    const { saidText } = await inLanguage(language);
    expect(saidText(say("check_cleaned", { apps: 2, files: 1 }))).toBe(both);
    expect(saidText(say("check_cleaned", { apps: 1, files: 0 }))).toBe(apps);
  });
});

describe("what a device speaks", () => {
  const foreign = say("check_language_unwanted", { language: "fil-PH", languages: "zh, en" });
  it.each([
    ["en", "the device speaks Filipino (Philippines); accepted: Chinese and English"],
    ["zh", "设备语言为菲律宾语（菲律宾），可接受的语言：中文和英语"],
    ["ja", "デバイスの言語はフィリピノ語 (フィリピン)です。許可された言語：中国語、英語"],
  ])("is told in %s by the names of languages", async (language, text) => {
    const { saidText } = await inLanguage(language);
    expect(saidText(foreign)).toBe(text);
    expect(saidText(say("check_language", { language: "no tag" }))).toContain("no tag");
  });
});

const names = (text: string) => [...text.matchAll(/\{(\w+)(?:[:|][^}]*)?\}/g)].map(([, name]) => name).sort();
const languages: [string, WordTexts][] = [
  ["zh", WORDS_ZH],
  ["ja", WORDS_JA],
];

describe.each(languages)("the table of words in %s", (_, texts) => {
  it.each(WORD_CODES)("has %s, with its arguments", (code) => {
    expect(texts[code]).not.toBe("");
    expect(names(texts[code])).toEqual(names(WORDS[code]));
    expect(texts[code], "it is translated").toMatch(/[\u3040-\u30ff\u4e00-\u9fff]/);
  });
});
