import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { findAxeFaults } from "./axe.ts";
import { screenAt, screenOfLook } from "./looked-screens.ts";
import { findPageFaults } from "./page-checks.ts";

/** Where to keep a picture of every screen, for eyes; none are kept when it is not set. */
const pictures = process.env["UDT_PICTURES"];

/** A theme and a width in which a screen is looked at. */
interface Way {
  theme: "light" | "dark";
  width: number;
}
/** What a screen is looked at in: a language, and in it one way after the other. */
export interface Look {
  language: string;
  ways: Way[];
}

const narrow = (theme: Way["theme"]): Way => ({ theme, width: 1280 });
const usual = (theme: Way["theme"]): Way => ({ theme, width: 1440 });
const wide = (theme: Way["theme"]): Way => ({ theme, width: 1920 });
/**
 * Whether texts fit depends on language and width, whether they can be read on the theme: every language at every width,
 * and each theme with every language and width; for pictures all of them.
 */
export const looks: Look[] = ["en", "zh", "ja"].map((language) => ({
  language,
  ways: pictures
    ? [narrow("light"), usual("light"), wide("light"), wide("dark"), narrow("dark")]
    : language === "zh"
      ? [narrow("dark"), wide("light")]
      : [narrow("light"), wide("dark")],
}));
/** For screens that are as wide as their text: one width shows them. */
export const narrowed = ({ language, ways }: Look): Look => ({
  language,
  ways: ways.filter(({ width }) => width === 1280),
});
export const narrowLooks = looks.map(narrowed);

/** Loads the console, as by an address from elsewhere, in the look's language. */
export async function load(page: Page, { language }: Look, address: string): Promise<void> {
  await page.context().addCookies([{ name: "udt_lang", value: language, url: new URL(address).origin }]);
  await page.goto(address);
}

/** The language that each page's console was loaded in; it speaks that until it is loaded anew. */
const loaded = new WeakMap<Page, string>();

/**
 * Shows a screen of the console. Once in each language, and for the first language each time, it is loaded; else
 * the console that is open goes there, which is a fraction of the work.
 *
 * @param address whole, of the same host as the page shown now
 */
export async function visit(page: Page, at: Look, address: string): Promise<void> {
  if (loaded.get(page) !== at.language || at.language === looks[0]!.language) {
    await load(page, at, address);
    loaded.set(page, at.language);
    return;
  }
  await follow(page, address);
}

/**
 * Shows another screen of the console that is open, as by a link of its own. So that nothing of the screen before is taken
 * for the new one, the way leads over a screen that is like no other, and that needs a session.
 */
export async function follow(page: Page, address: string): Promise<void> {
  await leave(page);
  await arrive(page, address);
}

/** The screen that is like no other says when it goes on. */
const NOWHERE = ".udt-state [role=timer]";
const goTo = (page: Page, address: string): Promise<void> =>
  page.evaluate((url) => {
    history.pushState(null, "", url);
    dispatchEvent(new PopStateEvent("popstate", { state: null }));
  }, address);

/** Goes to the screen that is like no other. */
export async function leave(page: Page): Promise<void> {
  await goTo(page, "/page_not_found");
  await page.locator(NOWHERE).waitFor();
}

/** Goes on from there. */
export async function arrive(page: Page, address: string): Promise<void> {
  await goTo(page, address);
  await page.locator(NOWHERE).waitFor({ state: "detached" });
}

/** What shows while a page is on its way: the console's frame before its first screen, and skeletons in a screen. */
const LOADING = "#root:empty, .udt-starting, .udt-skeleton, .udt-skeleton-bar, .ant-skeleton";

/** Waits until nothing on the page is on its way. */
export const loadingEnds = (page: Page) => page.waitForFunction((loading) => !document.querySelector(loading), LOADING);

/** Keeps a picture of the page, where pictures are kept. */
export async function keepPicture(page: Page, name: string): Promise<void> {
  if (pictures === undefined) return;
  mkdirSync(pictures, { recursive: true });
  await page.screenshot({ path: join(pictures, `${name}.png`) });
}

/** Gives the page a theme, as a choice in another window does, and a width, and waits until it is laid out anew. */
async function dress(page: Page, { theme, width }: Way): Promise<void> {
  await page.setViewportSize({ width, height: 900 });
  await page.evaluate(async (mode) => {
    if (localStorage.getItem("theme-mode") !== mode) {
      localStorage.setItem("theme-mode", mode);
      dispatchEvent(new StorageEvent("storage", { key: "theme-mode" }));
    }
    // What observes its size hears of it with the next frame, and shows it with the one after.
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
  }, theme);
}

/**
 * What of axe-core is for a look: it takes as long as all else that is looked at, and hears neither language nor width.
 * Everything once, and in the other theme what themes differ in.
 */
const axeFor = (language: string, { theme, width }: Way): "all" | "colors" | undefined => {
  if (width !== 1280) return undefined;
  if (language === "en") return theme === "light" ? "all" : undefined;
  return language === "zh" && theme === "dark" ? "colors" : undefined;
};

/**
 * Looks in each way: waits until everything is there, keeps a picture, and finds no fault in what shows. A name that stands
 * for one of the console's screens is given to no other one.
 */
export async function look(name: string, { language, ways }: Look, page: Page): Promise<void> {
  expect(ways, `${name} is looked at in some way`).not.toEqual([]);
  expect(screenAt(page.url()), name).toBe(screenOfLook(name) ?? screenAt(page.url()));
  // Beginning with the theme that shows; every other look so ends as it began.
  const present = await page.evaluate(() => document.documentElement.dataset["theme"]);
  for (const way of ways.toSorted((a, b) => Number(b.theme === present) - Number(a.theme === present))) {
    await dress(page, way);
    await page.evaluate(() => document.fonts.ready);
    // Skeletons are on their way to something else. So is what moves: it is taken to its end, where it would come by itself.
    await page.waitForFunction((loading) => {
      const moving = document
        .getAnimations()
        .filter((one) => one.playState === "running" && one.effect?.getTiming().iterations !== Infinity);
      for (const one of moving) one.finish();
      return moving.length === 0 && !document.querySelector(loading);
    }, LOADING);
    await keepPicture(page, `${name}-${way.theme}-${language}-${way.width}`);
    const where = `${name} ${way.theme} ${language} ${way.width}`;
    expect(await findPageFaults(page), where).toEqual([]);
    const what = axeFor(language, way);
    if (what) expect(await findAxeFaults(page, what), where).toEqual([]);
  }
}
