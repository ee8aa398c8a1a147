/** The elements on a phone's screen: found over its picture and in the tree, named for scripts, and read anew by themselves. */
import type { Client } from "@udt/client";
import { ENDPOINTS } from "@udt/contract";
import { openBrowser, startUdt, until, type Udt } from "@udt/testkit";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { DebugPage, enter } from "./console-pages.ts";
import { load, look, looks } from "./look.ts";

const query = { project: "demo" };
let udt: Udt;
let client: Client;
let browser: BrowserContext & AsyncDisposable;
let page: Page;
let debug: DebugPage;
let params: { test_id: string; device_id: string };

const read = () => client.call(ENDPOINTS.elementTree, { params, query, body: { is_automatic: true } });
const status = () => page.locator(".dbg-inspect-status");

beforeAll(async () => {
  udt = await startUdt({ phones: 1 });
  client = await udt.signIn();
  browser = await openBrowser({ permissions: ["clipboard-read", "clipboard-write"] });
  page = browser.pages()[0] ?? (await browser.newPage());
  await enter(page, udt);
  debug = await DebugPage.start(page, udt, "");
  const [device] = (await client.call(ENDPOINTS.deviceList, { query })).list;
  params = { test_id: debug.test_id, device_id: device!.device_id };
  await debug.tab("Inspect").click();
  await status().getByText("Up to date").waitFor();
});
afterAll(async () => {
  await browser?.close();
  await udt?.stop();
});
beforeEach(() => page.mouse.move(0, 0));

/** Where an element is on the page. */
async function placeOf(text: string) {
  const { list, width, height } = await read();
  const element = list.find((one) => one.text === text || one.description === text)!;
  const box = (await debug.canvas.boundingBox())!;
  const { left, top, right, bottom } = element.bounds;
  return {
    element,
    x: box.x + ((left + right) / 2 / width) * box.width,
    y: box.y + ((top + bottom) / 2 / height) * box.height,
  };
}
/** A text that one element of the screen has, and no other, and that stays: the clock's is another one any minute. */
async function someText(): Promise<string> {
  const texts = (await read()).list.map(({ text }) => text).filter((text) => text !== "" && !/\d:\d\d/.test(text));
  return texts.find((text) => texts.indexOf(text) === texts.lastIndexOf(text))!;
}

it("frames what the pointer is over, and a press copies what names it and touches nothing", async () => {
  const text = await someText();
  const { element, x, y } = await placeOf(text);
  await page.mouse.move(x, y);
  const frame = page.locator('.dbg-inspect-frame[data-kind="hovered"]');
  await frame.getByText(text, { exact: false }).waitFor();
  const [drawn, canvas] = [(await frame.boundingBox())!, (await debug.canvas.boundingBox())!];
  const { width } = await read();
  const part = (element.bounds.right - element.bounds.left) / width;
  expect(drawn.width / canvas.width).toBeCloseTo(part, 1);
  const before = await read();
  await page.mouse.down();
  await page.mouse.up();
  const copied = await until("a locator", async () => {
    const held = await page.evaluate(() => navigator.clipboard.readText());
    return held.startsWith("//") ? held : undefined;
  });
  // Of the three ways the tree itself says that this one finds it alone.
  const [, name = "", value = ""] = /^\/\/\*\[@([\w-]+)='(.*)'\]$/.exec(copied)!;
  const key = { "resource-id": "resource_id", "content-desc": "description", text: "text" }[name] as "text";
  expect(before.list.filter((one) => one[key] === value)).toEqual([element]);
  await page.locator(".dbg-inspect-facts").getByText(text, { exact: true }).first().waitFor();
  expect(await read()).toEqual(before);
});

it("copies as the tool wants it that is chosen", async () => {
  const { x, y } = await placeOf(await someText());
  await page.locator(".dbg-inspect-locators .ant-select").click();
  await page.locator(".ant-select-item-option").getByText("UiSelector").click();
  await page.mouse.click(x, y);
  await until("a selector", async () => {
    const held = await page.evaluate(() => navigator.clipboard.readText());
    return held.startsWith("new UiSelector().") || undefined;
  });
});

it("finds by words, and says when there are none", async () => {
  const text = await someText();
  const search = page.getByPlaceholder("Text, id or class");
  await search.fill(text.toUpperCase());
  const tree = page.locator(".dbg-inspect-tree");
  await tree.getByText(text).first().waitFor();
  await search.fill("nothing has these words");
  await page.getByText("No element has “nothing has these words” in its words.").waitFor();
  await search.fill("");
  await tree.waitFor();
});

it("reads anew by itself once the picture has changed, and comes to rest", async () => {
  const before = await read();
  await page.locator(".dbg-keys").getByRole("button", { name: "Recent apps" }).click();
  const after = await until("another screen", async () => {
    const now = await read();
    return JSON.stringify(now) === JSON.stringify(before) ? undefined : now;
  });
  const text = after.list.find((one) => one.text !== "")!.text;
  await page.locator(".dbg-inspect-tree").getByText(text).first().waitFor();
  await status().getByText("Up to date").waitFor();
  await page.locator(".dbg-keys").getByRole("button", { name: "Home" }).click();
  await status().getByText("Up to date").waitFor();
});

it("leaves the picture to fingers in every other tab", async () => {
  expect(await page.locator(".dbg-inspect").count()).toBe(1);
  await debug.tab("Log").click();
  await page.locator(".dbg-inspect").waitFor({ state: "detached" });
  await debug.tab("Inspect").click();
  await page.locator(".dbg-inspect").waitFor();
  await page.getByRole("button", { name: "Pick on the screen" }).click();
  await page.locator(".dbg-inspect").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Pick on the screen" }).click();
  await page.locator(".dbg-inspect").waitFor();
});

it.each(looks)("is whole in $language", { timeout: 240_000 }, async (at) => {
  await load(page, at, page.url());
  await debug.live();
  await page.locator('[data-tab="inspect"]').click();
  // Before it lies there the phone itself is touched.
  await page.locator(".dbg-inspect").waitFor();
  const { x, y } = await placeOf(await someText());
  await until("an element's facts", async () => {
    await page.mouse.click(x, y);
    return (await page.locator(".dbg-inspect-facts dl").count()) > 0 || undefined;
  });
  // What is read of a picture before is dashed until it is read anew.
  await page.locator(".dbg-inspect:not([data-stale])").waitFor();
  await look("debug-inspect", at, page);
});
