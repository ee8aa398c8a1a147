import { mailText, openBrowser, startMailbox, startUdt, until, type Mailbox, type Udt } from "@udt/testkit";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ENDPOINTS } from "@udt/contract";
import { signIn } from "./console-pages.ts";
import { load, look, narrowLooks } from "./look.ts";
import { findPageFaults } from "./page-checks.ts";

const ADA = { email: "ada@example.com", password: "sunny day 1" };
const EVE = { email: "eve@example.com", password: "another day 2" };

let udt: Udt;
let mailbox: Mailbox;
const browsers: BrowserContext[] = [];
let page: Page;
let admin: Page;
beforeAll(async () => {
  mailbox = await startMailbox();
  udt = await startUdt({ phones: 0, env: { UDT_SMTP_URL: mailbox.url, UDT_MAIL_FROM: "udt@example.com" } });
  [page, admin] = [await open(), await open()];
  await signIn(admin, udt);
});
afterAll(async () => {
  for (const browser of browsers) await browser.close();
  await udt?.stop();
  await mailbox?.stop();
});

async function open(): Promise<Page> {
  const browser = await openBrowser();
  browsers.push(browser);
  return browser.pages()[0] ?? (await browser.newPage());
}
/** The text of the nth mail to somebody. */
const mail = (to: string, nth: number) =>
  until(`mail ${nth} to ${to}`, async () => {
    const found = mailbox.mails.filter((one) => one.to.includes(to))[nth - 1];
    return found && mailText(found.raw);
  });
const linkIn = (text: string) => /http:\S+\/confirm_email#[\w-]+/.exec(text)![0];

async function register({ email, password }: typeof ADA, name: string): Promise<void> {
  await load(page, narrowLooks[0]!, `${udt.url}/signup`);
  await page.getByLabel("Nickname").fill(name);
  await page.getByLabel("Email").fill(email);
  await page.locator("input[name=password]").fill(password);
  await page.locator("input[name=repeat]").fill(password);
  await page.getByRole("button", { name: "Register" }).click();
  await page.getByText(`A link to confirm your address is on its way to ${email}.`).waitFor();
}
async function trySignIn({ email, password }: typeof ADA): Promise<void> {
  await page.goto(`${udt.url}/login`);
  await page.locator("input[name=email]").fill(email);
  await page.locator("input[name=password]").fill(password);
  await page.locator("button[type=submit]").click();
}
/** Where the keyboard is once what was pressed is gone. */
const focused = () => page.evaluate(() => document.activeElement!.textContent);
async function enter(link: string, password: string): Promise<void> {
  await page.goto("about:blank");
  await page.goto(link);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Confirm" }).click();
}

it("is confirmed by a mailed link and the password, and signs in once it is approved", async () => {
  await register(ADA, "Ada");
  await page.getByText("After that an administrator approves it: then you can sign in.").waitFor();
  expect(await focused()).toBe("Look into your mailbox");
  await trySignIn(ADA);
  await page.getByRole("alert").getByText("Confirm your address first: a link was mailed to it.").waitFor();
  expect(await findPageFaults(page)).toEqual([]);
  const first = linkIn(await mail(ADA.email, 1));
  await page.getByRole("button", { name: "Send the link again" }).click();
  await page.getByText("The link is on its way.").waitFor();
  expect(await focused()).toMatch(/^The link is on its way/);
  const link = linkIn(await mail(ADA.email, 2));
  await enter(first, "not the password");
  await page.getByText("This is not the password that you registered with.").waitFor();
  await page.getByLabel("Password", { exact: true }).fill(ADA.password);
  await page.getByRole("button", { name: "Confirm" }).click();
  await page.getByText("You are Ada here, and can sign in as soon as an administrator").waitFor();
  expect(await focused()).toBe("Your address is confirmed");
  await admin.goto(`${udt.url}/admin/users?state=approving`);
  await admin.getByRole("row").filter({ hasText: ADA.email }).getByRole("button", { name: "Approve" }).click();
  await admin.getByText("Ada can sign in now").waitFor();
  // The page that waits hears of it by itself.
  await page.getByText("An administrator has let you in.").waitFor();
  expect(await focused()).toBe("Your account was approved");
  await enter(link, ADA.password);
  await page.getByText("This link no longer works").waitFor();
  await page.getByRole("link", { name: "Go to sign-in" }).click();
  await signIn(page, { url: udt.url, admin: ADA });
});

it("is seen by an administrator, who confirms it, and not told to who tries a taken address", async () => {
  await page.context().clearCookies({ name: "udt_session_id" });
  await register({ ...ADA, password: EVE.password }, "Not Ada");
  expect(await mail(ADA.email, 3)).toContain("You have a UDT account with this address already");
  await register(EVE, "Eve");
  await admin.goto(`${udt.url}/admin/users`);
  await admin.getByRole("button", { name: "2 unconfirmed" }).click();
  const row = (name: string) => admin.getByRole("row").filter({ hasText: name });
  await row("Not Ada").getByText("Address is taken").waitFor();
  expect(await row("Not Ada").getByRole("button").count()).toBe(0);
  expect(await findPageFaults(admin)).toEqual([]);
  await row(EVE.email).getByRole("button", { name: "Confirm" }).click();
  await admin.getByRole("dialog").getByRole("button", { name: "Confirm" }).click();
  await admin.getByText("Eve waits for approval now").waitFor();
  await row(EVE.email).waitFor({ state: "detached" });
  await admin.getByRole("button", { name: "1 waiting" }).click();
  await row(EVE.email).getByRole("button", { name: "Approve" }).click();
  await row(EVE.email).waitFor({ state: "detached" });
  // That was the last of them: nothing is to be sought for otherwise.
  await admin.getByText("Nobody waits to be let in").waitFor();
  await admin.getByRole("button", { name: "Show everybody" }).click();
  await row(EVE.email).waitFor();
  await signIn(page, { url: udt.url, admin: EVE });
});

it("is whose the mailbox is, with a password of their own, where somebody else registered", async () => {
  const carol = { email: "carol@example.com", password: "mine alone 3" };
  await page.context().clearCookies({ name: "udt_session_id" });
  await register({ ...carol, password: EVE.password }, "Carol");
  await page.goto("about:blank");
  await page.goto(linkIn(await mail(carol.email, 1)));
  await page.getByRole("button", { name: "Set another password" }).click();
  expect(await findPageFaults(page)).toEqual([]);
  await page.locator("input[name=password]").fill(carol.password);
  await page.locator("input[name=repeat]").fill(carol.password);
  await page.getByRole("button", { name: "Confirm" }).click();
  await page.getByText("You are Carol here, and can sign in as soon as an administrator").waitFor();
  await trySignIn({ ...carol, password: EVE.password });
  await page.getByText("Email or password is wrong.").waitFor();
  await trySignIn(carol);
  await page.getByText("Your registration is waiting for an administrator's approval.").waitFor();
  // Who waits at the door hears of it there.
  await admin.goto(`${udt.url}/admin/users?state=approving`);
  await admin.getByRole("row").filter({ hasText: carol.email }).getByRole("button", { name: "Approve" }).click();
  await page.getByRole("status").getByText("Your account was approved").waitFor();
  await page.locator("button[type=submit]").click();
  await page.waitForURL((url) => !url.pathname.includes("login"));
});

describe.each(narrowLooks)("its screens in $language", { timeout: 60_000 }, (at) => {
  it("are whole", async () => {
    await page.context().clearCookies({ name: "udt_session_id" });
    await load(page, at, `${udt.url}/confirm_email#a-secret`);
    await page.locator("input[name=password]").waitFor();
    await look("confirm", at, page);
    await page.locator("button.login-submit:not([type=submit])").click();
    await page.locator("input[name=repeat]").waitFor();
    await look("confirm-anew", at, page);
    await page.goto("about:blank");
    await page.goto(`${udt.url}/confirm_email`);
    await page.locator(".login-submit").waitFor();
    await look("confirm-over", at, page);
    const given = { email: `${at.language}@example.com`, password: "sunny day 1" };
    const client = await udt.signIn();
    await client.call(ENDPOINTS.userSignup, { body: { ...given, user_name: at.language } });
    await trySignIn(given);
    await page.locator(".login-error").waitFor();
    await look("unconfirmed", at, page);
  });
});
