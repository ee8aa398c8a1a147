/** Several phones in one view: what is done on the leader is repeated on the others, whatever their screens, and who falls out says so. */
import type { Client } from "@udt/client";
import { ENDPOINTS, PICTURE_LEVELS, type Device } from "@udt/contract";
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
/** As many as one page drives; the leader first. */
const EIGHT = [
  LEADER,
  WIDE,
  OTHER,
  "Virtual Fold 4",
  "Virtual One 5",
  "Virtual Fold 6",
  "Virtual One 7",
  "Virtual Fold 8",
];
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

/** Every picture is live and as it was asked for, and every screen's elements are known. */
async function atRest(models: readonly string[], leader = models[0]): Promise<void> {
  for (const model of models) {
    await pictured(model, model === leader ? "auto" : "low");
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
/** Ticks them, begins a session on each and opens the page anew, so that the first leads. */
async function beginOn(models: readonly string[]): Promise<void> {
  await page.goto(`${udt.url}/demo/remote/list`);
  const together = page.getByRole("button", { name: "Debug together" });
  for (const [at, model] of models.entries()) {
    // One alone is not driven together.
    if (at === 1) expect(await together.isDisabled()).toBe(true);
    await page.getByRole("checkbox", { name: `Choose ${model}`, exact: true }).check();
  }
  await together.click();
  await page.waitForURL((url) => url.pathname === "/demo/remote/together");
  await expect
    .poll(async () => (await client.call(ENDPOINTS.deviceList, { query: { ...query, state: "busy" } })).total)
    .toBe(models.length);
  const search = new URLSearchParams(models.map((model) => ["device_id", idOf(model)]));
  await page.goto(`${udt.url}/demo/remote/together?${search}`);
  await atRest(models);
}
/** The picture that was asked for is shown: it is another one, of which the elements are read anew. */
async function pictured(model: string, quality: "auto" | "low"): Promise<void> {
  const { longest_px } = PICTURE_LEVELS.low;
  await tile(model).locator(`canvas[data-quality="${quality}"]`).waitFor();
  await expect.poll(async () => (await longestSide(model)) > longest_px).toBe(quality === "auto");
}
async function longestSide(model: string): Promise<number> {
  const sides = await Promise.all(["data-width", "data-height"].map((side) => canvasOf(model).getAttribute(side)));
  return Math.max(...sides.map(Number));
}
const key = (name: string) => page.locator(".dbg-keys").getByRole("button", { name });

beforeAll(async () => {
  [udt, browser] = await Promise.all([startUdt({ phones: EIGHT.length }), openBrowser()]);
  [client, devices, page] = await Promise.all([udt.signIn(), udt.idleDevices(EIGHT.length), browser.newPage()]);
  await enter(page, udt);
});
afterAll(async () => {
  await browser?.close();
  await udt?.stop();
});

it("begins a session on each device that was ticked, and takes none by its address alone", async () => {
  await beginOn([LEADER, WIDE, OTHER]);
  expect((await client.call(ENDPOINTS.testList, { query })).total).toBe(3);
});

it("opens on all what is opened on the leader, by its element where screens differ", async () => {
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
  await atRest([LEADER, WIDE, OTHER], WIDE);
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
  const address = udt.phoneAddresses[EIGHT.indexOf(OTHER)];
  await adb.run("connect", address!);
  await adb.run("-s", address!, "reboot");
  await tile(OTHER).locator('[data-end-reason="device_lost"]').waitFor();
  await atRest([LEADER, WIDE], WIDE);
  await key("Home").click();
  await shown([LEADER, WIDE], "launcher");
});

it("ends all at once, and every device is free again", async () => {
  await page.getByRole("button", { name: "End all" }).click();
  await page.getByRole("button", { name: "End session" }).click();
  for (const model of [LEADER, WIDE]) await tile(model).locator('[data-end-reason="user"]').waitFor();
  expect(await udt.idleDevices(EIGHT.length)).toHaveLength(EIGHT.length);
});

it("drives eight, and asks of all but the leader's picture little", { timeout: 300_000 }, async () => {
  await beginOn(EIGHT);
  const [, ...followers] = EIGHT;
  // What the agent says that it was asked for and what it gives.
  for (const model of followers) await tile(model).locator('canvas[data-quality="low"][data-level="low"]').waitFor();
  expect(await canvasOf(LEADER).getAttribute("data-quality")).toBe("auto");
  await tap(LEADER, "app_dev_udt_shop");
  await shown(EIGHT, "account_button");
  for (const model of followers) await note(model).locator('[data-by="element"]').waitFor();
  await atRest(EIGHT);
  expect(await page.getByText("Diverged.").count()).toBe(0);
});
