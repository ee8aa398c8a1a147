import { afterAll, beforeAll, expect, it } from "vitest";
import { ENDPOINTS } from "@udt/contract";
import { until } from "@udt/testkit";
import { DebugPage, openAtPhone } from "./console-pages.ts";

const query = { project: "demo" };
let at: Awaited<ReturnType<typeof openAtPhone>>;

beforeAll(async () => {
  at = await openAtPhone({ UDT_FIRST_LOOK: "1" });
});
afterAll(async () => {
  await at?.browser.close();
  await at?.udt.stop();
});

it("leaves a phone that has just appeared to whoever wants it", async () => {
  const { client, page, udt } = at;
  const debug = await DebugPage.start(page, udt, "");
  await client.call(ENDPOINTS.testCancel, { query, params: { test_id: debug.test_id } });
});

it("tells what it found on a phone that nobody tagged, and where to say otherwise", async () => {
  const { client, device_id, page, udt } = at;
  const checks = () => client.call(ENDPOINTS.selfCheckList, { query, params: { device_id } });
  const look = await until("first look", async () => (await checks()).list.find(({ state }) => state === "passed"));
  expect(look).toMatchObject({ is_first_look: true, occasion: "first_seen" });
  expect(look.results.filter(({ evidence_name }) => evidence_name !== null)).toEqual([]);
  await page.goto(`${udt.url}/demo/remote/list?device_id=${device_id}`);
  const section = page.locator(".devices-check");
  await section.getByText("as it first appeared, built in").first().waitFor();
  await section.locator('[data-step="storage"]').first().getByText("Passed").waitFor();
  await section.locator('[data-step="install_check"]').first().getByText("no part of the first look").waitFor();
  await section.getByRole("link", { name: "Strategies: which tag decides, and when" }).click();
  await page
    .getByText("installs, removes and sets nothing: Free storage, Lock screen, Network, Picture of the screen")
    .waitFor();
  await page.getByText("takes the place of this").waitFor();
  await page.goto(`${udt.url}/admin/settings`);
  const look_at_new = page.getByRole("switch", { name: "Look at devices as they first appear" });
  expect(await look_at_new.getAttribute("aria-checked")).toBe("true");
});
