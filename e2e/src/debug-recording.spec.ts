import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Client } from "@udt/client";
import { ENDPOINTS, type Resource } from "@udt/contract";
import { openBrowser, startUdt, until, type Udt } from "@udt/testkit";
import { DebugPage, enter } from "./console-pages.ts";
import { load, look, narrowLooks } from "./look.ts";

const query = { project: "demo" };
/** Where the session is, once it has begun. */
const params = { test_id: "", device_id: "" };
let udt: Udt;
let browser: BrowserContext;
let client: Client;
let page: Page;
let debug: DebugPage;

beforeAll(async () => {
  udt = await startUdt({ phones: 1 });
  browser = await openBrowser({ acceptDownloads: true });
  page = browser.pages()[0]!;
  await enter(page, udt);
  debug = await DebugPage.start(page, udt, "Virtual One");
  Object.assign(params, Object.fromEntries(new URL(page.url()).searchParams));
  client = await udt.signIn();
});
afterAll(async () => {
  await browser.close();
  await udt.stop();
});

const keys = () => page.getByRole("toolbar", { name: "Keys of the device" });
const key = (name: string | RegExp) => keys().getByRole("button", { name });
const recording = () => page.locator(".dbg-recording [data-recording]");
const files = async (): Promise<Resource[]> =>
  (await client.call(ENDPOINTS.resourceList, { params, query })).resource_list;
const ended = (name: string) =>
  until(`${name} whole`, async () => (await files()).find((one) => one.name === name && one.state !== "growing"));
const isTurned = async () => (await debug.size()).width > (await debug.size()).height;
async function turn(): Promise<void> {
  const before = await isTurned();
  await key("Rotate").click();
  await until("a turned picture", async () => ((await isTurned()) !== before ? true : undefined));
}
const openTab = (name: string) => page.locator(`[data-tab="${name}"]`).click();
const video = () => page.locator("video");
const shape = () => video().evaluate((one: HTMLVideoElement) => Math.sign(one.videoWidth - one.videoHeight));
const row = (stem: string) => page.locator(`[data-recording="${stem}"]`);

/** Plays a recording from its beginning to its end, and answers the shapes of its picture, one after the other. */
async function shapesPlayed(): Promise<number[]> {
  return video().evaluate(async (one: HTMLVideoElement) => {
    const heard = (name: string) => new Promise((resolve) => one.addEventListener(name, resolve, { once: true }));
    if (one.readyState < 2) await heard("loadeddata");
    const shapes = [Math.sign(one.videoWidth - one.videoHeight)];
    // A picture that is only larger, as when the link bears more, has the same shape.
    one.addEventListener("resize", () => {
      const next = Math.sign(one.videoWidth - one.videoHeight);
      if (next !== shapes.at(-1)) shapes.push(next);
    });
    const over = heard("ended");
    // Of one that is shorter than its beginning takes the promise is broken by its end.
    one.play().catch(() => undefined);
    await over;
    return shapes;
  });
}

describe("recordings of a debug session", { timeout: 240_000 }, () => {
  it("one goes on through a turn, a reload and a server that was killed, and is told to all", async () => {
    await key("Record the screen").click();
    await recording().waitFor();
    const other = await browser.newPage();
    await other.goto(page.url());
    await other.locator(".dbg-recording [data-recording]").waitFor();
    await debug.tap(200, 400);
    await turn();
    await page.reload();
    await recording().waitFor();
    await udt.server.kill("SIGKILL");
    await udt.restart("server");
    client = await udt.signIn();
    await debug.live();
    await recording().waitFor();
    await key("Stop recording").click();
    await recording().waitFor({ state: "detached" });
    await other.locator(".dbg-recording [data-recording]").waitFor({ state: "detached" });
    await other.close();
    for (const name of ["recorded-1.mp4", "recorded-1.input.jsonl", "recorded-1.log"])
      expect(await ended(name)).toMatchObject({ state: "complete" });
  });

  it("it plays with the fingers on it, on both sides of the turn, and a line leads to its moment", async () => {
    await openTab("captures");
    await row("recorded-1").getByRole("button", { name: /^Play/ }).click();
    expect(await shapesPlayed()).toEqual([-1, 1]);
    const lines = page.locator(".tl-lines button");
    await lines.filter({ hasText: "Tap" }).first().click();
    await expect.poll(shape).toBe(-1);
    await page.locator(".tl-touches i").first().waitFor();
    const [dot, picture] = [await page.locator(".tl-touches i").first().boundingBox(), await video().boundingBox()];
    const at = { x: dot!.x + dot!.width / 2 - picture!.x, y: dot!.y + dot!.height / 2 - picture!.y };
    expect(at.y / picture!.height).toBeCloseTo(400 / 1600, 1);
    const width = (picture!.height * 720) / 1600;
    expect((at.x - (picture!.width - width) / 2) / width).toBeCloseTo(200 / 720, 1);
    await lines.filter({ hasText: "Rotate" }).first().click();
    // What turned is seen a moment after it was asked for.
    const position = page.getByLabel("Position");
    await position.fill(String(await position.evaluate((one: HTMLInputElement) => one.max)));
    await expect.poll(shape).toBe(1);
    await page.keyboard.press("Escape");
  });

  it("the last seconds are saved with both sides of a turn, though nobody asked before", async () => {
    await turn();
    await key(/^Save the last \d+ s$/).click();
    const saved = await ended("recent-2.mp4");
    expect(saved.state).toBe("complete");
    await row("recent-2").getByRole("button", { name: /^Play/ }).click();
    expect(await shapesPlayed()).toContain(1);
    // The last picture is there for some frames only, which playing may pass over.
    await video().evaluate((one: HTMLVideoElement) => (one.currentTime = one.duration));
    await expect.poll(shape).toBe(-1);
    const download = page.waitForEvent("download");
    await page.keyboard.press("Escape");
    await row("recent-2")
      .getByRole("button", { name: /^Download the MP4 video/ })
      .click();
    expect((await download).suggestedFilename()).toMatch(/recent-2\.mp4$/);
  });

  it.each(narrowLooks)("is readable in $language", async (at) => {
    const address = page.url();
    await load(page, at, address);
    await debug.live();
    await openTab("captures");
    await row("recent-2").waitFor();
    await look("debug-recordings", at, page);
    await row("recorded-1").locator("button").first().click();
    await page.locator(".tl-lines button[data-tone=busy]").first().click();
    await page.locator(".tl-touches i").first().waitFor();
    await look("debug-recording-player", at, page);
    await load(page, narrowLooks[0]!, address);
    await debug.live();
  });

  it("what an agent that is killed was recording plays up to there, also from the record", async () => {
    await key("Record the screen").click();
    await recording().waitFor();
    await until(
      "a second of it",
      async () =>
        (await files()).some(({ name, duration_ms }) => name === "recorded-3.mp4" && duration_ms! > 1_000) || undefined,
    );
    await udt.agent.kill("SIGKILL");
    await udt.restart("agent");
    await ended("recorded-3.mp4");
    await page.goto(`${udt.url}/demo/remote/record?test_id=${params.test_id}`);
    await row("recorded-3").getByRole("button", { name: /^Play/ }).click();
    await shapesPlayed();
  });
});
