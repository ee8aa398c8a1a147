/** How a session ends that its holder did not end: what each reader's page says then, and that it leads back to the phone. */
import { join } from "node:path";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import type { Client } from "@udt/client";
import { ENDPOINTS, type EndReason } from "@udt/contract";
import { openBrowser, startUdt, type Udt } from "@udt/testkit";
import { openDatabase } from "../../apps/server/src/platform/database/database.ts";
import { sql } from "../../apps/server/src/platform/database/sql.ts";
import { addColleague } from "./colleague.ts";
import { DebugPage, enter } from "./console-pages.ts";

const BEA = { email: "bea@example.com", password: "a-long-password-1", user_name: "Bea Colleague" };

let udt: Udt;
let client: Client;
let owner: BrowserContext;
let admin: BrowserContext;
let page: Page;
let debug: DebugPage;

const panelOf = (of: Page) => of.locator("[data-end-reason]");
/** Waits until a page says that the session ended for this reason, in these words. */
const says = async (of: Page, reason: EndReason, ...words: string[]) => {
  await of.locator(`[data-end-reason="${reason}"]`).waitFor({ timeout: 120_000 });
  for (const each of words) await panelOf(of).getByText(each).first().waitFor();
};
/** The phone is had again from where its page says that it is over. */
const retest = async () => {
  const { test_id } = debug;
  await udt.idleDevices(1);
  await panelOf(page).getByRole("button", { name: "Debug this device again" }).click();
  await page.waitForURL((url) => ![null, test_id].includes(url.searchParams.get("test_id")));
  await debug.live();
};
/** Lets a session's time be over, while no server is there to end it. */
const passTime = async (test_id: string) => {
  await udt.server.kill("SIGTERM");
  const database = await openDatabase({ folder: join(udt.dataDir, "server", "pg") });
  await database.db.execute(sql`update tests set deadline = ${Date.now() - 1_000} where test_id = ${test_id}`);
  await database.close();
  await udt.restart("server");
};

beforeAll(async () => {
  udt = await startUdt({ phones: 1 });
  client = await udt.signIn();
  await addColleague(client, BEA);
  [owner, admin] = await Promise.all([openBrowser(), openBrowser()]);
  page = owner.pages()[0] ?? (await owner.newPage());
  await enter(page, { url: udt.url, admin: BEA });
  await enter(admin.pages()[0] ?? (await admin.newPage()), udt);
});
afterAll(async () => {
  await Promise.all([owner, admin].map((browser) => browser?.close()));
  await udt?.stop();
});
beforeEach(async () => {
  await udt.idleDevices(1);
  debug = await DebugPage.start(page, udt, "Virtual One");
});

afterEach(async () => {
  await client.call(ENDPOINTS.testCancel, { params: { test_id: debug.test_id }, query: { project: "demo" } });
  await page.goto("about:blank");
});

it("is ended when nobody used it, after having asked", async () => {
  await client.call(ENDPOINTS.adminSettingsSet, { body: { inactivity_minutes: 1 } });
  await page.getByRole("alertdialog", { name: "Still there?" }).getByText("The session ends in").waitFor();
  await says(page, "inactivity", "Ended: nobody used it", "no touch and no key for too long");
  await client.call(ENDPOINTS.adminSettingsSet, { body: { inactivity_minutes: 15 } });
  await retest();
});

it("is ended by an administrator: each reads what is so", async () => {
  const [theirs] = admin.pages() as [Page];
  const { user_name } = await client.call(ENDPOINTS.userInfo, {});
  await theirs.goto(page.url());
  await theirs.getByRole("button", { name: "End", exact: true }).click();
  await theirs.getByRole("button", { name: "End session" }).click();
  await says(theirs, "admin", "You ended the session", `You ended the session of ${BEA.user_name}`);
  await says(page, "admin", "Ended by an administrator", `${user_name} took the device back.`);
  expect(await panelOf(theirs).innerText()).not.toContain("Ask them");
  await theirs.goto("about:blank");
  await retest();
});

it("is ended when its time is up", async () => {
  await passTime(debug.test_id);
  await says(page, "test_timeout", "Time is up", "The time booked for this session ran out.");
  await retest();
});
