import { ENDPOINTS } from "@udt/contract";
import { mailText, openBrowser, startMailbox, startUdt, until, type Mailbox, type Udt } from "@udt/testkit";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { signUpConfirmed } from "./confirmed-signup.ts";
import { signIn } from "./console-pages.ts";
import { load, look, narrowLooks } from "./look.ts";

const ADA = { email: "ada@example.com", password: "sunny day 1" };
const NEW = "another day 2";

let udt: Udt;
let mailbox: Mailbox;
let browser: BrowserContext;
let page: Page;
beforeAll(async () => {
  mailbox = await startMailbox();
  udt = await startUdt({
    phones: 0,
    env: { UDT_SMTP_URL: mailbox.url, UDT_MAIL_FROM: "udt@example.com" },
  });
  browser = await openBrowser();
  page = browser.pages()[0] ?? (await browser.newPage());
});
afterAll(async () => {
  await browser?.close();
  await udt?.stop();
  await mailbox?.stop();
});

const mails = () => mailbox.mails.map(({ raw }) => mailText(raw));
const mail = (nth: number) => until(`mail ${nth}`, async () => mails()[nth - 1]);

it("is set by a mailed link that the sign-in page leads to, and works from then on", async () => {
  const admin = await udt.signIn();
  const user_id = await signUpConfirmed(admin, { ...ADA, user_name: "Ada" });
  // The link to confirm her address, which an administrator has done.
  await mail(1);
  await admin.call(ENDPOINTS.adminUserUpdate, { params: { user_id }, body: { state: "approved" } });
  await signIn(page, { url: udt.url, admin: ADA });
  // The same browser forgets who it is, and the session stays.
  const [session] = (await browser.cookies()).filter(({ name }) => name === "udt_session_id");
  await browser.clearCookies({ name: "udt_session_id" });
  await load(page, narrowLooks[0]!, `${udt.url}/login`);
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  await page.getByLabel("Email").fill("nobody");
  await page.getByRole("button", { name: "Send the link" }).click();
  await page.getByText("valid email").waitFor();
  await page.getByLabel("Email").fill(ADA.email);
  await page.getByRole("button", { name: "Send the link" }).click();
  await page.getByText("Look into your mailbox").waitFor();
  const [link] = /http:\S+\/reset_password#[\w-]+/.exec(await mail(2))!;
  await page.goto(link);
  await page.getByLabel("New password", { exact: true }).fill("short");
  await page.getByLabel("Repeat the password").fill("shorter");
  await page.getByRole("button", { name: "Set the password" }).click();
  await page.getByText("The two passwords differ.").waitFor();
  expect(await page.locator(".login-field-note[data-wrong]").count()).toBe(2);
  await page.getByLabel("New password", { exact: true }).fill(NEW);
  await page.getByLabel("Repeat the password").fill(NEW);
  await page.getByRole("button", { name: "Set the password" }).click();
  await page.getByText("The new password is set").waitFor();
  const asBefore = await fetch(`${udt.url}${ENDPOINTS.userInfo.path}`, {
    headers: { cookie: `udt_session_id=${session!.value}` },
  });
  expect(await asBefore.json()).toMatchObject({ data: { code: "invalid_session" } });
  expect(await mail(3)).toContain("Your password was changed");

  await page.getByRole("link", { name: "Go to sign-in" }).click();
  await signIn(page, { url: udt.url, admin: { ...ADA, password: NEW } });

  await page.goto("about:blank");
  await page.goto(link);
  await page.getByLabel("New password", { exact: true }).fill(NEW);
  await page.getByLabel("Repeat the password").fill(NEW);
  await page.getByRole("button", { name: "Set the password" }).click();
  await page.getByText("This link no longer works").waitFor();
  await page.getByRole("link", { name: "Ask for another link" }).click();
  await page.getByRole("button", { name: "Send the link" }).waitFor();
});

describe.each(narrowLooks)("its screens in $language", { timeout: 60_000 }, (at) => {
  it("are whole", async () => {
    await load(page, at, `${udt.url}/forgot_password`);
    await page.locator("input[name=email]").waitFor();
    await look("forgot", at, page);
    await page.locator("input[name=email]").fill("nobody@example.com");
    await page.locator("button[type=submit]").click();
    await page.locator(".login-done").waitFor();
    await look("forgot-sent", at, page);
    await page.goto(`${udt.url}/reset_password#a-secret`);
    await page.locator("input[name=repeat]").waitFor();
    await look("reset", at, page);
    await page.goto("about:blank");
    await page.goto(`${udt.url}/reset_password`);
    await page.locator("h1").waitFor();
    await look("reset-over", at, page);
  });
});
