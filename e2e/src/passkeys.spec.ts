import type { Client } from "@udt/client";
import { ENDPOINTS } from "@udt/contract";
import { openBrowser, startUdt, type Udt } from "@udt/testkit";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { load, look, narrowLooks } from "./look.ts";
import { byName, PasskeyDevice } from "./passkey-device.ts";

let udt: Udt;
let browser: BrowserContext;
let page: Page;
let device: PasskeyDevice;
let client: Client;
/** What the console complained of, but for answers that are refusals. */
let complaints: string[] = [];

beforeAll(async () => {
  udt = byName(await startUdt({ phones: 0 }));
  client = await udt.signIn();
  browser = await openBrowser();
  page = browser.pages()[0] ?? (await browser.newPage());
  page.on("console", (message) => {
    if (message.type() === "error" && !message.text().startsWith("Failed to load resource"))
      complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(String(error)));
  device = await PasskeyDevice.plugInto(page);
});
afterAll(async () => {
  await clear();
  await browser?.close();
  await udt?.stop();
});
beforeEach(() => {
  complaints = [];
});

const arrived = (path: string) => page.waitForURL((url) => url.pathname === path);
const section = () => page.getByRole("region", { name: /^(Passkeys|通行密钥|パスキー)$/ });
const dialog = () => page.locator(".ant-modal:not(.ant-zoom-leave)");
const submit = () => dialog().locator("button[type=submit]").click();
const kept = () => page.getByRole("button", { name: "I have kept them" }).click();

async function enterPassword(redirect = "/userinfo"): Promise<void> {
  await browser.clearCookies();
  await page.goto(`${udt.url}/login?${new URLSearchParams({ redirect })}`);
  await page.locator("input[name=email]").fill(udt.admin.email);
  await page.locator("input[name=password]").fill(udt.admin.password);
  await page.locator("button[type=submit]").click();
}
async function add(name: string): Promise<void> {
  await section().getByRole("button", { name: "Add a passkey" }).click();
  await dialog().getByLabel("Name").fill(name);
  await dialog().getByLabel("Your password").fill(udt.admin.password);
  await submit();
}

it("is added, signs in alone and after a password, and is removed", { timeout: 180_000 }, async () => {
  await enterPassword();
  await arrived("/userinfo");
  await section().getByRole("button", { name: "Add a passkey" }).click();
  // It is called after where it most likely is.
  expect(await dialog().getByLabel("Name").inputValue()).toMatch(/^Chrome on /);
  await dialog().getByLabel("Your password").fill("not the password");
  await submit();
  await dialog().locator("[data-error]").waitFor();
  expect(await device.kept()).toEqual([]);
  await dialog().getByLabel("Name").fill("Laptop");
  await dialog().getByLabel("Your password").fill(udt.admin.password);
  await submit();
  await page.locator(".two-step-codes li").first().waitFor();
  expect(await page.locator(".two-step-codes li").count()).toBe(10);
  await kept();
  await section().getByText("Laptop").waitFor();
  expect(await device.kept()).toEqual(["localhost"]);

  // The device says by itself that it keeps one.
  await add("Laptop again");
  await dialog().getByRole("alert").getByText("This device already keeps a passkey").waitFor();
  await dialog().getByRole("button", { name: "Cancel" }).click();

  await page.getByRole("button", { name: /^Account/ }).click();
  await page.getByText("Sign out", { exact: true }).click();
  await arrived("/login");
  await page.goto(`${udt.url}/login?redirect=%2Fuserinfo`);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await arrived("/userinfo");
  await section().getByText("Last used").waitFor();

  await enterPassword("/home");
  await arrived("/login/second");
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await arrived("/home");

  await page.goto(`${udt.url}/userinfo`);
  await section().getByRole("button", { name: "Rename the passkey Laptop" }).click();
  await dialog().getByLabel("Name").fill("Key ring");
  await submit();
  await section().getByText("Key ring").waitFor();
  await section().getByRole("button", { name: "Remove the passkey Key ring" }).click();
  await dialog().getByText("It is your last second factor").waitFor();
  await dialog().getByLabel("Your password").fill(udt.admin.password);
  await submit();
  await section().getByText("You have no passkeys.").waitFor();

  // What the device still keeps opens nothing any more.
  await browser.clearCookies();
  await page.goto(`${udt.url}/login`);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await page.getByRole("alert").getByText("This passkey was not accepted.").waitFor();
  await device.clear();
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await page.getByRole("alert").getByText("No passkey was given.").waitFor();
  await enterPassword();
  await arrived("/userinfo");
  expect(complaints).toEqual([]);
});

it("is not made by who does not unlock the device", { timeout: 120_000 }, async () => {
  await enterPassword();
  await arrived("/userinfo");
  await device.unlocks(false);
  await add("Phone");
  await dialog().getByRole("alert").waitFor();
  expect(await device.kept()).toEqual([]);
  await device.unlocks(true);
  await submit();
  await kept();
  await section().getByText("Phone", { exact: true }).waitFor();
  expect(complaints).toEqual([]);
});

/** Leaves the administrator with no passkey, and the device with none. */
async function clear(): Promise<void> {
  const { passkeys } = await client.call(ENDPOINTS.secondFactorGet, {});
  const body = { password: udt.admin.password };
  for (const { passkey_id } of passkeys) await client.call(ENDPOINTS.passkeyRemove, { params: { passkey_id }, body });
  await device.clear();
}

it("lets an administrator who must have a second factor go on", { timeout: 120_000 }, async () => {
  await client.call(ENDPOINTS.adminSettingsSet, { body: { admin_second_factor: true } });
  await clear();
  await enterPassword();
  await arrived("/login/set_up");
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await dialog().getByLabel("Your password").fill(udt.admin.password);
  await submit();
  await kept();
  await page.getByRole("link", { name: "Go on" }).click();
  await arrived("/home");
  await client.call(ENDPOINTS.adminSettingsSet, { body: { admin_second_factor: false } });
  expect(complaints).toEqual([]);
});

it("says where passkeys work to who came by an address", async () => {
  await clear();
  const address = udt.url.replace("localhost", "127.0.0.1");
  await page.goto(`${address}/login?redirect=%2Fuserinfo`);
  const there = page.getByRole("link", { name: udt.url });
  await there.waitFor();
  expect(await page.getByRole("button", { name: /passkey/ }).count()).toBe(0);
  await there.click();
  await page.waitForURL(`${udt.url}/login?redirect=%2Fuserinfo`);
  await page.getByRole("button", { name: "Sign in with a passkey" }).waitFor();
});

describe.each(narrowLooks)("in $language", { timeout: 120_000 }, (at) => {
  it("its screens are whole", async () => {
    await clear();
    await browser.clearCookies();
    await load(page, at, `${udt.url}/login?redirect=%2Fuserinfo`);
    await page.locator(".login-passkey button").click();
    await page.locator(".login-error").waitFor();
    await look("passkey-none", at, page);
    await page.locator("input[name=email]").fill(udt.admin.email);
    await page.locator("input[name=password]").fill(udt.admin.password);
    await page.locator("button[type=submit]").click();
    await arrived("/userinfo");
    await section().locator(".account-keys-head button").click();
    await look("passkey-add", at, page);
    await dialog().locator("input[type=password]").fill(udt.admin.password);
    await submit();
    await page.locator(".two-step-codes").waitFor();
    await dialog().locator(".ant-btn-primary").click();
    const rows = section().locator(".account-sessions button");
    await rows.first().click();
    await dialog().locator("form").waitFor();
    await look("passkey-rename", at, page);
    await page.keyboard.press("Escape");
    await dialog().waitFor({ state: "hidden" });
    await rows.nth(1).click();
    await dialog().locator("input[type=password]").waitFor();
    await look("passkey-remove", at, page);
    await page.keyboard.press("Escape");
    await dialog().waitFor({ state: "hidden" });
    await page.mouse.move(0, 0);
    await look("passkey-account", at, page);
    await browser.clearCookies({ name: "udt_session_id" });
    await page.goto(`${udt.url}/login`);
    await page.locator("input[name=email]").fill(udt.admin.email);
    await page.locator("input[name=password]").fill(udt.admin.password);
    await page.locator("button[type=submit]").click();
    await page.locator("input[name=code]").waitFor();
    await look("passkey-second-step", at, page);
    await browser.clearCookies();
    await load(page, at, `${udt.url.replace("localhost", "127.0.0.1")}/login`);
    await page.locator(".login-form .login-other a[href*=localhost]").waitFor();
    await look("passkey-elsewhere", at, page);
  });
});
