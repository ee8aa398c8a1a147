import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { findPageFaults } from "./page-checks.ts";

/** Where to keep a picture of every screen, for eyes; none are kept when it is not set. */
const pictures = process.env["UDT_PICTURES"];
export const looks = ["en", "zh", "ja"].flatMap((language) =>
  (["light", "dark"] as const).flatMap((theme) => [1280, 1920].map((width) => ({ language, theme, width }))),
);

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
