import { writeFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildApk } from "@udt/appfile/testing";
import { ENDPOINTS } from "@udt/contract";
import { openBrowser, startUdt, type Udt } from "@udt/testkit";
import { DebugPage, debugButton } from "./console-pages.ts";

let udt: Udt;
let browser: BrowserContext;
let page: Page;
let debug: DebugPage;
const scratch = mkdtempSync(join(tmpdir(), "udt-journey-"));

beforeAll(async () => {
  udt = await startUdt({ isFirstStart: true });
  browser = await openBrowser({ reducedMotion: "no-preference" });
  page = browser.pages()[0] ?? (await browser.newPage());
});
afterAll(async () => {
  await browser?.close();
  await udt?.stop();
  rmSync(scratch, { recursive: true, force: true });
});

describe("the main job", () => {
  it("tells a wrong password in place", async () => {
    await page.goto(udt.url);
    await page.getByLabel("Email").fill(udt.admin.email);
    await page.locator("input[type=password]").fill("not this one");
    await page.locator("button[type=submit]").click();
    await page
      .getByRole("alert")
      .getByText(/wrong|password/i)
      .waitFor();
    expect(new URL(page.url()).pathname).toBe("/login");
  });

  it("goes from sign-in to a live phone in three clicks", async () => {
    await page.getByLabel("Email").fill(udt.admin.email);
    await page.locator("input[type=password]").fill(udt.admin.password);
    let clicks = 0;
    const click = async (target: ReturnType<Page["getByRole"]>) => {
      await target.click();
      clicks++;
    };
    await click(page.getByRole("button", { name: "Sign in" }));
    await click(debugButton(page));
    debug = new DebugPage(page);
    await debug.live();
    expect(clicks).toBeLessThanOrEqual(3);
    const { spread } = await debug.pixels();
    expect(spread, "a real picture has many shades").toBeGreaterThan(20);
  });

  it("shows a touch in the decoded picture and in the phone's own log", async () => {
    await debug.startApp("dev.udt.testpattern");
    await expect.poll(() => debug.sequence(), { timeout: 60_000 }).toBe(0);
    const { width, height } = await debug.size();
    await debug.tap(width / 2, height * 0.6);
    await expect.poll(() => debug.sequence(), { timeout: 60_000 }).toBe(2);
    await debug.tab("Log").click();
    await expect
      .poll(
        async () =>
          (await debug.logLines()).filter((line) => line.includes("TestPattern") && /seq=[12] /.test(line)).length,
      )
      .toBe(2);
    const down = (await debug.logLines()).find((line) => line.includes("action=down"))!;
    expect(Math.abs(Number(/x=(\d+)/.exec(down)![1]) - width / 2)).toBeLessThanOrEqual(3);
    expect(Math.abs(Number(/y=(\d+)/.exec(down)![1]) - height * 0.6)).toBeLessThanOrEqual(3);
  });

  it("types any script into an app", async () => {
    await debug.startApp("dev.udt.notes");
    await debug.tapView("create_note");
    await debug.tapView("edit_body");
    await page.keyboard.type("Ab 1");
    await page.keyboard.insertText("你好、こんにちは");
    await expect
      .poll(() =>
        debug.run('uiautomator dump /sdcard/n.xml > /dev/null; grep -o \'text="[^"]*"[^>]*edit_body\' /sdcard/n.xml'),
      )
      .toContain("Ab 1你好、こんにちは");
  });

  it("keeps a screenshot as a file of the test", async () => {
    await page.getByRole("button", { name: "Screenshot" }).click();
    await debug.tab("Captures").click();
    const picture = page.locator(".dbg-tabpanel:not([hidden]) img").first();
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth), { timeout: 60_000 })
      .toBe((await debug.size()).width);
  });

  it("uploads an APK, reads it, installs it and lists it on the phone", async () => {
    const file = join(scratch, "journey.apk");
    writeFileSync(file, buildApk({ packageName: "dev.udt.journey", label: "Journey", labels: {}, versionName: "2.5" }));
    await debug.tab("Apps").click();
    const chooser = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Upload and install" }).click();
    await (await chooser).setFiles(file);
    const row = page.locator(".dbg-tabpanel:not([hidden])").locator('[data-package="dev.udt.journey"]');
    await row.getByText("Journey", { exact: true }).waitFor();
    await row.getByText("Installed", { exact: true }).waitFor({ timeout: 60_000 });
    expect(await debug.run("pm list packages -3")).toBe("package:dev.udt.journey");
  });

  it("extends, ends, and leaves the truth in the records", async () => {
    const client = await udt.signIn();
    const before = await client.call(ENDPOINTS.testGet, {
      params: { test_id: debug.test_id },
      query: { project: "demo" },
    });
    await page.getByRole("button", { name: "+15 min" }).click();
    await expect
      .poll(
        async () =>
          (await client.call(ENDPOINTS.testGet, { params: { test_id: debug.test_id }, query: { project: "demo" } }))
            .deadline,
      )
      .toBe(before.deadline + 15 * 60_000);
    await page.getByRole("button", { name: "End", exact: true }).click();
    await page.getByRole("button", { name: "End session" }).click();
    expect(await debug.endReason()).toBe("user");
    await page.getByRole("link", { name: "See records" }).click();
    await page.getByRole("row", { name: before.devices[0]!.model }).first().waitFor();
    const devices = await udt.idleDevices(2);
    expect(devices.map((device) => device.lease)).toEqual([null, null]);
  });

  it("hands the phone on clean", async () => {
    const client = await udt.signIn();
    const { list } = await client.call(ENDPOINTS.testList, { query: { project: "demo" } });
    expect(list[0]!.devices[0]!.phases.map((phase) => [phase.name, phase.error])).toEqual([
      ["prepare", null],
      ["run", null],
      ["clean", null],
    ]);
    debug = await DebugPage.start(page, udt, list[0]!.devices[0]!.model);
    expect(await debug.run("pm list packages -3")).toBe("");
    await client.call(ENDPOINTS.testCancel, { params: { test_id: debug.test_id }, query: { project: "demo" } });
    expect(await debug.endReason()).toBe("user");
  });
});
