import type { BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Client } from "@udt/client";
import { ENDPOINTS } from "@udt/contract";
import { openBrowser, startUdt, type Udt } from "@udt/testkit";
import { DebugPage, signIn } from "./console-pages.ts";

/** A name that browsers do not take for this machine, so that plain http has no secure context. */
const HOST = "udt.test";

let udt: Udt;
let plain: Udt;
let client: Client;
let browser: BrowserContext;
let page: Page;
let debug: DebugPage;

beforeAll(async () => {
  udt = await startUdt({ env: { UDT_ALLOWED_HOSTS: HOST } });
  client = await udt.signIn();
  plain = { ...udt, url: udt.url.replace(/\/\/[^:/]+/, `//${HOST}`) };
});
afterAll(() => udt?.stop());
beforeEach(async () => {
  await udt.idleDevices(2);
});
afterEach(async () => {
  const { test_id } = debug;
  await browser.close();
  await client.call(ENDPOINTS.testCancel, { params: { test_id }, query: { project: "demo" } });
});

async function open(at: Udt, options: Parameters<typeof openBrowser>[0]): Promise<void> {
  browser = await openBrowser(options);
  page = browser.pages()[0] ?? (await browser.newPage());
  await signIn(page, at);
}

/** Shows the test pattern, touches it, and waits for the touch in the decoded picture. */
async function expectTouchInPicture(): Promise<void> {
  await debug.startApp("dev.udt.testpattern");
  await expect.poll(() => debug.sequence(), { timeout: 60_000 }).toBe(0);
  const { width, height } = await debug.size();
  await debug.tap(width / 2, height * 0.6);
  await expect.poll(() => debug.sequence(), { timeout: 60_000 }).toBe(2);
}

describe("a browser without the newest means", () => {
  it("decodes in software on a page of plain http, in a small picture, and says so", async () => {
    await open(plain, { hosts: { [HOST]: "127.0.0.1" } });
    expect(await page.evaluate(() => [isSecureContext, "VideoDecoder" in globalThis])).toEqual([false, false]);
    debug = await DebugPage.start(page, plain, "Virtual One");
    expect(await debug.canvas.getAttribute("data-decoder")).toBe("tinyh264");
    await page.locator(".dbg-decoder", { hasText: "software" }).waitFor();
    const { spread, height } = await debug.pixels();
    expect(spread).toBeGreaterThan(20);
    expect(height).toBeLessThanOrEqual(800);
    await expectTouchInPicture();
  });

  it("shows still pictures where there is no decoder, and says so", async () => {
    // Chromium takes a script that a test hands it for one from afar, which may not call this machine unasked.
    await open(udt, { permissions: ["local-network-access"] });
    await page.route(/screen-worker.*\.js/, async (route) => {
      const script = await fetch(route.request().url());
      const without = "globalThis.VideoDecoder = globalThis.WebAssembly = undefined;";
      await route.fulfill({ contentType: "text/javascript", body: `${without} ${await script.text()}` });
    });
    debug = await DebugPage.start(page, udt, "Virtual One");
    expect(await debug.canvas.getAttribute("data-decoder")).toBe("stills");
    await page.locator(".dbg-decoder", { hasText: "stills" }).waitFor();
    expect((await debug.pixels()).spread).toBeGreaterThan(20);
    await expectTouchInPicture();
  });
});
