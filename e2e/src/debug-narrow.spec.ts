/** The debug page at its least width, as crowded as it gets: somebody watches, the screen is recorded, figures come. */
import { openBrowser, until } from "@udt/testkit";
import type { BrowserContext, Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { addColleague } from "./colleague.ts";
import { DebugPage, enter } from "./console-pages.ts";
import { openDebugPage } from "./debug-setup.ts";
import { keepPicture, load, look, narrowLooks } from "./look.ts";

const BEA = { email: "bea@example.com", password: "a-long-password-1", user_name: "Bea Colleague" };

let page: Page;
let debug: DebugPage;
let colleague: BrowserContext;

beforeAll(async () => {
  const opened = await openDebugPage();
  ({ page, debug } = opened);
  const { udt } = opened;
  await addColleague(await udt.signIn(), BEA);
  colleague = await openBrowser();
  const hers = colleague.pages()[0] ?? (await colleague.newPage());
  await enter(hers, { url: udt.url, admin: BEA });
  await hers.goto(page.url());
  await hers.locator('.dbg-glass[data-liveness="live"]').waitFor();
  await page.getByRole("button", { name: "Record the screen" }).click();
  await page.locator("[data-recording]").waitFor();
  return async () => {
    await colleague.close();
    await opened.stop();
  };
});

it("is driven by fingers on a tablet of 1024×768", async () => {
  const tablet = await openBrowser({ viewport: { width: 1024, height: 768 }, hasTouch: true });
  try {
    const held = tablet.pages()[0] ?? (await tablet.newPage());
    await tablet.addCookies(await page.context().cookies());
    for (const path of ["/home", "/demo/remote/list"]) {
      await held.goto(new URL(path, page.url()).href);
      const wayThere = held.getByRole("link", { name: "Back to session" }).first();
      await wayThere.waitFor();
      expect(await held.evaluate(() => document.documentElement.scrollWidth)).toBe(1024);
      const { x: wayAt, width: wayWidth } = (await wayThere.boundingBox())!;
      expect(wayAt + wayWidth).toBeLessThanOrEqual(1024);
    }
    await held.goto(page.url());
    const phone = new DebugPage(held);
    await phone.live();
    // Nothing has to be scrolled to.
    expect(await held.evaluate(() => document.documentElement.scrollWidth)).toBe(1024);
    const bar = held.locator(".dbg-header");
    expect(await bar.evaluate((header) => header.scrollWidth - header.clientWidth)).toBe(0);
    const { x: endAt, width: endWidth } = (await bar.getByRole("button", { name: "End", exact: true }).boundingBox())!;
    expect(endAt + endWidth).toBeLessThanOrEqual(1024);
    await debug.startApp("dev.udt.testpattern");
    await expect.poll(() => phone.sequence()).toBe(0);
    const { x, y, width, height } = (await phone.canvas.boundingBox())!;
    expect([x >= 0, y >= 0, x + width <= 1024, y + height <= 768]).toEqual([true, true, true, true]);
    const [middle, low] = [x + width / 2, y + height * 0.8];
    await held.touchscreen.tap(middle, low);
    // Down and up.
    await expect.poll(() => phone.sequence()).toBe(2);
    const fingers = await tablet.newCDPSession(held);
    const finger = (type: "touchStart" | "touchMove" | "touchEnd", at?: number) =>
      fingers.send("Input.dispatchTouchEvent", { type, touchPoints: at === undefined ? [] : [{ x: middle, y: at }] });
    await finger("touchStart", low);
    for (let step = 1; step <= 6; step++) await finger("touchMove", low - (step * height) / 12);
    await finger("touchEnd");
    await until("the way of a finger, not its ends alone", async () => (await phone.sequence()) > 4 || undefined);
    // It was the phone's, not the page's to scroll.
    expect(await held.evaluate(() => [scrollX, scrollY])).toEqual([0, 0]);
    await keepPicture(held, "debug-tablet");
  } finally {
    await tablet.close();
  }
});

/** What of a strip lies beyond it, or has less room than it needs. */
const cutOff = (selector: string) =>
  page.locator(selector).evaluate((strip) => {
    const { left, right } = strip.getBoundingClientRect();
    return [...strip.querySelectorAll("*")]
      .filter((element) => element.checkVisibility() && !element.classList.contains("udt-hidden"))
      .filter((element) => {
        const box = element.getBoundingClientRect();
        const isCut = getComputedStyle(element).overflowX === "hidden" && element.scrollWidth > element.clientWidth;
        return isCut || box.left < left - 0.5 || box.right > right + 0.5;
      })
      .map((element) => element.textContent || element.outerHTML);
  });
const heights = () =>
  page.locator(".dbg-key").evaluateAll((keys) => [...new Set(keys.map((key) => key.getBoundingClientRect().top))]);

describe.each(narrowLooks)("in $language", (at) => {
  it("has room for all of its header, and for its keys in one line", async () => {
    await load(page, at, page.url());
    await debug.live();
    await page.getByRole("img", { name: /Bea Colleague/ }).waitFor();
    await page.locator("[data-recording]").waitFor();
    await look("debug-narrow", at, page);
    expect(await cutOff(".dbg-header")).toEqual([]);
    expect(await cutOff(".dbg-keys")).toEqual([]);
    expect(await heights()).toHaveLength(1);
  });
});

it("moves keys that have no room into the menu at the end of their row, where they do the same", async () => {
  await load(page, narrowLooks[0]!, page.url());
  await debug.live();
  const shortcuts = page.locator(".dbg-keys").getByRole("button", { name: "Shortcuts of the phone" });
  await shortcuts.waitFor();
  // As narrow as the phone's side becomes.
  const handle = page.getByRole("separator");
  await handle.focus();
  for (let step = 0; step < 6; step++) await page.keyboard.press("ArrowLeft");
  await shortcuts.waitFor({ state: "detached" });
  expect(await cutOff(".dbg-keys")).toEqual([]);
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: "Shortcuts of the phone" }).click();
  await page.getByRole("dialog").waitFor();
});
