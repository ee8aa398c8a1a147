import type { Client } from "@udt/client";
import { ENDPOINTS } from "@udt/contract";
import { buildApk } from "@udt/appfile/testing";
import { startUdt, until } from "@udt/testkit";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { uploadPackage } from "./app-upload.ts";
import { FormWords } from "./form-words.ts";
import type { PageWalk } from "./page-walk.ts";
import { openWalked } from "./walk-setup.ts";

const query = { project: "demo" };
let client: Client;
let page: Page;
let pages: PageWalk;
/** A device that the administrator has, that session, and one that ended, with a picture. */
let held: string;
let running: string;
let ended: string;
let app_id: string;

beforeAll(async () => {
  const walked = await openWalked(() => startUdt({ phones: 2 }));
  ({ client, page, pages } = walked);
  const [first, second] = await walked.udt.idleDevices(2);
  held = second!.device_id;
  const begin = async (device_id: string) => {
    const body = { kind: "debug" as const, device_id, duration_minutes: 30 };
    const { test_id } = await client.call(ENDPOINTS.testCreate, { query, body });
    const params = { test_id, device_id };
    await until("a picture of the screen", () =>
      client.call(ENDPOINTS.screenCapture, { params, query }).catch(() => undefined),
    );
    return test_id;
  };
  ended = await begin(first!.device_id);
  await client.call(ENDPOINTS.testCancel, { params: { test_id: ended }, query });
  running = await begin(held);
  for (const versionCode of [1, 2]) {
    const bytes = buildApk({
      packageName: "dev.udt.small",
      label: "Small",
      versionCode,
      versionName: `${versionCode}.0`,
    });
    ({ app_id } = await uploadPackage(client, "demo", `small-${versionCode}.apk`, bytes));
  }
  await walked.udt.idleDevices(1);
  return walked.stop;
});

describe("each control of a drawer changes something", { timeout: 300_000 }, () => {
  const root = ".ant-drawer";
  const open = (path: string, there: string) => ({
    root,
    open: () => pages.go(`demo/${path}`, `${root} ${there}`),
    // A session's time goes on.
    restless: ["main", ".udt-menu"],
  });

  it("of a device", async () => {
    const add = page.locator(`${root} .devices-notes button[type=submit]:enabled`);
    const walked = await pages.walk({
      ...open(`remote/list?device_id=${held}`, "dl"),
      // A note can be added once there is one.
      seen: async () => String(await add.count()),
    });
    expect(walked).toEqual(
      expect.arrayContaining([
        'button "Close"',
        'button "Copy link"',
        'button "Copy"',
        'button "Copy" (4)',
        'link "Debug session"',
        'text "New note"',
      ]),
    );
  });

  it("of a session that goes on, and of one that ended", async () => {
    const going = await pages.walk(open(`remote/record?test_id=${running}`, "dl"));
    expect(going).toEqual(expect.arrayContaining(['button "End"', 'link "Back to session"', 'button "Copy"']));
    const over = await pages.walk(open(`remote/record?test_id=${ended}`, ".records-files li"));
    expect(over.join("\n")).toMatch(/link "Open /);
  });

  it("of an app", async () => {
    const walked = await pages.walk(open(`management/application?app_id=${app_id}`, ".apps-versions li"));
    expect(walked).toEqual(expect.arrayContaining(['download "Download"', 'button "Delete"', 'button "#.# (#)"']));
  });

  it("of how a phone is connected", async () => {
    const modal = page.locator(".ant-modal");
    const words = new FormWords(page, modal.locator("button[type=submit]"));
    const walked = await pages.walk({
      root: ".ant-modal",
      open: async () => {
        await pages.go("demo/remote/list", "main tbody tr");
        await page.getByRole("button", { name: "Connect a phone" }).click();
        await modal.locator("form").waitFor();
      },
      told: words.tell,
    });
    expect(walked.filter((each) => each.startsWith("text"))).toHaveLength(1);
    expect(words.sent.at(-1)).toContain('"name":"x"');
  });
});
