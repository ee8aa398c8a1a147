/** Several phones in one view: what is done on the leader is repeated on the others, whatever their screens, and who falls out says so. */
import type { Client } from "@udt/client";
import { ENDPOINTS, type Device } from "@udt/contract";
import { openBrowser, startUdt, until, type Udt } from "@udt/testkit";
import type { BrowserContext, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { enter } from "./console-pages.ts";
import { load, look, looks } from "./look.ts";
import { usersAdb } from "./users-adb.ts";

const query = { project: "demo" };
const LEADER = "Virtual One";
const WIDE = "Virtual Fold";
const OTHER = "Virtual One 3";
let udt: Udt;
let client: Client;
let browser: BrowserContext & AsyncDisposable;
let page: Page;
let devices: Device[];

const tile = (model: string) => page.getByRole("region", { name: model, exact: true });
const note = (model: string) => tile(model).locator(".dbg-tile-note");
const idOf = (model: string) => devices.find((each) => each.model === model)!.device_id;
const deviceOf = (model: string) => client.call(ENDPOINTS.deviceGet, { params: { device_id: idOf(model) }, query });

/** The elements on one's screen now. */
async function treeOf(model: string) {
  const { lease } = await deviceOf(model);
  const params = { test_id: lease!.test_id, device_id: idOf(model) };
  return client.call(ENDPOINTS.elementTree, { params, query, body: { is_automatic: true } });
}
/** Resolves once each of these shows an element with the id and, where it is given, the text. */
async function shown(models: readonly string[], id: string, text?: string): Promise<void> {
  for (const model of models) {
    await until(`${id} ${text ?? ""} on ${model}`, async () =>
      (await treeOf(model)).list.some((one) => one.resource_id.endsWith(`/${id}`) && one.text === (text ?? one.text))
        ? true
        : undefined,
    );
  }
}

/** Every picture is live, and every screen's elements are known. */
async function atRest(models: readonly string[]): Promise<void> {
  for (const model of models) {
    await tile(model).locator('.dbg-glass[data-liveness="live"]').waitFor();
    await tile(model).locator('.dbg-surface[data-input="ready"]').waitFor();
    await expect.poll(() => note(model).innerText()).not.toContain("Reading");
  }
}
/** Presses the middle of an element in one's picture. */
async function tap(model: string, id: string): Promise<void> {
  const { list, width, height } = await treeOf(model);
  const { left, top, right, bottom } = list.find((one) => one.resource_id.endsWith(`/${id}`))!.bounds;
  const box = (await canvasOf(model).boundingBox())!;
  const x = box.x + ((left + right) / 2 / width) * box.width;
  await page.mouse.click(x, box.y + ((top + bottom) / 2 / height) * box.height);
}
const canvasOf = (model: string): Locator => tile(model).locator("canvas");
const key = (name: string) => page.locator(".dbg-keys").getByRole("button", { name });

beforeAll(async () => {
  [udt, browser] = await Promise.all([startUdt({ phones: 3 }), openBrowser()]);
  [client, devices, page] = await Promise.all([udt.signIn(), udt.idleDevices(3), browser.newPage()]);
  await enter(page, udt);
});
afterAll(async () => {
  await browser?.close();
  await udt?.stop();
});

it("begins a session on each device that was ticked, and takes none by its address alone", async () => {
  await page.goto(`${udt.url}/demo/remote/list`);
  await page.getByRole("checkbox", { name: `Choose ${LEADER}`, exact: true }).check();
  const together = page.getByRole("button", { name: "Debug together" });
  expect(await together.isDisabled()).toBe(true);
  for (const model of [WIDE, OTHER]) await page.getByRole("checkbox", { name: `Choose ${model}`, exact: true }).check();
  await together.click();
  await page.waitForURL((url) => url.pathname === "/demo/remote/together");
  const search = new URLSearchParams([LEADER, WIDE, OTHER].map((model) => ["device_id", idOf(model)]));
  await expect
    .poll(async () => (await client.call(ENDPOINTS.deviceList, { query: { ...query, state: "busy" } })).total)
    .toBe(3);
  await page.goto(`${udt.url}/demo/remote/together?${search}`);
  await atRest([LEADER, WIDE, OTHER]);
  expect((await client.call(ENDPOINTS.testList, { query })).total).toBe(3);
});

it("opens on all what is opened on the leader, by its element where screens differ", async () => {
  // What lies on a screen is known for a while after something was done; a picture that changed later by itself is not read.
  await key("Home").click();
  await atRest([LEADER, WIDE, OTHER]);
  await tap(LEADER, "app_dev_udt_notes");
  await shown([LEADER, WIDE, OTHER], "create_note");
  for (const model of [WIDE, OTHER]) await note(model).locator('[data-by="element"]').waitFor();
  await atRest([LEADER, WIDE, OTHER]);
  expect(await page.getByText("Diverged.").count()).toBe(0);
});

it("types on all what is typed on the leader, in any script", async () => {
  await tap(LEADER, "create_note");
  await shown([LEADER, WIDE, OTHER], "edit_body");
  await atRest([LEADER, WIDE, OTHER]);
  await tap(LEADER, "edit_body");
  await page.keyboard.insertText("three phones 三台 é");
  await shown([LEADER, WIDE, OTHER], "edit_body", "three phones 三台 é");
});

it("says which diverges when it is driven by itself, and no more when they agree again", async () => {
  await atRest([LEADER, WIDE, OTHER]);
  await canvasOf(WIDE).click({ button: "right", force: true });
  await note(WIDE).getByText("Diverged.").waitFor();
  await page.getByText("1 diverged").waitFor();
  expect(await note(OTHER).getByText("Diverged.").count()).toBe(0);
  await key("Home").click();
  await note(WIDE).getByText("Diverged.").waitFor({ state: "detached" });
});

it("is led by another when that is wanted", async () => {
  await tile(WIDE)
    .getByRole("button", { name: `What can be done with ${WIDE}` })
    .click();
  await page.getByRole("menuitem", { name: "Make it the leader" }).click();
  await tile(WIDE).and(page.locator("[data-leader]")).waitFor();
  await atRest([LEADER, WIDE, OTHER]);
  await tap(WIDE, "app_dev_udt_notes");
  // Each at the screen of the app that it was at last.
  for (const model of [LEADER, WIDE, OTHER]) {
    await until(
      `notes on ${model}`,
      async () => (await treeOf(model)).list[0]?.package_name === "dev.udt.notes" || undefined,
    );
  }
});

it.each(looks)("is whole in $language", { timeout: 240_000 }, async (at) => {
  await load(page, at, page.url());
  for (const model of [LEADER, WIDE, OTHER]) await tile(model).locator('.dbg-glass[data-liveness="live"]').waitFor();
  await look("together", at, page);
});

it("says that one was lost, and goes on with the others", async () => {
  await load(page, looks[0]!, page.url());
  const adb = await usersAdb();
  const [address] = udt.phoneAddresses.slice(devices.findIndex(({ model }) => model === OTHER));
  await adb.run("connect", address!);
  await adb.run("-s", address!, "reboot");
  await tile(OTHER).locator('[data-end-reason="device_lost"]').waitFor();
  await atRest([LEADER, WIDE]);
  await key("Home").click();
  await shown([LEADER, WIDE], "launcher");
});

it("ends all at once, and every device is free again", async () => {
  await page.getByRole("button", { name: "End all" }).click();
  await page.getByRole("button", { name: "End session" }).click();
  for (const model of [LEADER, WIDE]) await tile(model).locator('[data-end-reason="user"]').waitFor();
  expect(await udt.idleDevices(3)).toHaveLength(3);
});
