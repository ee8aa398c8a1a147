import { createClient } from "@udt/client";
import { ENDPOINTS } from "@udt/contract";
import { openBrowser, startUdt, type Udt } from "@udt/testkit";
import type { BrowserContext, Page, Response } from "playwright-core";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { enter } from "./console-pages.ts";
import { findPageFaults } from "./page-checks.ts";

const EMAIL = "anna@example.com";
const FIRST_PASSWORD = "first pass 1";
const SECOND_PASSWORD = "second pass 2";

let udt: Udt;
const browsers: BrowserContext[] = [];
let person: Page;
let admin: Page;
/** The same person, in another browser. */
let elsewhere: Page;
let authorization = "";

beforeAll(async () => {
  udt = await startUdt({ phones: 1 });
  const open = async () => {
    const browser = await openBrowser();
    browsers.push(browser);
    return browser.pages()[0] ?? (await browser.newPage());
  };
  person = await open();
  admin = await open();
  elsewhere = await open();
  await enter(admin, udt);
});
afterAll(async () => {
  for (const browser of browsers) await browser.close();
  await udt?.stop();
});

async function trySignIn(page: Page, password: string): Promise<void> {
  await page.goto(`${udt.url}/login`);
  await page.getByLabel("Email").fill(EMAIL);
  await page.locator("input[name=password]").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}
async function signInAgain(page: Page, password: string): Promise<void> {
  await trySignIn(page, password);
  await page.waitForURL((url) => url.pathname === "/home");
}
/** What the server answers this page's own session: its HTTP status. */
const statusOf = (page: Page) => page.evaluate(async (path) => (await fetch(path)).status, ENDPOINTS.userInfo.path);
/** What home says of who has registered. */
const accountsLine = () => admin.locator(".home-needs").getByRole("link", { name: "1 account waits to be approved" });
const row = () => admin.getByRole("row").filter({ hasText: EMAIL });

it("refuses what breaks a rule while it is typed, and registers what keeps them all", async () => {
  await admin.goto(`${udt.url}/home`);
  await person.goto(`${udt.url}/login`);
  await person.getByRole("link", { name: "Register" }).click();
  await person.getByLabel("Nickname").fill("x".repeat(21));
  await person.getByLabel("Email").fill("anna");
  await person.locator("input[name=password]").fill("密码密码密码密码");
  await person.locator("input[name=repeat]").fill("other");
  await person.getByLabel("Nickname").focus();
  for (const words of [
    "At most 20 characters.",
    "Enter a valid email",
    "Chinese characters are not",
    "passwords differ",
  ]) {
    await person.getByText(words).waitFor();
  }
  expect(await findPageFaults(person)).toEqual([]);
  await person.getByLabel("Nickname").fill("安娜 Anna 👩‍🔬");
  await person.getByLabel("Email").fill(EMAIL);
  await person.locator("input[name=password]").fill(FIRST_PASSWORD);
  await person.locator("input[name=repeat]").fill(FIRST_PASSWORD);
  await person.getByRole("button", { name: "Register" }).click();
  await person.getByText(`Your account ${EMAIL} is waiting for approval.`).waitFor();
  // Nothing is done on the administrator's page.
  await admin.getByTitle("1 account waits to be approved").waitFor();
  await accountsLine().waitFor();
});

it("says on the field that an address is taken", async () => {
  await elsewhere.goto(`${udt.url}/signup`);
  await elsewhere.getByLabel("Nickname").fill("somebody else");
  await elsewhere.getByLabel("Email").fill(EMAIL);
  await elsewhere.locator("input[name=password]").fill(FIRST_PASSWORD);
  await elsewhere.locator("input[name=repeat]").fill(FIRST_PASSWORD);
  await elsewhere.getByRole("button", { name: "Register" }).click();
  await elsewhere.getByText("This email address is already registered.").waitFor();
  expect(await elsewhere.getByLabel("Email").getAttribute("aria-invalid")).toBe("true");
});

it("lets nobody in before an administrator approves", async () => {
  await trySignIn(elsewhere, FIRST_PASSWORD);
  await elsewhere.getByText("Your registration is waiting for an administrator's approval.").waitFor();
  await accountsLine().click();
  await admin.waitForURL(`${udt.url}/admin/users?state=approving`);
  await row().getByRole("button", { name: "Approve" }).click();
  await row().waitFor({ state: "detached" });
  await admin.getByTitle("1 account waits to be approved").waitFor({ state: "detached" });
  await admin.goto(`${udt.url}/home`);
  await admin.getByRole("heading", { name: "Free now" }).waitFor();
  expect(await accountsLine().count()).toBe(0);
  // The page that they registered on hears of it by itself.
  await person.getByText("Your account was approved").waitFor();
  await signInAgain(person, FIRST_PASSWORD);
});

it("shows somebody without a project the ways to one", async () => {
  const refused: string[] = [];
  const note = (response: Response) => {
    if (response.status() >= 400) refused.push(`${response.status()} ${response.url()}`);
  };
  person.on("response", note);
  await person.goto(`${udt.url}/home`);
  await person.getByText("You are in no project yet").waitFor();
  await person.getByRole("link", { name: "See the projects" }).click();
  await person.waitForURL((url) => url.pathname === "/project/manage");
  await person.goto(`${udt.url}/home`);
  await person.getByRole("navigation", { name: "Main menu" }).getByRole("link", { name: "Projects" }).click();
  await person.waitForURL((url) => url.pathname === "/project/manage");
  await person.goto(`${udt.url}/home`);
  await person.getByRole("link", { name: "Create a project" }).click();
  await person.getByText("2 to 64 Chinese characters, letters, digits, _ or -, no spaces.").waitFor();
  await person.goto(`${udt.url}/overview`);
  await person.getByRole("main").getByRole("link", { name: "See the projects" }).click();
  await person.waitForURL((url) => url.pathname === "/project/manage");
  expect(refused).toEqual([]);
  person.off("response", note);
});

it("keeps the address of a project that is not theirs, whose it is, and says nothing of its connection", async () => {
  const connecting = person.waitForEvent("websocket", (socket) => socket.url().includes("/events?project=demo"));
  await person.goto(`${udt.url}/demo/remote/list`);
  const events = await connecting;
  // Not by its event: the page may hang up before it is connected, which the browser calls an error first.
  await vi.waitFor(() => expect(events.isClosed()).toBe(true), { timeout: 20_000 });
  await person.getByRole("heading", { name: "You are not in the project “Demo”" }).waitFor();
  const { user_name } = await (await udt.signIn()).call(ENDPOINTS.userInfo, {});
  await person.getByText(`${user_name} can let you in.`).waitFor();
  expect(new URL(person.url()).pathname).toBe("/demo/remote/list");
  await person.getByText("Not live").waitFor({ state: "detached" });
});

it("keeps the administration from everybody else", async () => {
  await person.goto(`${udt.url}/admin/users`);
  await person.getByText("Only administrators may open the administration.").waitFor();
  expect(new URL(person.url()).pathname).toBe("/admin/users");
});

it("changes a nickname everywhere on the page", async () => {
  await person.goto(`${udt.url}/userinfo`);
  await person.getByLabel("Nickname").fill("Anna B");
  await person.getByRole("button", { name: "Save" }).click();
  await person.getByText("Nickname changed").waitFor();
  await person.getByRole("button", { name: "Account" }).click();
  await person.locator(".udt-user-card", { hasText: "Anna B" }).waitFor();
  await person.keyboard.press("Escape");
});

it("refuses a wrong present password, and ends every other session with a new one", async () => {
  await signInAgain(elsewhere, FIRST_PASSWORD);
  await person.goto(`${udt.url}/userinfo`);
  const sessions = person.getByRole("region", { name: "Sessions" });
  await sessions.getByRole("button").first().waitFor();
  expect(await sessions.getByText("This browser").count()).toBe(1);

  await person.getByLabel("Current password").fill("not my password");
  await person.getByLabel("New password", { exact: true }).fill(SECOND_PASSWORD);
  await person.getByLabel("Repeat the new password").fill(SECOND_PASSWORD);
  await person.getByRole("button", { name: "Change password" }).click();
  await person.getByText("The current password is wrong.").waitFor();
  expect(await statusOf(elsewhere)).toBe(200);

  await person.getByLabel("Current password").fill(FIRST_PASSWORD);
  await person.getByRole("button", { name: "Change password" }).click();
  await person.getByText("Password changed.").waitFor();
  expect([await statusOf(elsewhere), await statusOf(person)]).toEqual([401, 200]);
  await sessions.getByRole("button").waitFor({ state: "detached" });
  await elsewhere.goto(`${udt.url}/home`);
  await elsewhere.waitForURL((url) => url.pathname === "/login");
});

it("makes an API key for its password, that works as far as it was given, and shows its secret once", async () => {
  const keys = person.getByRole("region", { name: "API keys" });
  const dialog = person.getByRole("dialog");
  await keys.getByRole("button", { name: "Create a key" }).click();
  await dialog.getByLabel("Name", { exact: true }).fill("nightly build");
  await dialog.getByLabel("Your password").fill("not my password");
  await dialog.getByRole("button", { name: "Create a key" }).click();
  await dialog.getByText("The current password is wrong.").waitFor();
  await dialog.getByLabel("Your password").fill(SECOND_PASSWORD);
  await dialog.getByRole("button", { name: "Create a key" }).click();
  const command = await dialog.locator("code").innerText();
  const pair = /curl -u '([^']+)' (\S+)$/.exec(command)!;
  authorization = `Basic ${Buffer.from(pair[1]!).toString("base64")}`;
  const answer = await fetch(pair[2]!, { headers: { authorization } });
  expect(await answer.json()).toMatchObject({ ret: 0, data: { email: EMAIL, user_name: "Anna B" } });
  const client = createClient({ baseUrl: udt.url, headers: () => ({ authorization }) });
  const renamed = client.call(ENDPOINTS.userUpdate, { body: { user_name: "Anna C" } });
  await expect(renamed).rejects.toMatchObject({ code: "key_read_only" });
  await dialog.getByRole("button", { name: "I have copied it" }).click();
  await person.reload();
  const [secret_id = "", secret_key = ""] = pair[1]!.split(":");
  const row = keys.getByRole("listitem").filter({ hasText: "nightly build" });
  await row.getByText(secret_id).waitFor();
  await row.getByText("Read only · All my projects").waitFor();
  await row.getByText(/Last used /).waitFor();
  expect(await person.content()).not.toContain(secret_key);
});

it("deletes an API key, and is warned of one that ends soon", async () => {
  const keys = person.getByRole("region", { name: "API keys" });
  const dialog = person.getByRole("dialog");
  await keys.getByRole("button", { name: "Create a key" }).click();
  await dialog.getByLabel("Name", { exact: true }).fill("short one");
  await dialog.getByLabel("Expires").click();
  await person.getByTitle("After 7 days").click();
  await dialog.getByLabel("Your password").fill(SECOND_PASSWORD);
  await dialog.getByRole("button", { name: "Create a key" }).click();
  await dialog.getByRole("button", { name: "I have copied it" }).click();
  const row = keys.getByRole("listitem").filter({ hasText: "short one" });
  await row.getByText("Expires within 7 days").waitFor();
  expect(await keys.getByText(/Expires within/).count()).toBe(1);
  await row.getByRole("button", { name: "Delete the key short one" }).click();
  await dialog.getByRole("button", { name: "Delete" }).click();
  await row.waitFor({ state: "detached" });
  expect((await fetch(udt.url + ENDPOINTS.userInfo.path, { headers: { authorization } })).status).toBe(200);
});

it("takes everything from a disabled person at once", async () => {
  await admin.goto(`${udt.url}/admin/users?keyword=${EMAIL}`);
  await row()
    .getByRole("button", { name: /^More actions/ })
    .click();
  await admin.getByRole("menuitem", { name: "Disable" }).click();
  await admin.getByText(`${EMAIL} is signed out everywhere at once`).waitFor();
  await admin.getByRole("dialog").getByRole("button", { name: "Disable" }).click();
  await row().getByText("Disabled").waitFor();

  expect(await statusOf(person)).toBe(401);
  expect((await fetch(udt.url + ENDPOINTS.userInfo.path, { headers: { authorization } })).status).toBe(401);
  await person.goto(`${udt.url}/home`);
  await person.waitForURL((url) => url.pathname === "/login");
  await trySignIn(person, SECOND_PASSWORD);
  await person.getByText("Your account is disabled.").waitFor();
});

it("shows an announcement to everybody until they close it, and again when it changes", async () => {
  const publish = async (text: string) => {
    await admin.goto(`${udt.url}/admin/announcement`);
    await admin.getByLabel("Text").fill(text);
    await admin.getByRole("button", { name: "Publish" }).click();
    await admin.locator(".udt-main > .udt-bar", { hasText: text }).waitFor();
  };
  await publish("Maintenance at noon");
  await admin.locator(".udt-main > .udt-bar").getByRole("button", { name: "Close" }).click();
  await admin.reload();
  await admin.getByLabel("Text").waitFor();
  expect(await admin.locator(".udt-main > .udt-bar").count()).toBe(0);
  await publish("Maintenance at one");
});

it("tells at registration whether somebody approves it, and offers none where it is closed", async () => {
  const switchOff = async (name: string) => {
    await admin.goto(`${udt.url}/admin/settings`);
    await admin.getByRole("switch", { name }).click();
    await admin.getByRole("button", { name: "Save" }).click();
    await admin.getByText("Saved; in effect on every server").waitFor();
  };
  await switchOff("Registrations need approval");
  await person.goto(`${udt.url}/signup`);
  await person.getByText("You can sign in as soon as you have registered.").waitFor();
  await person.getByLabel("Nickname").fill("Bea");
  await person.getByLabel("Email").fill("bea@example.com");
  await person.locator("input[name=password]").fill(FIRST_PASSWORD);
  await person.locator("input[name=repeat]").fill(FIRST_PASSWORD);
  await person.getByRole("button", { name: "Register" }).click();
  await person.getByText("Your account bea@example.com is ready.").waitFor();
  await switchOff("Registration is open");
  await elsewhere.goto(`${udt.url}/login`);
  await elsewhere.getByRole("button", { name: "Sign in" }).waitFor();
  expect(await elsewhere.getByRole("link", { name: "Register" }).count()).toBe(0);
  await elsewhere.goto(`${udt.url}/signup`);
  await elsewhere.getByText("Registration is closed on this server").waitFor();
  expect(await elsewhere.getByRole("textbox").count()).toBe(0);
});

it("keeps who did what in the audit log", async () => {
  await admin.goto(`${udt.url}/admin/audit?keyword=${EMAIL}`);
  for (const action of ["Registered", "Failed to sign in", "Approved a user", "Disabled a user"]) {
    await admin.getByRole("button", { name: action }).first().waitFor();
  }
});
