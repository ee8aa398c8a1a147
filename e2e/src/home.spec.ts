/** Home: what somebody who is new does first, and what a day in a project asks for. */
import { ENDPOINTS } from "@udt/contract";
import { startUdt, type Udt } from "@udt/testkit";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { DebugPage } from "./console-pages.ts";
import { openWalked, type WalkedConsole } from "./walk-setup.ts";

let all: WalkedConsole<Udt> | undefined;
let udt: Udt;
let page: Page;
const query = { project: "demo" };
const steps = () => page.locator(".home-steps");
const step = (title: string) => steps().getByRole("listitem").filter({ hasText: title });
const done = (title: string) => step(title).getByLabel("Done").waitFor();
const card = (title: string) => page.locator(".udt-panel").filter({ has: page.getByRole("heading", { name: title }) });

beforeAll(async () => {
  all = await openWalked(startUdt);
  ({ udt, page } = all);
});
afterAll(() => all?.stop());

it("leads from nothing to a live phone and a run, and ticks off what is done", async () => {
  await page.goto(`${udt.url}/home`);
  await steps().getByText("First steps, 0 of 5 done").waitFor();
  await step("Touch a phone")
    .getByRole("button", { name: /^Debug/ })
    .first()
    .click();
  const debug = new DebugPage(page);
  await debug.live();
  const params = { test_id: debug.test_id };
  await page.goto(`${udt.url}/home`);
  await done("Touch a phone");
  await card("Your sessions and runs").getByRole("link", { name: "Back to session" }).waitFor();
  await card("Your sessions and runs")
    .getByAltText(/^Last picture of Virtual/)
    .waitFor();
  await card("Free now")
    .getByAltText(/^Last picture of Virtual/)
    .waitFor();
  await all!.client.call(ENDPOINTS.testCancel, { params, query });
  await udt.idleDevices(2);
  await step("Run a test").getByRole("button", { name: "Run now" }).click();
  await page.locator(".runs-summary").waitFor();
  const title = await page.locator("h1").innerText();
  const test_id = /test\/([^/?]+)/.exec(page.url())![1]!;
  await page.goto(`${udt.url}/home`);
  await done("Run a test");
  await steps().getByText("First steps, 2 of 5 done").waitFor();
  await card("Running now")
    .getByRole("link", { name: /#\d+$/.exec(title.split("\n")[0]!.trim())?.[0] ?? title })
    .waitFor();
  await all!.client.call(ENDPOINTS.testCancel, { params: { test_id }, query });
  // What ends is told of without a reload.
  await card("Running now").waitFor({ state: "detached" });
  await udt.idleDevices(2);
});

it("hides the first steps for good when they are not wanted", async () => {
  await page.goto(`${udt.url}/home`);
  await steps().getByRole("button", { name: "Hide" }).click();
  await steps().waitFor({ state: "detached" });
  await page.reload();
  await page.locator(".home-columns .udt-panel").first().waitFor();
  expect(await steps().count()).toBe(0);
  await page.getByRole("navigation", { name: "Main menu" }).getByRole("link", { name: "Reports" }).click();
  await page.waitForURL("**/demo/auto/records/list");
});
