/** A device by its serial number, and a session by its id alone: addresses that other systems link to. */
import { ENDPOINTS } from "@udt/contract";
import { openBrowser, startUdt, type Udt } from "@udt/testkit";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { enter } from "./console-pages.ts";
import { load, look, narrowLooks } from "./look.ts";

let udt: Udt;
let browser: BrowserContext & AsyncDisposable;
let page: Page;
let serial: string;

beforeAll(async () => {
  udt = await startUdt({ phones: 1 });
  serial = (await udt.idleDevices(1))[0]!.serial;
  browser = await openBrowser();
  page = await browser.newPage();
  await enter(page, udt);
});
afterAll(async () => {
  await browser?.close();
  await udt?.stop();
});

const debugging = () => page.waitForURL((url) => url.pathname === "/demo/remote/debug");

it("says when no device has it, and leads to all", async () => {
  await page.goto(`${udt.url}/demo/serial/${encodeURIComponent("no/such one")}`);
  await page.getByText("No device with the serial number no/such one").waitFor();
  await page.getByRole("link", { name: "All devices" }).click();
  await page.waitForURL(`${udt.url}/demo/remote/list`);
});

it("asks for it where the address has none", async () => {
  await page.goto(`${udt.url}/demo/remote/serial`);
  await page.getByRole("textbox", { name: "Serial" }).fill(` ${serial} `);
  await page.getByRole("button", { name: "Open" }).click();
  await page.waitForURL(`${udt.url}/demo/serial/${encodeURIComponent(serial)}`);
  await page.getByText(serial, { exact: true }).waitFor();
});

it("finds it in whatever case the address writes it", async () => {
  const written = serial.toUpperCase();
  expect(written).not.toBe(serial);
  await page.goto(`${udt.url}/demo/serial/${encodeURIComponent(written)}`);
  await page.locator(".devices-serial-card").getByText(serial, { exact: true }).waitFor();
});

it.each(narrowLooks)("is whole in $language", async (at) => {
  await load(page, at, `${udt.url}/demo/device/serial/${encodeURIComponent(serial)}`);
  await page.locator(".devices-serial-card").waitFor();
  await look("serial", at, page);
});

it("takes the device only when that is asked for, and leads back to the session from then on", async () => {
  const client = await udt.signIn();
  await load(page, narrowLooks[0]!, `${udt.url}/demo/remote/serial?serial=${encodeURIComponent(serial)}`);
  const card = page.locator(".devices-serial-card");
  await card.getByText("Free now").waitFor();
  expect(await udt.idleDevices(1)).toHaveLength(1);
  await card.getByRole("button", { name: /^Debug/ }).click();
  await debugging();
  const session = new URL(page.url()).searchParams;

  await page.goto(`${udt.url}/iframe/demo/device/serial/${encodeURIComponent(serial)}`);
  await card.getByRole("link").click();
  await debugging();
  expect(new URL(page.url()).searchParams.get("test_id")).toBe(session.get("test_id"));

  // An administrator who knows the session and not its project.
  await page.goto(`${udt.url}/admin/remote/debug?test_id=${session.get("test_id")}`);
  await debugging();
  expect(new URL(page.url()).searchParams.toString()).toBe(session.toString());
  const { list } = await client.call(ENDPOINTS.testList, { query: { project: "demo" } });
  expect(list).toHaveLength(1);
});

it("is reached by another site's own addresses, in the embedded tree", async () => {
  const client = await udt.signIn();
  const { list } = await client.call(ENDPOINTS.testList, { query: { project: "demo" } });
  const { test_id, devices } = list.find(({ state }) => state === "running")!;
  const session = new URLSearchParams({ test_id, device_id: devices[0]!.device_id });
  for (const [path, screen] of [
    ["/external/portal", "/iframe/demo/remote/list"],
    ["/external/portal/remote/list?keyword=virtual", "/iframe/demo/remote/list?keyword=virtual"],
    [`/external/portal/remote/debug?${session}`, `/iframe/demo/remote/debug?${session}`],
  ] as const) {
    // Of the project that it names, and without one of the one that was open last.
    for (const project of ["project=demo", ""]) {
      await page.goto(`${udt.url}${[path, project].filter(Boolean).join(path.includes("?") ? "&" : "?")}`);
      await page.waitForURL(udt.url + screen);
      await page
        .locator(screen.includes("debug") ? ".dbg-tablist" : "main h1, h1")
        .first()
        .waitFor();
      expect(await page.locator(".udt-header, .udt-menu").count()).toBe(0);
    }
  }
  // Nobody has opened one here, so the page around has to say which.
  const stranger = await browser.newPage();
  await stranger.goto(`${udt.url}/home`);
  await stranger.evaluate(() => localStorage.clear());
  await stranger.goto(`${udt.url}/external/portal/remote/list`);
  await stranger.waitForURL(`${udt.url}/external/iframe`);
  await stranger.close();
});
