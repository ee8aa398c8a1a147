import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { ENDPOINTS } from "@udt/contract";
import { openBrowser, startUdt, until, type Udt } from "@udt/testkit";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { signIn } from "./console-pages.ts";
import { findPageFaults } from "./page-checks.ts";

const KEY = "a-key-that-nobody-shall-see-4c1d";
/** An agent is lost after half a minute, must be away for one, and whoever looks does so each minute. */
const LOOKS_MS = 300_000;
let udt: Udt;
/** A program of the operators'. */
let pager: Server;
const said: { event: string; title: string }[] = [];
let browser: BrowserContext;
let page: Page;
const titles = (event: string) => said.filter((one) => one.event === event).map(({ title }) => title);

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
  udt = await startUdt({ phones: 1, env: { UDT_OUTBOUND_ALLOW: "127.0.0.1" } });
  browser = await openBrowser();
  page = browser.pages()[0] ?? (await browser.newPage());
  await signIn(page, udt);
});
afterAll(async () => {
  await browser?.close();
  await udt?.stop();
  pager?.close();
});

it("is set up by an administrator: a channel that is nobody's but theirs, and a bound", async () => {
  await page.goto(`${udt.url}/admin/alerts`);
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
  await page.getByRole("button", { name: "Send a test message through Operators" }).click();
  await page.getByText("The test message went out through Operators.").waitFor();
  expect(titles("test-message")).toEqual(["Test message from UDT"]);
  expect(await page.content()).not.toContain(KEY);
  await page.getByRole("link", { name: "What counts as wrong" }).click();
  await page.getByLabel("An agent has been offline for (minutes)").fill("1");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Saved; in effect on every server").waitFor();
  const client = await udt.signIn();
  expect((await client.call(ENDPOINTS.adminSettingsGet, {})).alert_agent_minutes).toBe(1);
});

it(
  "tells of an agent that stopped, shows what can be done, and tells that it is back",
  { timeout: 600_000 },
  async () => {
    await page.goto(`${udt.url}/admin/health`);
    await page.getByText("Nothing is wrong.").waitFor();
    await udt.agent.kill("SIGKILL");
    await until("the message", async () => titles("alert-opened").length > 0 || undefined, LOOKS_MS);
    expect(titles("alert-opened")).toEqual([expect.stringMatching(/^Alert: agent .* has been offline for \d+ min$/)]);
    const alerts = page.getByRole("region", { name: "Alerts", exact: true });
    await alerts.getByText(/^agent .* has been offline for \d+ min$/).waitFor();
    await alerts.getByText("look whether its machine runs").waitFor();
    await alerts.getByRole("link", { name: "Open the agents" }).waitFor();
    expect(await findPageFaults(page)).toEqual([]);
    await udt.restart("agent");
    await until("the end", async () => titles("alert-ended").length > 0 || undefined, LOOKS_MS);
    await page.getByText("Nothing is wrong.").waitFor();
    const ended = page.getByRole("region", { name: "Ended alerts" });
    await ended.getByText(/^agent .* has been offline for \d+ min$/).waitFor();
    expect(titles("alert-opened")).toHaveLength(1);
    await page.goto(`${udt.url}/admin/alerts?tab=deliveries`);
    await page.getByText("Alert over", { exact: true }).first().waitFor();
    expect(await findPageFaults(page)).toEqual([]);
  },
);
