import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildApk } from "@udt/appfile/testing";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import type { Client } from "@udt/client";
import { ENDPOINTS, SELF_CHECK_STEPS } from "@udt/contract";
import { type Udt, until } from "@udt/testkit";
import { DebugPage, openAtPhone } from "./console-pages.ts";
import { load, look, looks } from "./look.ts";
import { uploadPackage } from "./app-upload.ts";
import { usersAdb, type Said, type UsersAdb } from "./users-adb.ts";

const query = { project: "demo" };

let udt: Udt;
let client: Client;
let browser: BrowserContext;
let page: Page;
let device_id: string;

const section = () => page.locator(".devices-check");
const step = (name: string) => section().locator(`[data-step="${name}"]`).first();
const state = (text: string) => section().getByRole("status").getByText(text).waitFor();
const inspect = () => section().getByRole("button", { name: "Inspect now" }).click();
const temporary = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), "udt-check-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
};
/** Does something with the phone by adb, past UDT. */
async function onPhone(use: (adb: UsersAdb, address: string) => Promise<Said>): Promise<void> {
  const adb = await usersAdb();
  const address = udt.phoneAddresses[0]!;
  await adb.run("connect", address);
  expect(await use(adb, address)).toMatchObject({ code: 0 });
  await adb.run("disconnect", address);
}
const fault = (line: string) => onPhone((adb, address) => adb.run("-s", address, "shell", `udt-fault ${line}`));
const deviceIs = (wanted: string) =>
  until(`device ${wanted}`, async () => {
    const device = await client.call(ENDPOINTS.deviceGet, { query, params: { device_id } });
    return device.state === wanted || undefined;
  });

beforeAll(async () => {
  ({ udt, client, browser, page, device_id } = await openAtPhone());
  await page.goto(`${udt.url}/demo/remote/list?device_id=${device_id}`);
  await section().getByText("Nobody has had it checked yet.").waitFor();
});
afterAll(async () => {
  await browser?.close();
  await udt?.stop();
});

it("finds a phone that is well, step by step", async () => {
  await inspect();
  await state("Passed");
  const { list } = await client.call(ENDPOINTS.selfCheckList, { query, params: { device_id } });
  const [check] = list;
  const done = check?.results.filter((result) => result.state === "passed").map((result) => result.step);
  // Nobody said what it is to be set to, that it is to be emptied, or that apps are to be on it.
  const asked = ["profile", "cleanup", "preinstall"];
  expect(done).toEqual(SELF_CHECK_STEPS.filter((name) => !asked.includes(name)));
  for (const name of done ?? []) await step(name).getByText("Passed").waitFor();
  await step("preinstall").getByText("no tag wants apps on the device").waitFor();
  await deviceIs("idle");
});

it("is restarted where that may help, which is told with what was wrong", async () => {
  await fault("restart_mends on");
  await fault("black_screen on");
  await inspect();
  await step("capture_check").getByText("The device was restarted.").waitFor();
  await state("Passed");
  await step("capture_check").getByText("of the picture of the screen is black").waitFor();
  await step("capture_check").getByText("It helped.").waitFor();
  await deviceIs("idle");
});

it("shows what is wrong, with the picture that was black", async () => {
  await fault("black_screen on");
  await inspect();
  await state("Failed");
  await step("capture_check").getByText("of the picture of the screen is black").waitFor();
  const picture = step("capture_check").getByRole("img");
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await section().getByText("Those before (2)").waitFor();
  await fault("reset");
  await deviceIs("idle");

  for (const at of looks) {
    await load(page, at, page.url());
    await picture.waitFor();
    await page.locator(".devices-check > details > summary").click();
    await look("device self-check", at, page);
  }
  await load(page, { language: "en", ways: [] }, page.url());
});

it("is called off", async () => {
  await fault("stuck_installer on");
  await inspect();
  await step("install_check").getByText("Running").waitFor();
  await section().getByRole("button", { name: "Cancel" }).click();
  await state("Cancelled");
  await section().getByRole("button", { name: "Inspect now" }).waitFor();
  await deviceIs("idle");
  await fault("reset");
});

it("gives way to a debug session", async () => {
  await fault("stuck_installer on");
  await inspect();
  await step("install_check").getByText("Running").waitFor();
  await deviceIs("inspection");
  const debug = await DebugPage.start(page, udt, "Virtual One");
  await debug.live();
  await client.call(ENDPOINTS.testCancel, { query, params: { test_id: debug.test_id } });
  await page.goto(`${udt.url}/demo/remote/list?device_id=${device_id}`);
  await state("Gave way");
  await deviceIs("idle");
  await fault("reset");
});

it("is restarted and cleaned on request, which is told beside the checks and is none", async () => {
  const checked = (await client.call(ENDPOINTS.deviceGet, { query, params: { device_id } })).last_check;
  const left = join(await temporary(), "left.apk");
  await writeFile(left, buildApk({ packageName: "org.example.left" }));
  await onPhone((adb, serial) => adb.run("-s", serial, "install", left));
  const ask = async (now: string, go: string) => {
    await section().getByRole("button", { name: now }).click();
    const dialog = page.getByRole("dialog", { name: `${go} 1 device` });
    for (const at of looks.slice(0, 1)) await look(`device ${go.toLowerCase()} dialog`, at, page);
    await dialog.getByRole("button", { name: go, exact: true }).click();
    await dialog.getByText("1 asked, done once free").waitFor();
    await dialog.getByRole("button", { name: "Close" }).last().click();
  };
  await ask("Restart now…", "Restart");
  await step("restart").getByText("Running").waitFor();
  await state("Done");
  await section().getByRole("status").getByText("Restart", { exact: true }).waitFor();
  await step("ready").getByText("Passed").waitFor();
  await deviceIs("idle");

  await ask("Clean now…", "Clean");
  await section().getByRole("status").getByText("Cleaning", { exact: true }).waitFor();
  await state("Done");
  await step("cleanup").getByText("removed: 1 app").waitFor();
  await deviceIs("idle");
  expect((await client.call(ENDPOINTS.deviceGet, { query, params: { device_id } })).last_check).toEqual(checked);
  for (const at of looks) {
    await load(page, at, page.url());
    await step("cleanup").waitFor();
    await section().scrollIntoViewIfNeeded();
    await look("device cleaned", at, page);
  }
  await load(page, { language: "en", ways: [] }, `${udt.url}/demo/management/device/${device_id}/recent`);
  for (const name of ["Cleaning", "Restart"]) await page.getByRole("cell", { name, exact: true }).first().waitFor();
  await page.goto(`${udt.url}/demo/remote/list?device_id=${device_id}`);
});

it("warns of a hot battery, takes the phone out of use while it is, and shows it in the charts", async () => {
  const inDevice = { query, params: { device_id } };
  /** Sets how hot it says it is, which is read anew once a session is over. */
  const heat = async (fault_value: string, celsius: number, orders: number) => {
    await fault(`hot_battery ${fault_value}`);
    const body = { kind: "debug", device_id, duration_minutes: 30 } as const;
    // A hot phone can be debugged.
    const { test_id } = await client.call(ENDPOINTS.testCreate, { query, body });
    await client.call(ENDPOINTS.testCancel, { query, params: { test_id } });
    await deviceIs("idle");
    await until(`it is at ${celsius} °C`, async () => {
      const { battery_celsius, open_work_orders } = await client.call(ENDPOINTS.deviceGet, inDevice);
      return (battery_celsius === celsius && open_work_orders === orders) || undefined;
    });
  };
  const wear = page.getByRole("region", { name: "Battery and wear" });
  await fault("reset");
  await page.goto(`${udt.url}/demo/remote/list`);
  const row = page.getByRole("row", { name: "Virtual One" });
  await row.waitFor();
  await heat("warm", 47, 0);
  await row.getByText("Needs care soon: the battery is at 47 °C").waitFor();
  expect(await row.getByText("Open work order").count()).toBe(0);

  await heat("hot", 52, 1);
  await row.getByText("Open work order").waitFor();
  await page.goto(`${udt.url}/home`);
  await page.getByRole("link", { name: "1 device needs care soon" }).click();
  await page.getByText("1 of 1 device").waitFor();
  await row.getByText("Needs care soon: the battery is at 52 °C").waitFor();
  await row.getByRole("button", { name: "Virtual One" }).first().click();
  await page.getByRole("region", { name: "Work orders" }).getByText("The battery is too hot").waitFor();
  for (const at of looks) {
    await load(page, at, page.url());
    await page.locator(".devices-wear-chart").first().scrollIntoViewIfNeeded();
    await look("device wear", at, page);
  }
  await load(page, { language: "en", ways: [] }, `${udt.url}/demo/remote/list?device_id=${device_id}`);

  await fault("reset");
  const { test_id } = await client.call(ENDPOINTS.testCreate, {
    query,
    body: { kind: "debug", device_id, duration_minutes: 30 },
  });
  await client.call(ENDPOINTS.testCancel, { query, params: { test_id } });
  const orders = page.getByRole("region", { name: "Work orders" });
  await orders.getByText("Processed: it cooled").waitFor();
  await wear.getByText("the battery is at").waitFor({ state: "detached" });
  const temperature = wear.getByRole("slider", { name: "Battery temperature" });
  await expect.poll(() => temperature.getAttribute("aria-valuetext")).toMatch(/ to 52 °C\)$/);
  expect((await client.call(ENDPOINTS.deviceGet, inDevice)).open_work_orders).toBe(0);
});

it("is emptied and equipped as its tag wants it, and what a session left that stays is told", async () => {
  await fault("reset");
  await uploadPackage(client, "demo", "helper.apk", buildApk({ packageName: "org.example.helper", label: "Helper" }));
  const leftover = join(await temporary(), "left.apk");
  await writeFile(leftover, buildApk({ packageName: "org.example.left" }));
  await onPhone((adb, serial) => adb.run("-s", serial, "install", leftover));
  await page.goto(`${udt.url}/demo/management/device/tags/add`);
  await page.getByLabel("Name", { exact: true }).fill("equipped");
  await page.getByRole("button", { name: "Add a rule" }).click();
  await page.getByRole("textbox", { name: "Value" }).fill("Virtual");
  await page.keyboard.press("Enter");
  await page.getByRole("switch", { name: "Self-check" }).click();
  await page.getByRole("combobox", { name: "Cleaning up apps and files" }).click();
  await page.locator(".ant-select-item-option:visible").filter({ hasText: "Blocking" }).click();
  await page.getByRole("combobox", { name: "Pre-installed apps", exact: true }).fill("helper");
  await page.locator(".ant-select-item-option:visible").filter({ hasText: "org.example.helper" }).click();
  await page.getByRole("combobox", { name: "Version of org.example.helper" }).waitFor();
  await page.getByRole("combobox", { name: "Files and folders that stay" }).fill("Download");
  await page.keyboard.press("Enter");
  await page.getByText("Enter whole paths without steps upwards").waitFor();
  await page.locator(".ant-select-selection-item-remove:visible").last().click();
  await page.getByText("Enter whole paths without steps upwards").waitFor({ state: "detached" });
  await page.getByRole("combobox", { name: "Files and folders that stay" }).fill("/sdcard/Download/keep");
  await page.keyboard.press("Enter");
  await look("tag environment", looks[0]!, page);
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("row").filter({ hasText: "equipped" }).waitFor();

  const home = `${udt.url}/demo/remote/list?device_id=${device_id}`;
  await page.goto(home);
  await inspect();
  await state("Passed");
  await step("cleanup").getByText("removed: 1 app").waitFor();
  await step("preinstall").getByText("installed: org.example.helper").waitFor();
  await onPhone(async (adb, serial) => {
    const { out } = await adb.run("-s", serial, "shell", "pm", "list", "packages", "-3");
    expect(out.trim()).toBe("package:org.example.helper");
    return { code: 0, out, err: "" };
  });
  await section().getByRole("link", { name: "Strategies: which tag decides, and when" }).click();
  await page.locator('tr[data-setting="preinstalled"]').getByText("org.example.helper").waitFor();
  await page.locator('tr[data-setting="free_paths"]').getByText("/sdcard/Download/keep").waitFor();

  const body = { kind: "debug", device_id, duration_minutes: 30 } as const;
  const { test_id } = await client.call(ENDPOINTS.testCreate, { query, body });
  await until("it runs", async () => {
    const test = await client.call(ENDPOINTS.testGet, { query, params: { test_id } });
    return test.state === "running" || undefined;
  });
  await onPhone((adb, serial) => adb.run("-s", serial, "shell", "udt-account add ada@example.com com.example"));
  await client.call(ENDPOINTS.testCancel, { query, params: { test_id } });
  await deviceIs("idle");
  const record = `${udt.url}/demo/remote/record?test_id=${test_id}`;
  for (const at of looks) {
    await load(page, at, record);
    await page.getByText("ada@example.com (com.example)").waitFor();
    await look("record handover", at, page);
  }
  await load(page, { language: "en", ways: [] }, record);
  await page.getByText("Something remained").waitFor();
  await page.goto(home);
  const orders = page.getByRole("region", { name: "Work orders" });
  await orders.getByText("A session left what cannot be cleaned").waitFor();

  await onPhone((adb, serial) => adb.run("-s", serial, "shell", "udt-account remove ada@example.com"));
  const { list } = await client.call(ENDPOINTS.workOrderList, { query });
  const open = list.find((order) => order.step === "handover" && order.state !== "processed");
  const params = { number: open?.number ?? 0 };
  await client.call(ENDPOINTS.workOrderMove, { query, params, body: { state: "processed", text: "" } });
  const { list: tags } = await client.call(ENDPOINTS.tagList, { query });
  for (const { tag_id } of tags) await client.call(ENDPOINTS.tagDelete, { query, params: { tag_id } });
});

it("comes by itself as the device's tag wants it, which its strategies tell", async () => {
  await fault("reset");
  await page.goto(`${udt.url}/demo/management/device/tags/add`);
  await page.getByLabel("Name", { exact: true }).fill("nightly");
  await page.getByRole("button", { name: "Add a rule" }).click();
  await page.getByRole("textbox", { name: "Value" }).fill("Virtual");
  await page.keyboard.press("Enter");
  await page.getByRole("switch", { name: "Self-check" }).click();
  await page.getByLabel("Hours between checks").fill("169");
  await page.getByText("Enter whole hours from 1 to 168.").waitFor();
  await page.getByLabel("Hours between checks").fill("24");
  await page.getByRole("combobox", { name: "Video of the screen" }).click();
  await page.locator(".ant-select-item-option:visible").filter({ hasText: "Off" }).click();
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("row").filter({ hasText: "nightly" }).getByText("Every 24 hours").waitFor();

  await page.goto(`${udt.url}/demo/remote/list?device_id=${device_id}`);
  await section().getByRole("status").getByText("by schedule of tag nightly").waitFor();
  await state("Passed");
  await step("recording_check").getByText("off in tag nightly").waitFor();
  await section().getByRole("link", { name: "Strategies: which tag decides, and when" }).click();
  await page.locator('tr[data-of="recording_check"]').getByText("Off").waitFor();
  await page.getByText("by schedule of tag nightly").waitFor();
  const strategies = page.url();
  for (const at of looks) {
    await load(page, at, strategies);
    await page.locator('tr[data-of="storage"]').waitFor();
    await look("device strategies", at, page);
  }
  await load(page, { language: "en", ways: [] }, strategies);
  await page.locator("dl.udt-facts").getByRole("link", { name: "nightly" }).click();
  await page.waitForURL((url) => url.pathname.endsWith("/edit"));
  expect(await page.getByLabel("Hours between checks").inputValue()).toBe("24");
  const editor = page.url();
  for (const at of looks) {
    await load(page, at, editor);
    await page.locator('.tags-inspected[data-of="storage"]').waitFor();
    await look("tag inspection", at, page);
  }
  await load(page, { language: "en", ways: [] }, editor);
  const { list } = await client.call(ENDPOINTS.testList, { query: query });
  expect(list.map(({ kind }) => kind)).not.toContain("inspection");
  await deviceIs("idle");
});

it("is done before a debug session where the tag asks for it: a device that is not well is not handed out", async () => {
  await page.getByRole("combobox", { name: "Before sessions" }).click();
  await page
    .locator(".ant-select-item-option:visible")
    .filter({ hasText: /^Before debug sessions$/ })
    .click();
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("row").filter({ hasText: "nightly" }).waitFor();
  await fault("stuck_installer on");
  await page.goto(`${udt.url}/demo/remote/list`);
  await page
    .getByRole("row", { name: "Virtual One" })
    .getByRole("button", { name: /^Debug/ })
    .click();
  const checking = page.locator("[data-checking]");
  await checking.getByText("Checking the device").waitFor();
  await checking.getByText("Installing an app…").waitFor();
  const session = page.url();
  for (const at of looks.slice(0, 1)) await look("debug checking", at, page);
  // An installation has 30 s before it counts as stuck.
  await page.getByRole("alert").getByText("The device failed its check").waitFor({ timeout: 90_000 });
  await page.getByRole("alert").getByText("Installing an app it was not done within 30 s").waitFor();
  for (const at of looks) {
    await load(page, at, session);
    await page.locator('[data-end-reason="start_failed"]').waitFor();
    await look("debug check failed", at, page);
  }
  await load(page, { language: "en", ways: [] }, session);
  await fault("reset");
  await deviceIs("idle");
  await page.getByRole("button", { name: "Debug this device again" }).click();
  const debug = new DebugPage(page);
  await debug.live();
  const { test_id } = debug;
  const test = await client.call(ENDPOINTS.testGet, { query, params: { test_id } });
  expect(test.devices[0]!.phases.map(({ name }) => name)).toEqual(["prepare", "check", "run"]);
  await client.call(ENDPOINTS.testCancel, { query, params: { test_id } });
  await page.goto(`${udt.url}/demo/remote/list?device_id=${device_id}`);
  await section().getByRole("status").getByText("before a debug session").waitFor();
  await state("Passed");
  await page.goto(`${udt.url}/demo/remote/record?test_id=${test_id}`);
  const before = page.getByRole("region", { name: "Self-check before the session" });
  await before.locator('[data-step="install_check"]').getByText("Passed").waitFor();
});

it("comes after each use where the tag asks for it, and says so", async () => {
  const { list: tags } = await client.call(ENDPOINTS.tagList, { query });
  await page.goto(`${udt.url}/demo/management/device/tags/${tags[0]!.tag_id}/edit`);
  const tick = page.getByRole("checkbox", { name: "After each use" });
  await tick.check();
  await page.getByRole("combobox", { name: "Before sessions" }).click();
  await page.locator(".ant-select-item-option:visible").filter({ hasText: "No check" }).click();
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("row").filter({ hasText: "nightly" }).getByText("Every 24 hours · After each use").waitFor();

  const debug = await DebugPage.start(page, udt, "Virtual One");
  await debug.live();
  await page.getByRole("button", { name: "End", exact: true }).click();
  await page.getByRole("button", { name: "End session" }).click();
  await page.locator('[data-end-reason="user"]').waitFor();
  await page.goto(`${udt.url}/demo/remote/list?device_id=${device_id}`);
  await section().getByRole("status").getByText("after use, by tag nightly").waitFor();
  await state("Passed");
  await deviceIs("idle");
  for (const at of looks) {
    await load(page, at, page.url());
    await section().getByRole("status").waitFor();
    await section().scrollIntoViewIfNeeded();
    await look("device checked after use", at, page);
  }
  await load(page, { language: "en", ways: [] }, page.url());

  // A check is no use: the next one comes after the next session alone.
  const checked = async () => {
    const { list } = await client.call(ENDPOINTS.selfCheckList, { query, params: { device_id } });
    return list.filter(({ occasion }) => occasion === "cleaned").map((check) => check.state);
  };
  expect(await checked()).toEqual(["passed"]);
  await section().getByRole("link", { name: "Strategies: which tag decides, and when" }).click();
  await page.getByText("Every 24 hours · After each use", { exact: true }).waitFor();
});

it("waits for the hours of the day that the tag says, which the device's strategies tell", async () => {
  const { list: tags } = await client.call(ENDPOINTS.tagList, { query });
  await page.goto(`${udt.url}/demo/management/device/tags/${tags[0]!.tag_id}/edit`);
  await page.getByRole("switch", { name: "Only in some hours of the day" }).click();
  const hour = (from_now: number) => new Date(Date.now() + from_now * 3_600_000).toISOString().slice(11, 16);
  const [from, to] = [hour(2), hour(3)];
  await page.getByLabel("From", { exact: true }).fill(from);
  await page.getByLabel("To", { exact: true }).fill(from);
  await page.getByText("Let them end at another time than they begin.").waitFor();
  await page.getByLabel("To", { exact: true }).fill(to);
  await page.getByRole("combobox", { name: "Time zone" }).first().fill("UTC");
  await page.keyboard.press("Enter");
  await page.getByText("A work order at once").click();
  await look("tag check window", looks[0]!, page);
  await page.getByRole("button", { name: "Save" }).click();
  const said = `Every 24 hours from ${from} to ${to} (UTC)`;
  await page.getByRole("row").filter({ hasText: "nightly" }).getByText(said).waitFor();
  const strategies = `${udt.url}/demo/management/device/${device_id}/strategies`;
  for (const at of looks) {
    await load(page, at, strategies);
    await page.locator('tr[data-of="storage"]').waitFor();
    await look("device strategies window", at, page);
  }
  await load(page, { language: "en", ways: [] }, strategies);
  await page.locator("dl.udt-facts").getByText(said).waitFor();
  await page.getByText("By the hours of the day in which it is checked").waitFor();
  await page.locator("dl.udt-facts").getByText("A work order at once").waitFor();
});

it("is up to the device's own strategy where it has one, which its strategies make and remove", async () => {
  const facts = page.locator("dl.udt-facts");
  await page.getByRole("link", { name: "A strategy of its own" }).click();
  await page.getByText("It has Virtual One alone").waitFor();
  const name = await page.getByLabel("Name", { exact: true }).inputValue();
  await page.getByText("A work order once it failed twice in a row").click();
  await page.getByRole("button", { name: "Save" }).click();
  await facts.getByRole("link", { name, exact: true }).waitFor();
  await facts.getByText("A work order once it failed twice in a row").waitFor();
  await page.getByRole("listitem").filter({ hasText: name }).getByText("this device alone · decides").waitFor();
  const strategies = page.url();
  for (const at of looks) {
    await load(page, at, strategies);
    await page.locator('tr[data-of="storage"]').waitFor();
    await look("device strategies own", at, page);
  }
  await load(page, { language: "en", ways: [] }, strategies);
  await page.getByRole("button", { name: "Remove its own strategy" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove its own strategy" }).click();
  await facts.getByRole("link", { name: "nightly" }).waitFor();
});
