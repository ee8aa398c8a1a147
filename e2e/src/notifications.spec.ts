import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { openBrowser, startMailbox, startUdt, until, type Mailbox, type Udt } from "@udt/testkit";
import { ENDPOINTS } from "@udt/contract";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { signUpConfirmed } from "./confirmed-signup.ts";
import { enter } from "./console-pages.ts";
import { findPageFaults } from "./page-checks.ts";

const OTHER = { email: "outsider@example.com", user_name: "Outsider", password: "outsider pass 2" };
const KEY = "a-key-that-nobody-shall-see-9f8e";

let udt: Udt;
let mailbox: Mailbox;
/** A robot that refuses every message with HTTP 200. */
let robot: Server;
let robotUrl: string;
let asked = 0;
const browsers: BrowserContext[] = [];
let page: Page;

async function open(): Promise<Page> {
  const browser = await openBrowser();
  browsers.push(browser);
  return browser.pages()[0] ?? (await browser.newPage());
}
const at = (tab: string) => `${udt.url}/demo/project/notification?tab=${tab}`;
const save = () => page.getByRole("button", { name: "Save" }).click();

beforeAll(async () => {
  mailbox = await startMailbox();
  robot = createServer((request, response) => {
    asked++;
    request.resume().on("end", () => response.end(JSON.stringify({ errcode: 93000, errmsg: "invalid webhook url" })));
  });
  await new Promise<void>((resolve) => robot.listen(0, "127.0.0.1", resolve));
  robotUrl = `http://127.0.0.1:${(robot.address() as AddressInfo).port}/send?key=${KEY}`;
  udt = await startUdt({
    phones: 1,
    env: { UDT_SMTP_URL: mailbox.url, UDT_MAIL_FROM: "UDT <udt@example.com>", UDT_OUTBOUND_ALLOW: "127.0.0.1" },
  });
  page = await open();
  await enter(page, udt);
});
afterAll(async () => {
  for (const browser of browsers) await browser.close();
  await udt?.stop();
  robot?.close();
  await mailbox?.stop();
});

it("leads from the menu to a page that says what channels are", async () => {
  await page.goto(`${udt.url}/demo/project/member`);
  await page.getByRole("link", { name: "Notifications", exact: true }).click();
  await page.getByText("No channels yet").waitFor();
  expect(await findPageFaults(page)).toEqual([]);
});

it("names the one address of several that is wrong while it is typed, and saves what is right", async () => {
  await page.getByRole("button", { name: "Add channel" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Team mail");
  await page.getByLabel("Recipients").fill("anna@example.com; nobody");
  await page.getByText("nobody is not a valid email address.").waitFor();
  await page.getByLabel("Comment").fill("x".repeat(51));
  await page.getByText("At most 50 characters.").waitFor();
  await save();
  expect(await page.getByLabel("Recipients").getAttribute("aria-invalid")).toBe("true");
  await page.getByLabel("Recipients").fill("anna@example.com; bob@example.com");
  await page.getByLabel("Comment").fill("nightly");
  await page.getByRole("checkbox", { name: /^Only when the case success ratio/ }).check();
  await page
    .getByText("Skipped cases are not counted; cases that were cancelled or got no device did not pass.")
    .waitFor();
  await save();
  await page.getByRole("row").filter({ hasText: "Team mail" }).getByText("2 recipients").waitFor();
});

it("sends a test message that arrives, and shows how it went", async () => {
  await page.getByRole("button", { name: "Send test message through Team mail" }).click();
  await page.getByText("The test message went out through Team mail.").waitFor();
  expect(mailbox.mails).toHaveLength(1);
  expect(mailbox.mails[0]).toMatchObject({ to: ["anna@example.com", "bob@example.com"] });
  expect(mailbox.mails[0]!.raw).toContain("nightly");
  await page.getByRole("link", { name: "Delivery log" }).first().click();
  const row = page.getByRole("row").filter({ hasText: "Test message" });
  await row.getByText("Delivered").waitFor();
});

it("tells a robot's refusal from its HTTP 200, and lets one try again", async () => {
  await page.goto(at("channels"));
  await page.getByRole("button", { name: "Add channel" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Group robot");
  await page.getByRole("radio", { name: /^WeCom robot/ }).check();
  await page.getByLabel("Webhook address").fill("robot");
  await page.getByText("The address must start with http").waitFor();
  await page.getByLabel("Webhook address").fill(robotUrl);
  await page.getByLabel("Mention people").fill("lilei; han.meimei");
  await save();
  await page.getByRole("button", { name: "Send test message through Group robot" }).click();
  await page.getByText("The test message through Group robot failed.").waitFor();
  await page.getByText("93000 invalid webhook url").waitFor();
  await page.goto(`${at("deliveries")}&state=failed`);
  await page.getByRole("button", { name: /^Try again: / }).click();
  await until("the robot to be asked again", async () => asked === 2 || undefined);
  await page.getByRole("row").filter({ hasText: "Group robot" }).getByText("Failed").waitFor();
});

it("never shows an address again, and keeps it when it is not typed anew", async () => {
  await page.goto(at("channels"));
  await page.getByRole("button", { name: "Edit Group robot" }).click();
  expect(await page.getByLabel("Webhook address").inputValue()).toBe("");
  await page.getByLabel("Name", { exact: true }).fill("Robot two");
  await save();
  await page
    .getByRole("row")
    .filter({ hasText: "Robot two" })
    .getByText(/127\.0\.0\.1:\d+\/…9f8e/)
    .waitFor();
  expect(await page.content()).not.toContain(KEY);
});

it("binds an event to channels, and says what a deletion takes along", async () => {
  await page.goto(at("triggers"));
  await page.getByRole("button", { name: "Add rule" }).click();
  await save();
  await page.getByText("Choose at least one channel.").waitFor();
  await page.getByRole("combobox", { name: "Channels" }).click();
  await page.getByTitle("Robot two (WeCom robot)").click();
  await page.keyboard.press("Escape");
  await save();
  const row = page.getByRole("row").filter({ hasText: "Test ended" });
  await row.getByText("Robot two").waitFor();
  await row.getByText("Every automated test").waitFor();
  await page.goto(at("channels"));
  await page.getByRole("button", { name: "Delete Robot two" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("1 rule uses it").waitFor();
  await dialog.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("row").filter({ hasText: "Robot two" }).waitFor({ state: "detached" });
  await page.goto(at("triggers"));
  await page.getByText("No rules yet").waitFor();
});

it("is not in the menu of an email account, and for who may edit the project alone", async () => {
  const admin = await udt.signIn();
  const user_id = await signUpConfirmed(admin, OTHER);
  await admin.call(ENDPOINTS.adminUserUpdate, { params: { user_id }, body: { state: "approved" } });
  await admin.call(ENDPOINTS.memberAdd, {
    params: { project_id: "demo" },
    query: { project: "demo" },
    body: { user_id_list: [user_id], user_type: 1 },
  });
  const other = await open();
  await enter(other, { ...udt, admin: OTHER });
  await other.goto(`${udt.url}/demo/project/member`);
  await other.getByRole("link", { name: "Members", exact: true }).waitFor();
  expect(await other.getByRole("link", { name: "Notifications", exact: true }).count()).toBe(0);
  await other.goto(at("channels"));
  await other.getByRole("button", { name: "Add channel" }).first().waitFor();
  expect(await findPageFaults(other)).toEqual([]);
  await admin.call(ENDPOINTS.memberUpdate, {
    params: { project_id: "demo", user_id },
    query: { project: "demo" },
    body: { user_type: 2 },
  });
  await other.reload();
  await other.getByText("It takes the privilege “Edit the project”.").waitFor();
  expect(await other.getByRole("button", { name: "Add channel" }).count()).toBe(0);
  expect(await findPageFaults(other)).toEqual([]);
});
