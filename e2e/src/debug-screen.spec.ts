/** What a driver can ask of the screen: how good its picture is, and a dark panel. */
import { ENDPOINTS } from "@udt/contract";
import { until, type Udt } from "@udt/testkit";
import type { Page } from "playwright-core";
import { beforeAll, expect, it } from "vitest";
import { DebugPage } from "./console-pages.ts";
import { openDebugPage } from "./debug-setup.ts";

let udt: Udt;
let page: Page;
let debug: DebugPage;

beforeAll(async () => {
  const opened = await openDebugPage();
  ({ udt, page, debug } = opened);
  return opened.stop;
});

const quality = () => page.getByRole("button", { name: "Picture quality" });
const level = (wanted: string) =>
  until(`level ${wanted}`, async () => (await debug.canvas.getAttribute("data-level")) === wanted || undefined);
const panel = async () => /powerMode=(On|Off)/.exec(await debug.run("dumpsys SurfaceFlinger | grep powerMode"))?.[1];

it("gives the quality that its driver chooses, without a black gap, and for the next session too", async () => {
  await expect.poll(() => quality().innerText()).toContain("Auto: High");
  await quality().click();
  // Whatever is painted from now on: no moment may show less than a picture.
  await page.evaluate(() => {
    const seen: number[] = [];
    const canvas = document.querySelector<HTMLCanvasElement>("canvas[data-frames]")!;
    const look = () => {
      const copy = new OffscreenCanvas(24, 48);
      const context = copy.getContext("2d", { willReadFrequently: true })!;
      context.drawImage(canvas, 0, 0, 24, 48);
      seen.push(new Set(context.getImageData(0, 0, 24, 48).data).size);
      requestAnimationFrame(look);
    };
    look();
    Object.assign(globalThis, { seen });
  });
  await page.getByRole("menuitem", { name: /^Data saver/ }).click();
  await level("low");
  await until("the smaller picture", async () => (await debug.size()).height === 800 || undefined);
  const seen = await page.evaluate(() => (globalThis as unknown as { seen: number[] }).seen);
  expect(seen.length).toBeGreaterThan(5);
  expect(Math.min(...seen)).toBeGreaterThan(8);
  await expect.poll(() => quality().innerText()).toContain("Data saver");
  // Touches go where they were meant in the smaller picture.
  await debug.startApp("dev.udt.testpattern");
  await expect.poll(() => debug.sequence()).toBe(0);
  const { width, height } = await debug.size();
  await debug.tap(width / 2, height * 0.6);
  await expect.poll(() => debug.sequence()).toBe(2);
  await page.reload();
  await debug.live();
  await level("low");
  await expect.poll(() => quality().innerText()).toContain("Data saver");
});

it("says when the device takes no touch although its picture comes, and what to do", async () => {
  await debug.run("udt-fault refuse_input true");
  await debug.tap(50, 50);
  const refused = page.locator('[data-refused="device_refuses_input"]');
  await refused.getByText("USB debugging (Security settings)").waitFor();
  await debug.run("udt-fault reset");
  await page.reload();
  await debug.live();
  await refused.waitFor({ state: "detached" });
});

it("goes on in the picture while the device's own panel is dark, also after the page was away, until the session ends", async () => {
  expect(await panel()).toBe("On");
  await page.getByRole("button", { name: "Turn the device's screen off" }).click();
  const light = page.getByRole("button", { name: "Turn the device's screen on" });
  await light.waitFor();
  expect(await panel()).toBe("Off");
  await debug.startApp("dev.udt.testpattern");
  await expect.poll(() => debug.sequence()).toBeGreaterThanOrEqual(0);
  await page.reload();
  await debug.live();
  await light.waitFor();
  expect(await light.getAttribute("aria-pressed")).toBe("true");
  // The keys that would light it.
  await page.getByRole("button", { name: "Power", exact: true }).click();
  await page.getByRole("button", { name: "Power", exact: true }).click();
  await until("a dark panel", async () => (await panel()) === "Off" || undefined);
  await light.click();
  await until("a lit panel", async () => (await panel()) === "On" || undefined);
  await page.getByRole("button", { name: "Turn the device's screen off" }).click();
  await light.waitFor();
  const client = await udt.signIn();
  await client.call(ENDPOINTS.testCancel, { params: { test_id: debug.test_id }, query: { project: "demo" } });
  await udt.idleDevices(1);
  debug = await DebugPage.start(page, udt, "");
  expect(await panel()).toBe("On");
});
