/** Pictures before a phone's cameras: put there in the page, seen by the phone's camera app, gone with the session. */
import type { Client } from "@udt/client";
import { ENDPOINTS } from "@udt/contract";
import { openBrowser, startUdt, until, type Udt } from "@udt/testkit";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { DebugPage, enter } from "./console-pages.ts";
import { load, look, looks } from "./look.ts";

let params: { test_id: string; device_id: string };
let debug: DebugPage;
let page: Page;
let browser: BrowserContext & AsyncDisposable;
let client: Client;
let udt: Udt;
const query = { project: "demo" };

const back = () => page.locator('[data-camera="back"]');
const shown = () => back().locator("[data-image-index]");
const told = async () => (await client.call(ENDPOINTS.cameraImageList, { params, query })).list;

/** A picture of one shade, as the browser itself makes it. */
async function picture(shade: string, mimeType = "image/png") {
  const bytes = await page.evaluate(
    async ([color, type]) => {
      const canvas = new OffscreenCanvas(300, 200);
      const context = canvas.getContext("2d");
      if (!context || color === undefined || type === undefined) throw new Error("no picture");
      context.fillStyle = color;
      context.fillRect(0, 0, 300, 200);
      return [...new Uint8Array(await (await canvas.convertToBlob({ type })).arrayBuffer())];
    },
    [shade, mimeType],
  );
  return { name: `${shade}.picture`, mimeType, buffer: Buffer.from(bytes) };
}
type Picture = Awaited<ReturnType<typeof picture>>;

async function pick(button: string, ...files: Picture[]) {
  const chooser = page.waitForEvent("filechooser");
  await back().getByRole("button", { name: button }).click();
  await (await chooser).setFiles(button.startsWith("Replace") ? files.slice(0, 1) : files);
}

async function drop(file: Picture) {
  const data = await page.evaluateHandle(
    ({ name, bytes }) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([new Uint8Array(bytes)], name));
      return transfer;
    },
    { name: file.name, bytes: [...file.buffer] },
  );
  for (const type of ["dragenter", "dragover", "drop"])
    await page.dispatchEvent('[data-camera="back"]', type, { dataTransfer: data });
}

/** How light the midst of the decoded picture is: what the phone's camera app shows of what it sees. */
async function light(): Promise<number> {
  const { luma, width, height } = await debug.pixels();
  return luma(Math.round(width / 2), Math.round(height / 2));
}
const sees = (what: "white" | "grey" | "black") =>
  until(`a ${what} picture`, async () => {
    const seen = await light();
    return (what === "white" ? seen > 220 : what === "black" ? seen < 30 : seen > 90 && seen < 170) || undefined;
  });

beforeAll(async () => {
  [udt, browser] = await Promise.all([startUdt({ phones: 1 }), openBrowser()]);
  page = browser.pages()[0] ?? (await browser.newPage());
  await enter(page, udt);
  debug = await DebugPage.start(page, udt, "");
  client = await udt.signIn();
  const [device] = (await client.call(ENDPOINTS.deviceList, { query })).list;
  params = { test_id: debug.test_id, device_id: device?.device_id ?? expect.fail("no device") };
  await debug.tab("Camera").click();
  await client.call(ENDPOINTS.appStart, { params, query, body: { package_name: "dev.udt.camera" } });
});
afterAll(async () => {
  await browser?.close();
  await udt?.stop();
});

it("shows the phone's camera what is picked, one photo after the other", async () => {
  await pick("Add pictures", await picture("white"), await picture("gray", "image/jpeg"));
  await back().getByText("Picture 2").waitFor();
  await sees("white");
  expect((await told()).map(({ type, image_index }) => [type, image_index])).toEqual([
    ["back", 0],
    ["back", 1],
  ]);
  expect(await shown().locator("img").count()).toBe(2);
  const { width, height } = await debug.size();
  await debug.tap(width / 2, height * 0.9);
  await sees("grey");
  await debug.tap(width / 2, height * 0.9);
  await sees("white");
});

it("replaces a picture, takes one away, and takes what is dropped", async () => {
  await pick("Replace: Picture 1", await picture("black"));
  await sees("black");
  await back().getByRole("button", { name: "Remove: Picture 1" }).click();
  await back().getByText("Picture 1").waitFor({ state: "detached" });
  await sees("grey");
  await drop(await picture("white"));
  await back().getByText("Picture 1").waitFor();
  await sees("white");
});

it("says why it does not take what is no picture", async () => {
  await drop({ name: "page.png", mimeType: "image/png", buffer: Buffer.from("<html>") });
  await page.getByText("A camera takes PNG or JPEG alone.").waitFor();
  expect(await told()).toHaveLength(2);
});

it.each(looks)("is whole in $language", { timeout: 240_000 }, async (at) => {
  await load(page, at, page.url());
  await debug.live();
  await page.locator('[data-tab="camera"]').click();
  await shown().first().waitFor();
  await look("debug-camera", at, page);
});

it("has nothing before it in the next session", async () => {
  await client.call(ENDPOINTS.testCancel, { params, query });
  const [device] = await udt.idleDevices(1);
  const body = { kind: "debug" as const, device_id: device?.device_id ?? "", duration_minutes: 30 };
  const { test_id } = await client.call(ENDPOINTS.testCreate, { query, body });
  const next = { test_id, device_id: params.device_id };
  const list = await until("the next session", () =>
    client.call(ENDPOINTS.cameraImageList, { params: next, query }).catch(() => undefined),
  );
  expect(list).toEqual({ list: [] });
  await client.call(ENDPOINTS.testCancel, { params: next, query });
});
