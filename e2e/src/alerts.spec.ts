/** Alerts as operators meet them: a real browser, a real agent's link and a program of theirs, by a clock that is turned. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { ENDPOINTS } from "@udt/contract";
import { openBrowser, until } from "@udt/testkit";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { untilLooked } from "../../apps/server/src/notify/alerts/looks.fixture.ts";
import { embedded } from "../../apps/server/test/databases.ts";
import { TestServer, type Person, type TestAgent } from "../../apps/server/test/harness.ts";
import { signIn } from "./console-pages.ts";
import { findPageFaults } from "./page-checks.ts";

const KEY = "a-key-that-nobody-shall-see-4c1d";
const CONSOLE = fileURLToPath(new URL("../../apps/console/dist", import.meta.url));
let udt: TestServer;
let admin: Person;
let agent: TestAgent;
/** A program of the operators'. */
let pager: Server;
const said: { event: string; title: string }[] = [];
let browser: BrowserContext;
let page: Page;
const titles = (event: string) => said.filter((one) => one.event === event).map(({ title }) => title);
/** Looks as often as it takes until the program was told. */
const untilTold = (event: string, meanwhile?: () => Promise<void>) =>
  until(`a message of ${event}`, async () => {
    await untilLooked(udt, { as: admin, ...(meanwhile && { meanwhile }) });
    return titles(event).length > 0 || undefined;
  });

beforeAll(async () => {
  pager = createServer((request, response) => {
    let body = "";
    request.on("data", (piece: Buffer) => (body += piece.toString()));
    request.on("end", () => {
      said.push(JSON.parse(body) as (typeof said)[number]);
      response.end();
    });
  });
  await new Promise<void>((resolve) => pager.listen(0, "127.0.0.1", resolve));
  udt = await TestServer.start(embedded, {
    console_dir: process.env["UDT_CONSOLE_DIR"] || CONSOLE,
    outgoing: { smtp_url: undefined, mail_from: undefined, outbound_allow: ["127.0.0.1"], secret_key: undefined },
  });
  admin = await udt.person("Root", { udt_admin: true });
  agent = await udt.agent("rack 7");
  await agent.connect([]);
  browser = await openBrowser();
  page = browser.pages()[0] ?? (await browser.newPage());
  const { admin_email: email, admin_password: password } = udt.settings;
  await signIn(page, { url: udt.server.url, admin: { email, password: password! } });
});
afterAll(async () => {
  await browser?.close();
  await udt?.dispose();
  pager?.close();
});

it("is set up by an administrator: a channel that is nobody's but theirs, and a bound", async () => {
  await page.goto(`${udt.server.url}/admin/alerts`);
  await page.getByText("No channels yet").waitFor();
  expect(await findPageFaults(page)).toEqual([]);
  await page.getByRole("button", { name: "Add channel" }).first().click();
  await page.getByRole("radio", { name: /^Webhook/ }).check();
  expect(await page.getByRole("radio", { name: /^Scheduled digest/ }).count()).toBe(0);
  await page.getByLabel("Name", { exact: true }).fill("Operators");
  const { port } = pager.address() as AddressInfo;
  await page.getByLabel("Webhook address").fill(`http://127.0.0.1:${port}/${KEY}`);
  await page.getByRole("button", { name: "Generate" }).click();
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("button", { name: "Send test message through Operators" }).click();
  await page.getByText("The test message went out through Operators.").waitFor();
  expect(titles("test-message")).toEqual(["Test message from UDT"]);
  expect(await page.content()).not.toContain(KEY);
  await page.getByRole("link", { name: "What counts as wrong" }).click();
  await page.getByLabel("An agent has been offline for (minutes)").fill("1");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Saved; in effect on every server").waitFor();
  expect((await udt.ok(ENDPOINTS.adminSettingsGet, { as: admin })).alert_agent_minutes).toBe(1);
});

it("tells of an agent that went, shows what can be done, and tells that it is back", async () => {
  const health = `${udt.server.url}/admin/health`;
  await page.goto(health);
  await page.getByText("Nobody has looked yet").waitFor();
  agent.close();
  await untilTold("alert-opened");
  expect(titles("alert-opened")).toEqual([expect.stringMatching(/^Alert: agent rack 7 has been offline for \d+ min$/)]);
  await page.goto(health);
  const alerts = page.getByRole("region", { name: "Alerts", exact: true });
  await alerts.getByText(/^agent rack 7 has been offline for \d+ min$/).waitFor();
  await alerts.getByText("look whether its machine runs").waitFor();
  await alerts.getByRole("link", { name: "Open the agents" }).waitFor();
  expect(await findPageFaults(page)).toEqual([]);
  // The page stays open: what grows is shown as it grows.
  const minutes = async () => Number(/for (\d+) min/.exec(await alerts.innerText())![1]);
  const atFirst = await minutes();
  for (let look = 0; look < 3; look++) await untilLooked(udt, { as: admin });
  await expect.poll(minutes).toBeGreaterThan(atFirst);
  await agent.connect([]);
  await untilTold("alert-ended", () => agent.heartbeat());
  await page.goto(health);
  await page.getByText("Nothing is wrong.").waitFor();
  const ended = page.getByRole("region", { name: "Ended alerts" });
  await ended.getByText(/^agent rack 7 has been offline for \d+ min$/).waitFor();
  expect(titles("alert-opened")).toHaveLength(1);
  await udt.server.database.db.execute("update alert_looks set done_at = 1");
  await page.goto(health);
  await page.getByText("No server has looked for some minutes").waitFor();
  expect(await page.getByText("Nothing is wrong.").count()).toBe(0);
  await page.goto(`${udt.server.url}/admin/alerts?tab=deliveries`);
  await page.getByText("Alert over", { exact: true }).first().waitFor();
  expect(await findPageFaults(page)).toEqual([]);
});
