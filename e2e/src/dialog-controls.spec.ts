import type { Client } from "@udt/client";
import { ENDPOINTS } from "@udt/contract";
import { buildApk } from "@udt/appfile/testing";
import { startUdt, until } from "@udt/testkit";
import type { Page, Request } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { uploadPackage } from "./app-upload.ts";
import { DebugPage } from "./console-pages.ts";
import type { PageWalk } from "./page-walk.ts";
import { openWalked } from "./walk-setup.ts";

const query = { project: "demo" };
const root = ".ant-modal";
let client: Client;
let page: Page;
let pages: PageWalk;
/** A debug session, and what a run does on the other device. */
let session: string;
let run: { test_id: string; device_id: string };

beforeAll(async () => {
  const walked = await openWalked(() => startUdt({ phones: 2, env: { UDT_WEB_DESKTOP_SCHEME: "udt-desk" } }));
  ({ client, page, pages } = walked);
  const [first, second] = await walked.udt.idleDevices(2);
  const { app_id } = await uploadPackage(client, "demo", "small.apk", buildApk({ packageName: "dev.udt.small" }));
  const monkey = { minutes: 8, seed: 1, throttle_ms: 50, events: null, packages: [] };
  const devices = { kind: "devices" as const, device_ids: [second!.device_id] };
  const config = { app_id, library_id: null, framework: "monkey" as const, monkey, devices };
  const { job_id } = await client.call(ENDPOINTS.jobCreate, { query, body: { name: "Taps at random", config } });
  const { test_id } = await client.call(ENDPOINTS.jobRun, { params: { job_id }, query, body: {} });
  run = { test_id, device_id: second!.device_id };
  const body = { kind: "debug" as const, device_id: first!.device_id, duration_minutes: 30 };
  const begun = await client.call(ENDPOINTS.testCreate, { query, body });
  session = `demo/remote/debug?${new URLSearchParams({ test_id: begun.test_id, device_id: first!.device_id })}`;
  return walked.stop;
});

/** What is sent to take the run's device over, until the walk is done. */
async function takenOver(walk: () => Promise<unknown>): Promise<unknown[]> {
  const sent: unknown[] = [];
  const path = ENDPOINTS.runTakeOver.path.replace("{test_id}", run.test_id).replace("{device_id}", run.device_id);
  const hear = (request: Request) => {
    if (request.method() === "POST" && new URL(request.url()).pathname === path) sent.push(request.postDataJSON());
  };
  page.on("request", hear);
  await walk();
  page.off("request", hear);
  return sent;
}

describe("each control of a dialog changes something", { timeout: 300_000 }, () => {
  it("that takes a device over, from the list and from its live page", async () => {
    const dialog = page.locator(root);
    const more = page.getByRole("button", { name: /^More for / });
    const fromList = async () => {
      await pages.go("demo/remote/list", "main tbody tr");
      await more.click();
      await page.getByRole("menuitem", { name: "Take over…" }).click();
      await dialog.locator("li").first().waitFor();
    };
    const fromPage = async () => {
      await pages.go(`demo/remote/debug?${new URLSearchParams(run)}`, ".dbg-run");
      await page.locator(".dbg-run").getByRole("button", { name: "Take over…" }).click();
      await dialog.locator("li").first().waitFor();
    };
    for (const open of [fromList, fromPage]) {
      const sent = await takenOver(async () => {
        const walked = await pages.walk({ root, open, restless: ["main"] });
        expect(walked).toEqual(['button "Close"', 'button "Cancel"', 'button "Take over"']);
      });
      expect(sent).toEqual([{ duration_minutes: 30 }]);
    }
    // The walk keeps everything as it is.
    const { list } = await client.call(ENDPOINTS.deviceList, { query });
    expect(list.find(({ device_id }) => device_id === run.device_id)?.lease?.test_id).toBe(run.test_id);
  });

  it("of the shortcuts of the console and of a phone", async () => {
    const ask = () =>
      until("the list of shortcuts", async () => {
        // A page that has just come may not hear keys yet.
        await page.keyboard.press("?");
        return (await page.locator(`${root} dt`).first().isVisible()) || undefined;
      });
    const ofConsole = async () => {
      await pages.go("home", "main h1");
      await ask();
    };
    const debug = new DebugPage(page);
    const phone = async () => {
      await pages.go(session, ".dbg-keys");
      await debug.live();
      // As from anywhere but the phone; its key may be in the row or in the row's menu.
      await page.getByRole("tab").first().focus();
      await ask();
    };
    for (const open of [ofConsole, phone])
      expect(await pages.walk({ root, open, restless: ["main"] })).toEqual(['button "Close"']);
  });

  it("that shows an agent's token once", async () => {
    const shown: string[] = [];
    const walked = await pages.walk({
      root,
      open: async () => {
        await pages.go("admin/agents", "main .udt-toolbar");
        await page.getByRole("button", { name: "New agent" }).click();
        await page.locator(root).getByLabel("Name").fill(`lab-${shown.length}`);
        await page.locator(`${root} button[type=submit]`).click();
        shown.push(await page.locator(`${root} .admin-token dd`).innerText());
      },
    });
    expect(walked).toEqual(expect.arrayContaining(['button "Copy"', 'button "Copy" (2)', 'button "I have copied it"']));
    expect(new Set(shown).size).toBe(shown.length);
  });

  it("of a desktop app's sign-in", async () => {
    const walked = await pages.walk({
      open: () => pages.load("desktop/auth/success", ".login-ticket code"),
      skip: { "Open the desktop app": "leads out of the browser; the journey of signing in reads where to" },
      restless: ["[role=timer]"],
    });
    expect(walked).toEqual(expect.arrayContaining(['button "Copy"']));
  });
});
