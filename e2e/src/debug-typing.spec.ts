/** What input methods make of keys arrives on the phone whole, and nothing of what they show meanwhile. */
import type { CDPSession, Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import type { DebugPage } from "./console-pages.ts";
import { openDebugPage } from "./debug-setup.ts";

let page: Page;
let debug: DebugPage;
let keyboard: CDPSession;

beforeAll(async () => {
  const opened = await openDebugPage();
  ({ page, debug } = opened);
  keyboard = await opened.browser.newCDPSession(page);
  return opened.stop;
});

/** A new note with its text field in focus. */
async function openField(): Promise<void> {
  await debug.run("pm clear dev.udt.notes; am start -W -n dev.udt.notes/.NotesActivity > /dev/null");
  const button = await bounds('content-desc="New note"');
  await debug.tap(...button);
  // An empty field shows what it is for.
  await expect.poll(() => shown()).toBe("Title");
  await debug.tap(...(await bounds('class="android.widget.EditText"')));
  await page.locator(".dbg-typing:focus").waitFor();
}

const FILE = "/data/local/tmp/typed.xml";
async function bounds(attribute: string): Promise<[number, number]> {
  const line = await debug.run(`uiautomator dump ${FILE} > /dev/null; grep -o '<node[^>]*${attribute}[^>]*' ${FILE}`);
  const [x1, y1, x2, y2] = /bounds="\[(\d+),(\d+)\]\[(\d+),(\d+)\]"/.exec(line)!.slice(1).map(Number);
  const scale = (await debug.size()).width / Number(/(\d+)x/.exec(await debug.run("wm size"))![1]);
  return [((x1! + x2!) / 2) * scale, ((y1! + y2!) / 2) * scale];
}

/** The code points of the field's text. The terminal would draw them its own way: as numbers they are what they are. */
async function shown(): Promise<string | undefined> {
  const command = `uiautomator dump ${FILE} > /dev/null; grep -o '<node[^>]*android.widget.EditText[^>]*' ${FILE} | grep -o ' text="[^"]*"' | base64 -w 0`;
  const text = Buffer.from((await debug.run(command)).replaceAll(/\s/g, ""), "base64").toString("utf8");
  return / text="([^"]*)"/s
    .exec(text)?.[1]
    ?.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)));
}

/** What an input method shows step by step, and what it gives at last. */
async function compose(steps: readonly string[], result: string): Promise<void> {
  for (const text of steps) {
    await keyboard.send("Input.imeSetComposition", { text, selectionStart: text.length, selectionEnd: text.length });
  }
  await keyboard.send("Input.insertText", { text: result });
}

const METHODS = [
  { name: "Chinese by pinyin", steps: ["n", "ni", "ni'h", "ni'hao", "ni'hao'shi'jie"], result: "你好世界" },
  {
    name: "Japanese, kana to kanji",
    steps: ["と", "とう", "とうき", "とうきょ", "とうきょう", "東京"],
    result: "東京",
  },
  { name: "Korean, syllable by syllable", steps: ["ㅎ", "하", "한"], result: "한" },
  { name: "Vietnamese with combining marks", steps: ["e", "e\u0302", "e\u0302\u0301"], result: "e\u0302\u0301" },
  { name: "Hindi", steps: ["क", "क्", "क्ष"], result: "क्ष" },
  { name: "Arabic, right to left", steps: ["م", "مر", "مرحبا"], result: "مرحبا" },
  { name: "Hebrew with points", steps: ["ש", "שָׁ"], result: "שָׁלוֹם" },
  { name: "an emoji of several code points", steps: [":fam"], result: "👨‍👩‍👧‍👦🏳️‍🌈👍🏽" },
  { name: "characters beyond the basic plane", steps: ["j"], result: "𠮷𝒳" },
] as const;

describe("an input method", () => {
  for (const { name, steps, result } of METHODS) {
    it(`gives ${name}`, async () => {
      await openField();
      await compose(steps, result);
      await expect.poll(() => shown()).toBe(result);
      expect(await page.locator(".dbg-typing").inputValue()).toBe("");
    });
  }

  it("gives nothing of what is called off, and what comes after it in order", async () => {
    await openField();
    await keyboard.send("Input.imeSetComposition", { text: "ni'hao", selectionStart: 6, selectionEnd: 6 });
    await keyboard.send("Input.imeSetComposition", { text: "", selectionStart: 0, selectionEnd: 0 });
    await page.keyboard.press("a");
    await compose(["ㅎ", "하", "한"], "한");
    await compose(["ㄱ", "그", "글"], "글");
    await page.keyboard.press("b");
    await page.keyboard.insertText("é🎉");
    await expect.poll(() => shown()).toBe("a한글bé🎉");
  });
});

it("keeps what is typed in the terminal before itself and its shell are there, for that", async () => {
  const [terminal, shell] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route(/terminal-view/, async (route) => {
    await terminal.promise;
    await route.continue();
  });
  await page.routeWebSocket(/\/streams\/terminal/, async (socket) => {
    await shell.promise;
    socket.connectToServer();
  });
  await page.reload();
  await debug.tab("Terminal").click();
  await page.locator("textarea:focus").waitFor({ state: "attached" });
  await page.keyboard.type("echo ve''ry");
  terminal.resolve();
  await page.locator(".xterm-helper-textarea:focus").waitFor({ state: "attached" });
  await page.keyboard.type("ear''ly");
  await page.keyboard.press("Enter");
  shell.resolve();
  await page.locator(".xterm-rows", { hasText: "veryearly" }).waitFor();
});
