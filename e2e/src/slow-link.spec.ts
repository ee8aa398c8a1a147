/** A link of 1 Mbit/s and 300 ms: how old the picture is that somebody drives by. */
import type { Client } from "@udt/client";
import { ENDPOINTS } from "@udt/contract";
import { openBrowser, startUdt, until, type Udt } from "@udt/testkit";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { DebugPage, enter } from "./console-pages.ts";
import { startSlowLink, type SlowLink } from "./slow-link.ts";

const LINK = { bits_per_second: 1_000_000, round_trip_ms: 300 };
/** Some five and ten seconds of that link: the automatic quality leaves a part of it unused. */
const AUTO_BYTES = 600_000;
const HIGH_BYTES = 1_200_000;
const PATIENCE_MS = 150_000;
const query = { project: "demo" };

let udt: Udt;
let link: SlowLink;
let browser: BrowserContext & AsyncDisposable;
let page: Page;
let debug: DebugPage;
let client: Client;
let params: { test_id: string; device_id: string };

beforeAll(async () => {
  [udt, browser] = await Promise.all([startUdt({ phones: 1 }), openBrowser()]);
  link = await startSlowLink(udt.port);
  client = await udt.signIn();
  page = browser.pages()[0] ?? (await browser.newPage());
  const through = { ...udt, url: link.url };
  await enter(page, through);
  debug = await DebugPage.start(page, through, "");
  const device_id = new URL(page.url()).searchParams.get("device_id") ?? "";
  params = { test_id: debug.test_id, device_id };
});
afterAll(async () => {
  await browser?.close();
  await link?.close();
  await udt?.stop();
});

const start = (package_name: string) => client.call(ENDPOINTS.appStart, { params, query, body: { package_name } });

async function choose(name: RegExp): Promise<void> {
  await page.getByRole("button", { name: "Picture quality" }).click();
  await page.getByRole("menuitem", { name }).click();
}

/**
 * Scrolls a shop for as long as the link takes for so much, and answers how late a new scene shows then, how many frames
 * showed meanwhile, and at which levels: where a machine makes few pictures, a better one is calm enough to be tried again.
 */
async function lateness(
  whileBytes: number,
): Promise<{ late_ms: number; frames_per_second: number; levels: (string | null)[] }> {
  await start("dev.udt.shop");
  const box = (await debug.canvas.boundingBox())!;
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  const [bytes, began, framesBefore] = [link.bytes, performance.now(), await frames()];
  let turns = 0;
  const levels = new Set<string | null>();
  const scrolled = async () => {
    levels.add(await debug.canvas.getAttribute("data-level"));
    await page.mouse.wheel(0, Math.floor(turns++ / 15) % 2 ? -300 : 300);
    return link.bytes - bytes > whileBytes || undefined;
  };
  await until("a while of moving pictures", scrolled, PATIENCE_MS);
  const frames_per_second = ((await frames()) - framesBefore) / ((performance.now() - began) / 1_000);
  await start("dev.udt.testpattern");
  const at = performance.now();
  const shown = async () => ((await debug.sequence().catch(() => -1)) >= 0 ? true : undefined);
  await until("the test pattern in the picture", shown, PATIENCE_MS);
  return { late_ms: Math.round(performance.now() - at), frames_per_second, levels: [...levels] };
}
const frames = async () => Number(await debug.canvas.getAttribute("data-frames"));

it("is usable with the automatic quality, which goes down when the link is slow", { timeout: 600_000 }, async () => {
  link.limit(LINK);
  const auto = await lateness(AUTO_BYTES);
  await choose(/^High/);
  // To be compared: how late that is depends on how many pictures the machine can make, so nothing is asked of it.
  const high = await lateness(HIGH_BYTES);
  console.info(`1 Mbit/s, 300 ms: ${JSON.stringify({ auto, high })}`);
  // How far down the picture must go for the link to carry it is the machine's, as is how many of them there are.
  expect(auto.levels.some((level) => level !== "high")).toBe(true);
  expect(high.levels.at(-1)).toBe("high");
  expect(auto.late_ms).toBeLessThan(3_000);
  // None of them may be an old one.
  expect(auto.frames_per_second).toBeGreaterThan(2);
});

it("is as good as ever again once the link is", { timeout: 300_000 }, async () => {
  link.limit({ bits_per_second: Infinity, round_trip_ms: 0 });
  await choose(/^Data saver/);
  await until("the smaller picture", async () =>
    (await debug.canvas.getAttribute("data-level")) === "low" ? true : undefined,
  );
  await choose(/^Auto/);
  await until("the best picture", async () =>
    (await debug.canvas.getAttribute("data-level")) === "high" ? true : undefined,
  );
  await expect.poll(() => page.getByRole("button", { name: "Picture quality" }).innerText()).toContain("Auto: High");
});
