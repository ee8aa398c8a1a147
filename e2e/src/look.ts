import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { findPageFaults } from "./page-checks.ts";

/** Where to keep a picture of every screen, for eyes; none are kept when it is not set. */
const pictures = process.env["UDT_PICTURES"];
const LANGUAGES = ["en", "zh", "ja"];
const THEMES = ["light", "dark"] as const;
const all = LANGUAGES.flatMap((language) =>
  THEMES.flatMap((theme) => [1280, 1920].map((width) => ({ language, theme, width }))),
);
/**
 * What a screen is looked at in. Whether texts fit depends on language and width, whether they can be read on the theme:
 * every language at every width, and each theme with every language and width; for pictures all of them.
 */
export const looks = pictures
  ? all
  : all.filter(({ language, theme, width }) => {
      const isWide = width === 1920;
      const isDark = theme === "dark";
      return language === "zh" ? isDark !== isWide : isDark === isWide;
    });
/** For screens that are as wide as their text. */
export const narrowLooks = looks.filter(({ width }) => width === 1280);

/** Waits until nothing moves any more, keeps a picture, and finds no fault in what shows. */
export async function look(name: string, at: (typeof looks)[number], page: Page): Promise<void> {
  await page.evaluate(() => document.fonts.ready);
  // Skeletons and fades are on their way to something else.
  await page.waitForFunction(
    () =>
      !document.querySelector(".udt-skeleton, .ant-skeleton") &&
      document.getAnimations().every((a) => a.playState !== "running" || a.effect?.getTiming().iterations === Infinity),
  );
  if (pictures) {
    mkdirSync(pictures, { recursive: true });
    await page.screenshot({ path: join(pictures, `${name}-${at.theme}-${at.language}-${at.width}.png`) });
  }
  expect(await findPageFaults(page), `${name} ${at.theme} ${at.language} ${at.width}`).toEqual([]);
}
