/** A phone's sound: heard in the page when somebody asks for it, and made by the phone for nobody else. */
import { ENDPOINTS } from "@udt/contract";
import { openBrowser, startUdt, until, type Udt } from "@udt/testkit";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { DebugPage, enter } from "./console-pages.ts";

let udt: Udt;
let browser: BrowserContext & AsyncDisposable;
let page: Page;
let debug: DebugPage;
const loud = () => page.locator(".dbg-sound[data-loud]");

beforeAll(async () => {
  [udt, browser] = await Promise.all([startUdt({ phones: 1 }), openBrowser()]);
  page = browser.pages()[0] ?? (await browser.newPage());
  await enter(page, udt);
  debug = await DebugPage.start(page, udt, "");
});
afterAll(async () => {
  await browser?.close();
  await udt?.stop();
});

/** The sounds that the phone makes: its camera's shutter. */
async function makeSound(): Promise<void> {
  const { width, height } = await debug.size();
  await debug.tap(width / 2, height * 0.9);
}

it("is off until it is asked for, and heard from then on", async () => {
  const client = await udt.signIn();
  const query = { project: "demo" };
  const [device] = (await client.call(ENDPOINTS.deviceList, { query })).list;
  const params = { test_id: debug.test_id, device_id: device?.device_id ?? "" };
  await client.call(ENDPOINTS.appStart, { params, query, body: { package_name: "dev.udt.camera" } });
  const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";
  const image = new File([Buffer.from(png, "base64")], "one.png");
  await client.call(ENDPOINTS.cameraImageSet, { params, query, body: { type: "back", image_index: 0, image } });
  expect(await page.locator(".dbg-sound").getAttribute("aria-pressed")).toBe("false");
  await makeSound();
  await page.getByRole("button", { name: "Listen to the device" }).click();
  await until("a sound", async () => {
    await makeSound();
    return (await loud().count()) > 0 || undefined;
  });
  await loud().waitFor({ state: "detached" });
});

it("is made for nobody once it is muted", async () => {
  const servers = async () => Number(/\d+/.exec(await debug.run("ps -A -o ARGS | grep -c [v]ideo=false"))?.[0]);
  expect(await servers()).toBe(1);
  await page.getByRole("button", { name: "Mute" }).click();
  await until("nothing that encodes", async () => (await servers()) === 0 || undefined);
  await page.getByRole("button", { name: "Listen to the device" }).click();
  await until("a sound again", async () => {
    await makeSound();
    return (await loud().count()) > 0 || undefined;
  });
});
