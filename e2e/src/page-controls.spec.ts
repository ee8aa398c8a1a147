import { ENDPOINTS } from "@udt/contract";
import { startUdt, until } from "@udt/testkit";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { makeNotifications } from "./notification-samples.ts";
import type { PageWalk } from "./page-walk.ts";
import { openWalked } from "./walk-setup.ts";

const query = { project: "demo" };
let page: Page;
let pages: PageWalk;
let library_id: string;

beforeAll(async () => {
  const walked = await openWalked(startUdt);
  const { udt, client } = walked;
  ({ page, pages } = walked);
  const job = await until("the demo's job", async () => (await client.call(ENDPOINTS.jobList, { query })).list[0]);
  ({ library_id } = await until("the demo's cases", async () => {
    const { list } = await client.call(ENDPOINTS.libraryList, { query });
    return list[0]?.parse_state === "parsed" ? list[0] : undefined;
  }));
  const run = await client.call(ENDPOINTS.jobRun, { params: { job_id: job.job_id }, query, body: {} });
  await client.call(ENDPOINTS.testCancel, { params: { test_id: run.test_id }, query });
  const [device] = await udt.idleDevices(2);
  const body = { kind: "debug" as const, device_id: device!.device_id, duration_minutes: 5 };
  const { test_id } = await client.call(ENDPOINTS.testCreate, { query, body });
  await client.call(ENDPOINTS.testCancel, { params: { test_id }, query });
  const credential = { name: "registry", username: "ada", password: "secret" };
  await client.call(ENDPOINTS.credentialCreate, { query, body: credential });
  await client.call(ENDPOINTS.adminOrgCreate, { body: { name: "Game lab", parent_id: null } });
  await client.call(ENDPOINTS.projectCreate, { body: { project_id: "quiet", name: "Quiet" } });
  await makeNotifications(client, "demo");
  await udt.idleDevices(2);
  return walked.stop;
});

/** What is done once and for all. */
const ONCE = { Hide: "hides the first steps for good; the journey of home presses it" };
/** Each page, what shows that it is there, and some of its controls. */
const PAGES: readonly [string, string, readonly string[]][] = [
  ["home", "main .home-steps", ['link "All devices"', 'link "All reports"', 'link "Demo shop ##"', 'link "Import"']],
  ["overview", "main .overview-cases", ['button "# days"']],
  [
    "project/manage",
    "main tbody tr",
    ['search "Name or id"', 'button "Mine"', 'button "Owned by me"', 'link "Open: Demo"'],
  ],
  [
    "demo/remote/list",
    "main tbody tr",
    [
      'search "Model, serial, brand, person"',
      'filter "State"',
      'button "Pictures"',
      'button "Connect a phone"',
      'button "Other durations"',
    ],
  ],
  [
    "demo/remote/record",
    "main tbody tr",
    ['search "Model, serial, person"', 'filter "State"', 'filter "Ended"', 'button "Only mine"', 'button "Details"'],
  ],
  [
    "demo/management/application",
    "main tbody tr",
    ['search "Name, package or file"', 'filter "System"', 'button "Upload"', 'button "Size"', 'button "Shop"'],
  ],
  [
    "demo/auto/case/list",
    "main tbody tr",
    ['search "Name or address"', 'filter "Framework"', 'filter "Parse status"', 'button "Cases"', 'link "shop-ts"'],
  ],
  [
    "demo/auto/case/credentials",
    "main tbody tr",
    ['search "Name or user name"', 'button "Change registry"', 'button "Delete registry"'],
  ],
  [
    "demo/project/member",
    "main tbody tr",
    ['search "Nickname or email"', 'check "Select all on this page"', 'link "Add members"', 'button "Leave"'],
  ],
  [
    "demo/project/notification?tab=channels",
    "main tbody tr",
    ['search "Channel name"', 'filter "Kind"', 'button "Send test message through 支付测试组"'],
  ],
  ["demo/project/notification?tab=triggers", "main tbody tr", ['link "Channels"']],
  [
    "demo/project/notification?tab=deliveries",
    "main tbody tr",
    ['search "Message or channel"', 'filter "Channel"', 'filter "Result"', 'filter "About"'],
  ],
  [
    "demo/management/agents",
    "main tbody tr",
    ['search "Name, host or address"', 'button "Connect a phone"', 'button "local"'],
  ],
];

describe("each control changes something", { timeout: 300_000 }, () => {
  it.each(PAGES)("on %s", async (path, there, some) => {
    await pages.load(path, there);
    // Without a picture there is nothing to hide.
    if (path === "demo/remote/list") await page.locator("main [data-pictured]").first().waitFor();
    const walked = await pages.walk({ skip: ONCE, open: () => pages.go(path, there) });
    expect(walked).toEqual(expect.arrayContaining([...some]));
  });

  it.each([
    [
      "admin/device",
      ['search "Model, serial, brand, person"', 'filter "State"', 'filter "Use"', 'button "Out of use"'],
    ],
    ["admin/model", ['search "Brand, model or name"', 'button "Devices"']],
  ] as const)("on %s", async (path, some) => {
    const there = "main tbody tr";
    await pages.load(path, there);
    const walked = await pages.walk({ open: () => pages.go(path, there), root: ".udt-toolbar, .udt-card" });
    expect(walked).toEqual(expect.arrayContaining([...some]));
  });

  it("of a case library", async () => {
    const at = (tab: string) => ({ open: () => pages.go(`demo/auto/case/${library_id}/${tab}`, "main .udt-tabs") });
    expect(await pages.walk(at("cases"))).toEqual(
      expect.arrayContaining(['search "Name or file"', 'button "Copy"', 'button "Parse again"']),
    );
    expect(await pages.walk(at("history"))).toContain('link "Settings"');
  });
});

it("devices are filtered by states that occur, and no other", async () => {
  await pages.load("demo/remote/list", "main tbody tr");
  await page
    .locator(".udt-toolbar")
    .getByRole("button", { name: /^State/ })
    .click();
  const items = page.getByRole("menuitem");
  await items.first().waitFor();
  expect(await items.allInnerTexts()).toEqual([
    "any",
    "Idle",
    "Busy",
    "Initializing",
    "Setup failed",
    "Inspection",
    "Cleaning",
    "Out of use",
    "Offline",
  ]);
});
