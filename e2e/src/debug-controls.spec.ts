import type { Client } from "@udt/client";
import { ENDPOINTS } from "@udt/contract";
import { startUdt, until } from "@udt/testkit";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { DebugPage } from "./console-pages.ts";
import type { Walk } from "./control-walk.ts";
import type { PageWalk } from "./page-walk.ts";
import { PNG } from "./sample-files.ts";
import { openWalked } from "./walk-setup.ts";

const query = { project: "demo" };
let client: Client;
let page: Page;
let pages: PageWalk;
let debug: DebugPage;
let address: string;
let params: { test_id: string; device_id: string };

beforeAll(async () => {
  const walked = await openWalked(() => startUdt({ phones: 1 }));
  const { udt } = walked;
  ({ client, page, pages } = walked);
  const [device] = await udt.idleDevices(1);
  const { device_id } = device!;
  const body = { kind: "debug" as const, device_id, duration_minutes: 30 };
  const { test_id } = await client.call(ENDPOINTS.testCreate, { query, body });
  params = { test_id, device_id };
  await until("a picture of the screen", () =>
    client.call(ENDPOINTS.screenCapture, { params, query }).catch(() => undefined),
  );
  address = `demo/remote/debug?${new URLSearchParams(params)}`;
  debug = new DebugPage(page);
  await pages.load(address, ".dbg-tablist");
  await debug.live();
  return walked.stop;
});

const panel = (tab: string) => async () => {
  await pages.go(address, ".dbg-tablist");
  await debug.live();
  await debug.tab(tab).click();
  await expect.poll(() => debug.tab(tab).getAttribute("aria-selected")).toBe("true");
};
const walk = (wish: Walk) =>
  // The picture, its figures, the log and what is said of how long it is change by themselves, and what was said goes.
  pages.walk({ restless: [".dbg-stats", ".dbg-log-list", ".dbg-status", ".dbg-hint"], ...wish });

describe("each control of a debug session changes something", { timeout: 300_000 }, () => {
  it("above the panels, and of the phone's keys", async () => {
    const skip = { "Listen to the device": "what it changes is heard, which the journey of the sound listens to" };
    const { user_id } = await client.call(ENDPOINTS.userInfo, {});
    const open = async () => {
      // How good the picture is is part of its menu's name: it changes by itself, and is kept.
      await page.evaluate((key) => localStorage.setItem(key, "high"), `udt_picture_quality_${user_id}`);
      await panel("Device")();
    };
    const walked = await walk({ open, root: ".dbg-header, .dbg-keys, .dbg-tablist", skip });
    expect(walked).toEqual(
      expect.arrayContaining([
        'button "+# min"',
        'button "Other extensions: 120 more minutes"',
        'button "Back"',
        'button "Screenshot"',
        'button "More: Notifications"',
        'button "Terminal"',
      ]),
    );
  });

  it("of the log", async () => {
    /** Of which levels lines show; figures and the lines themselves change by themselves. */
    const told = async () => [...new Set(await page.locator(".dbg-line b").allInnerTexts())].toSorted().join();
    const open = async () => {
      // What was cleared is gone for good, so there are lines anew, one of which graver levels leave out.
      await panel("Terminal")();
      await debug.run("log -p i -t Walk hello; log -p e -t Walk hello");
      await debug.tab("Log").click();
      await page.locator('.dbg-line[data-level="E"]').first().waitFor();
    };
    const walked = await walk({
      open,
      root: ".dbg-log",
      told,
      // Lines as short as these look alike, wrapped or not: what becomes of long ones the journey of the panes tells.
      seen: () => page.evaluate(() => String(localStorage.getItem("udt_log_wrap"))),
      samples: { Filter: "tag:nothing-has-this", "Lowest level": "Error" },
    });
    expect(walked).toEqual(
      expect.arrayContaining([
        'select "Lowest level"',
        'text "Filter"',
        'button "Pause"',
        'button "Clear"',
        'button "Export: Last 60 seconds"',
      ]),
    );
  });

  it("of the terminal", async () => {
    const open = async () => {
      await panel("Terminal")();
      await page.locator(".xterm-rows", { hasText: /[$#]/ }).waitFor();
    };
    const told = () => page.evaluate(() => String(localStorage.getItem("udt_terminal_lines")));
    const skip = { "Terminal input": "what is typed is the shell's, which the debug page's journey speaks with" };
    expect(await walk({ open, root: ".dbg-terminal", told, skip })).toContain('select "Lines kept"');
  });

  it("of the apps", async () => {
    const at = { root: ".dbg-apps", alike: [".dbg-list > li"] };
    const open = async () => {
      await panel("Apps")();
      await page.getByRole("checkbox", { name: "System apps" }).check();
      // Apps have their packages' names until the device has told what they are called.
      await page.locator('[data-package="dev.udt.launcher"]').getByText("Launcher", { exact: true }).waitFor();
    };
    const skip = { "Read again": "it asks what the page asks by itself; what it is for is tried below" };
    const walked = await walk({ ...at, open, skip });
    const offered = ['button "Upload and install"', 'check "System apps"'];
    expect(walked).toEqual(expect.arrayContaining(['text "Search name, package or file"', ...offered]));
    expect(walked.join("\n")).toMatch(/Open: .*\n.*Clear data/s);

    await open();
    const { list } = await client.call(ENDPOINTS.deviceAppList, { params, query });
    const { package_name, running } = list.find((app) => app.package_name === "dev.udt.notes")!;
    const pill = page.locator(`[data-package="${package_name}"]`).getByText("Running", { exact: true });
    await pill.waitFor({ state: running ? "visible" : "detached" });
    // Nobody tells the page what goes on in the phone.
    await client.call(running ? ENDPOINTS.appStop : ENDPOINTS.appStart, { params, query, body: { package_name } });
    await page.getByRole("button", { name: "Read again" }).click();
    await pill.waitFor({ state: running ? "detached" : "visible" });
  });

  it("of the camera", async () => {
    const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";
    const open = async () => {
      const image = new File([Buffer.from(png, "base64")], "one.png");
      await client.call(ENDPOINTS.cameraImageSet, { params, query, body: { type: "back", image_index: 0, image } });
      await panel("Camera")();
      await page.locator("[data-image-index]").first().waitFor();
    };
    const walked = await walk({ open, root: ".dbg-tabpanel" });
    expect(walked).toEqual(
      expect.arrayContaining(['button "Add pictures"', 'button "Remove: Picture #"', 'button "Replace: Picture #"']),
    );
  });

  it("of the device and of the pictures of its screen", async () => {
    const device = await walk({ open: panel("Device"), root: ".dbg-tabpanel", alike: [".dbg-facts-list > div"] });
    expect(device).toEqual(expect.arrayContaining(['button "Copy all"', 'button "Copy"']));
    const open = async () => {
      await panel("Captures")();
      await page.locator(".dbg-captures li").first().waitFor();
    };
    const captures = await walk({ open, root: ".dbg-tabpanel", alike: [".dbg-captures > li"] });
    expect(captures.join("\n")).toMatch(/button "View.*\ndownload "Download|download "Download.*\nbutton "View/s);
  });

  it("of the files", async () => {
    const open = async () => {
      await panel("Files")();
      await page.locator(".dbg-file-row").first().waitFor();
    };
    const skip = { "Read again": "it asks what the page asks by itself; what it is for is tried below" };
    const walked = await walk({ open, root: ".dbg-files", alike: [".dbg-file-row"], files: { Upload: PNG }, skip });
    expect(walked).toEqual(expect.arrayContaining(['button "New folder"', 'button "Upload"']));

    await open();
    // Nobody tells the page what others do on the phone.
    await client.call(ENDPOINTS.fileFolder, { params, query, body: { path: "/sdcard/made by others" } });
    const made = page.locator(".dbg-file-row", { hasText: "made by others" });
    expect(await made.count()).toBe(0);
    await page.getByRole("button", { name: "Read again" }).click();
    await made.waitFor();
  });

  it("of the elements", async () => {
    const open = async () => {
      await panel("Inspect")();
      // Beside a wide picture there is no room for the words.
      await page.locator(".dbg-inspect-status").getByText("Up to date").waitFor({ state: "attached" });
      await page.locator(".dbg-inspect-tree .ant-tree-node-content-wrapper").first().click();
      await page.locator(".dbg-inspect-facts").waitFor();
    };
    const skip = { "Read again": "it asks what the page asks by itself once the picture changes" };
    const restless = [".dbg-inspect-status", ".dbg-stats", ".dbg-status", ".dbg-hint"];
    // Whatever is on the screen, this is not.
    const samples = { "Text, id or class": "no such element" };
    const walked = await walk({
      open,
      root: ".dbg-inspect-tab",
      alike: [".ant-tree-treenode"],
      skip,
      restless,
      samples,
    });
    expect(walked).toEqual(
      expect.arrayContaining(['button "Pick on the screen"', 'button "Add to the script: it shows"']),
    );
  });

  it("of a script", async () => {
    const steps = [
      { step_id: 1, note: "", rest_ms: 0, action: { kind: "start", package_name: "dev.udt.shop", clears: false } },
      { step_id: 2, note: "", rest_ms: 400, action: { kind: "key", key: "GoHome", modifiers: [], times: 1 } },
    ];
    const kept = [
      `udt_script ${params.test_id} ${params.device_id}`,
      JSON.stringify({ format: 1, steps, left_out: 0 }),
    ] as const;
    const open = async () => {
      await page.evaluate(([key, script]) => sessionStorage.setItem(key, script), kept);
      await panel("Inspect")();
      await page.locator(".dbg-inspect-views .ant-segmented-item", { hasText: "Script" }).click();
      await page.locator(".dbg-script-steps > li").first().waitFor();
    };
    const told = () => page.evaluate((key) => String(sessionStorage.getItem(key)), kept[0]);
    const walked = await walk({ open, root: ".dbg-script", told });
    expect(walked).toEqual(
      expect.arrayContaining([
        'button "Record"',
        'button "Replay"',
        'button "Export…"',
        'button "Clear"',
        'text "Name of step #"',
        'check "With its data deleted"',
      ]),
    );
  });

  it("of the performance", async () => {
    const open = async () => {
      await panel("Performance")();
      await page.locator(".dbg-perf").getByText("Measuring", { exact: true }).waitFor();
    };
    const restless = [
      ".udt-charts",
      ".dbg-perf-phase",
      ".dbg-perf-recording",
      ".dbg-stats",
      ".dbg-status",
      ".dbg-hint",
    ];
    expect(await walk({ open, root: ".dbg-perf", restless })).toContain('button "Start recording"');
  });

  it("of remote ADB that is on", async () => {
    await client.call(ENDPOINTS.remoteAdbOpen, { params, query });
    const open = async () => {
      await panel("Device")();
      await page.locator(".dbg-adb code").waitFor();
    };
    expect(await walk({ open, root: ".dbg-adb" })).toEqual(
      expect.arrayContaining(['button "Turn off"', 'button "Copy"']),
    );
  });

  it("of what was recorded of the screen", async () => {
    const open = async () => {
      await panel("Captures")();
      await page.locator(".dbg-recordings li").first().waitFor();
    };
    await panel("Captures")();
    await page
      .locator(".dbg-keys")
      .getByRole("button", { name: /^Save the last/ })
      .click();
    const walked = await walk({ open, root: ".dbg-recordings", alike: [".dbg-recordings li"] });
    expect(walked.join()).toMatch(/Record the screen|Stop recording/);
  });
});
