import { ENDPOINTS } from "@udt/contract";
import { authenticatorCode, openBrowser, startUdt, type Udt } from "@udt/testkit";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { load, look, narrowLooks } from "./look.ts";

let udt: Udt;
let browser: BrowserContext;
let page: Page;
let secret_key = "";
let recovery_codes: string[] = [];

beforeAll(async () => {
  udt = await startUdt({ phones: 0 });
  browser = await openBrowser();
  page = browser.pages()[0] ?? (await browser.newPage());
});
afterAll(async () => {
  await browser?.close();
  await udt?.stop();
});

async function enterPassword(at = "login"): Promise<void> {
  await browser.clearCookies({ name: "udt_session_id" });
  await page.goto(`${udt.url}/${at}`);
  await page.locator("input[name=email]").fill(udt.admin.email);
  await page.locator("input[name=password]").fill(udt.admin.password);
  await page.locator("button[type=submit]").click();
}
const submit = () => page.locator(".two-step-form button[type=submit], .login-form button[type=submit]").click();
const section = () => page.getByRole("region", { name: "Two-step sign-in" });
const arrived = (path: string) => page.waitForURL((url) => url.pathname === path);

/** A code that was never given: each time step's is good once. */
let given = "";
async function nextCode(): Promise<string> {
  await expect
    .poll(() => authenticatorCode(secret_key, Date.now()), { timeout: 60_000, interval: 250 })
    .not.toBe(given);
  given = authenticatorCode(secret_key, Date.now());
  return given;
}

it("sets up an authenticator app on the account page", { timeout: 120_000 }, async () => {
  await enterPassword("login?redirect=/userinfo");
  await arrived("/userinfo");
  await section().getByRole("button", { name: "Set up" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Your password").fill("not the password");
  await submit();
  await dialog.locator("[data-error]").waitFor();
  await dialog.getByLabel("Your password").fill(udt.admin.password);
  await submit();
  // The picture is drawn here: nobody else hears the secret.
  await dialog.getByRole("img", { name: "QR code for the authenticator app" }).locator("svg").waitFor();
  secret_key = (await dialog.locator("dd.udt-mono").innerText()).replace(/[^A-Z2-7]/g, "").slice(0, 32);
  const field = dialog.getByLabel("Code of the app");
  expect(await field.getAttribute("autocomplete")).toBe("one-time-code");
  await field.fill("000000");
  await field.press("Enter");
  await dialog.getByText("This code does not fit.", { exact: false }).waitFor();
  const code = await nextCode();
  await field.fill(`${code.slice(0, 3)} ${code.slice(3)}`);
  await field.press("Enter");
  const codes = page.locator(".two-step-codes li");
  await codes.first().waitFor();
  recovery_codes = await codes.allInnerTexts();
  expect(recovery_codes).toHaveLength(10);
  await page.getByRole("button", { name: "I have kept them" }).click();
  await section().getByText("10 left").waitFor();
});

it("asks for a code after the password, and goes on to the page that was wanted", { timeout: 120_000 }, async () => {
  await enterPassword("login?redirect=/userinfo");
  await arrived("/login/second");
  const field = page.getByLabel("Code of the app");
  await field.fill(given);
  await field.press("Enter");
  await page.getByRole("alert").getByText("This code is wrong, or has been used.").waitFor();
  // A page that is loaded anew knows where it was.
  await page.reload();
  await field.fill(` ${await nextCode()} `);
  await field.press("Enter");
  await arrived("/userinfo");
});

it("takes a recovery code in its place, once", async () => {
  for (const refused of [false, true]) {
    await enterPassword("login?redirect=/userinfo");
    await page.getByRole("button", { name: "Use a recovery code" }).click();
    await page.getByLabel("Recovery code").fill(recovery_codes[0]!.toLowerCase());
    await submit();
    if (refused) await page.getByRole("alert").getByText("This code is wrong, or has been used.").waitFor();
    else await arrived("/userinfo");
  }
  await page.getByLabel("Recovery code").fill(recovery_codes[1]!.replaceAll("-", " "));
  await submit();
  await arrived("/userinfo");
  await section().getByText("8 left").waitFor();
});

it("leads back to the password once it is over", async () => {
  await browser.clearCookies();
  await page.goto(`${udt.url}/login/second?redirect=%2Fuserinfo`);
  await page.getByText("This sign-in took too long. Begin again with your password.").waitFor();
  await page.getByRole("link", { name: "Begin again" }).click();
  await page.waitForURL((url) => url.pathname + url.search === "/login?redirect=%2Fuserinfo");
});

it("makes new recovery codes and removes the app with the password", async () => {
  await enterPassword("login?redirect=/userinfo");
  await page.getByRole("button", { name: "Use a recovery code" }).click();
  await page.getByLabel("Recovery code").fill(recovery_codes[2]!);
  await submit();
  await arrived("/userinfo");
  const confirm = async () => {
    await page.getByRole("dialog").getByLabel("Your password").fill(udt.admin.password);
    await submit();
  };
  await section().getByRole("button", { name: "New codes" }).click();
  await confirm();
  await page.getByRole("button", { name: "I have kept them" }).click();
  await section().getByText("10 left").waitFor();
  await section().getByRole("button", { name: "Remove" }).click();
  await confirm();
  await section().getByRole("button", { name: "Set up" }).waitFor();
  await enterPassword("login?redirect=/userinfo");
  await arrived("/userinfo");
});

it("lets an administrator who must have it do nothing else first", { timeout: 120_000 }, async () => {
  const client = await udt.signIn();
  await client.call(ENDPOINTS.adminSettingsSet, { body: { admin_second_factor: true } });
  await enterPassword("login?redirect=/admin/users");
  await arrived("/login/set_up");
  await page.goto(`${udt.url}/admin/users`);
  await arrived("/login/set_up");
  await look("second-factor-required", narrowLooks[0]!, page);
  expect(await page.getByRole("link", { name: "Go on" }).count()).toBe(0);
  await page.getByRole("button", { name: "Set up" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Your password").fill(udt.admin.password);
  await submit();
  secret_key = (await dialog.locator("dd.udt-mono").innerText()).replace(/[^A-Z2-7]/g, "").slice(0, 32);
  await dialog.getByLabel("Code of the app").fill(await nextCode());
  await submit();
  await page.getByRole("button", { name: "I have kept them" }).click();
  await page.getByRole("link", { name: "Go on" }).click();
  await arrived("/home");
  await client.call(ENDPOINTS.adminSettingsSet, { body: { admin_second_factor: false } });
  await client.call(ENDPOINTS.totpRemove, { body: { password: udt.admin.password } });
});

describe.each(narrowLooks)("in $language", { timeout: 120_000 }, (at) => {
  it("its screens are whole", async () => {
    const { password } = udt.admin;
    const client = await udt.signIn();
    await enterPassword("login?redirect=/userinfo");
    await arrived("/userinfo");
    await load(page, at, `${udt.url}/userinfo`);
    const dialog = page.getByRole("dialog");
    await page.locator(".two-step-factors button").first().click();
    await dialog.locator("input[type=password]").fill(password);
    await look("two-step-proof", at, page);
    await submit();
    await dialog.locator(".two-step-secret svg").first().waitFor();
    await look("two-step-set-up", at, page);
    secret_key = (await dialog.locator("dd.udt-mono").innerText()).replace(/[^A-Z2-7]/g, "").slice(0, 32);
    await dialog.locator("input[inputmode=numeric]").fill(await nextCode());
    await submit();
    await page.locator(".two-step-codes").waitFor();
    await look("two-step-codes", at, page);
    await dialog.locator(".ant-btn-primary").click();
    await dialog.waitFor({ state: "hidden" });
    await look("two-step-account", at, page);
    await enterPassword();
    await page.locator("input[name=code]").waitFor();
    await look("second-step", at, page);
    await page.locator("button[type=button].login-submit").first().click();
    await page.locator("input[name=code]").fill(await nextCode());
    await look("second-step-recovery", at, page);
    await browser.clearCookies();
    await load(page, at, `${udt.url}/login/second`);
    await page.locator(".login-error").waitFor();
    await look("second-step-over", at, page);
    await client.call(ENDPOINTS.totpRemove, { body: { password } });
  });
});
