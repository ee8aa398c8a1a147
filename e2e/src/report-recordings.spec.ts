import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Client } from "@udt/client";
import { ENDPOINTS } from "@udt/contract";
import { openBrowser, startUdt, until, type Udt } from "@udt/testkit";
import { enter } from "./console-pages.ts";

const query = { project: "demo" };
/** One of the demo's cases fails on purpose. */
const FAILING = "takes a coupon";

let udt: Udt;
let client: Client;
let browser: BrowserContext;
let page: Page;
let test_id: string;

beforeAll(async () => {
  udt = await startUdt();
  client = await udt.signIn();
  browser = await openBrowser();
  page = browser.pages()[0] ?? (await browser.newPage());
  await enter(page, udt);
  const job = await until("the demo's job", async () => (await client.call(ENDPOINTS.jobList, { query })).list[0]);
  const params = { library_id: job.config.library_id! };
  const cases = await until("the demo's cases", async () => {
    const library = await client.call(ENDPOINTS.libraryGet, { params, query });
    if (library.parse_state !== "parsed") return undefined;
    return (await client.call(ENDPOINTS.libraryCases, { params, query: { ...query, keyword: FAILING } })).list;
  });
  const config = { ...job.config, cases: { kind: "cases" as const, case_keys: cases.map(({ case_key }) => case_key) } };
  ({ test_id } = await client.call(ENDPOINTS.jobRun, { params: { job_id: job.job_id }, query, body: { config } }));
});
afterAll(async () => {
  await browser?.close();
  await udt?.stop();
});

const run = () => client.call(ENDPOINTS.runGet, { params: { test_id }, query });

/** The position's next step: it counts in tenths of a second from its beginning. */
const slot = (moment: number, from: number) => String(from + Math.floor((moment - from) / 100) * 100);

async function videos() {
  const { test } = await run();
  const params = { test_id, device_id: test.devices[0]!.device_id };
  const { resource_list } = await client.call(ENDPOINTS.resourceList, { params, query });
  return resource_list.filter(({ kind, started_at }) => kind === "video" && started_at !== null);
}

it("a device's screen and log are shown while it runs", { timeout: 240_000 }, async () => {
  const device_id = await until("a device that runs", async () => {
    const { test } = await run();
    return test.devices.find(({ state }) => state === "running")?.device_id;
  });
  await page.goto(`${udt.url}/demo/auto/records/${test_id}/device/${device_id}`);
  const canvas = page.locator(".live-glass canvas");
  await until("a decoded frame", async () => Number(await canvas.getAttribute("data-frames")) > 0 || undefined);
  await page.locator('.live-glass[data-liveness="live"]').waitFor();
  await page.locator(".live-log div").first().waitFor();
});

it(
  "the failed case is shown with its source, and its video moves with the playhead",
  { timeout: 240_000 },
  async () => {
    await until("the end of the run", async () => ((await run()).test.state === "ended" ? true : undefined), 200_000);
    expect((await run()).verdict).toBe("failed");
    await page.goto(`${udt.url}/demo/auto/records/${test_id}`);
    const failed = page.locator(".runs-cases tbody tr", { hasText: FAILING });
    await failed.getByRole("button", { name: `Why ${FAILING}` }).click();
    await page.locator(".runs-cases-reason .runs-failure pre").waitFor();
    await page.locator(".runs-cases-reason .runs-failure-picture img").waitFor();
    await failed.getByRole("link").first().click();
    expect(await page.locator('.runs-source tr[aria-current="true"]').innerText()).toContain("assert");
    await page.locator(".runs-steps img").first().waitFor();
    const video = page.locator("video");
    await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.readyState)).toBeGreaterThan(1);
    const timeOf = () => video.evaluate((element: HTMLVideoElement) => element.currentTime);
    // The error stands beside the video, which shows the moment of the failure.
    const boxes = await page.locator(".tl-main > *").evaluateAll((parts) =>
      parts.map((part) => {
        const { top, left, right } = part.getBoundingClientRect();
        return { top, left, right };
      }),
    );
    expect(boxes).toHaveLength(2);
    expect(boxes[1]!.left).toBeGreaterThanOrEqual(boxes[0]!.right);
    expect(boxes[1]!.top).toBe(boxes[0]!.top);
    const position = page.getByLabel("Position");
    const failure = await page
      .locator(".tl-marks b")
      .evaluate((mark: HTMLElement) => Number.parseFloat(mark.style.left));
    expect(
      await position.evaluate((input: HTMLInputElement) => {
        const [from, to] = [Number(input.min), Number(input.max)];
        return (100 * (input.valueAsNumber - from)) / (to - from);
      }),
    ).toBeCloseTo(failure, -1);
    const standing = () =>
      video.evaluate(async (element: HTMLVideoElement) => {
        for (let last = Number.NaN; element.seeking || element.currentTime !== last;) {
          last = element.currentTime;
          await new Promise((resolve) => requestAnimationFrame(resolve));
        }
        return element.currentTime;
      });
    const [from, to] = await position.evaluate((input: HTMLInputElement) => [Number(input.min), Number(input.max)]);
    const { started_at } = (await videos())[0]!;
    const length = await video.evaluate((element: HTMLVideoElement) => element.duration);
    // Both moments lie inside the video, which can only stand still outside of itself.
    const inside = [Math.max(from!, started_at!), Math.min(to!, started_at! + length * 1000)] as const;
    const [first, second] = [1, 2].map((third) => inside[0] + ((inside[1] - inside[0]) * third) / 3);
    const moved = (second! - first!) / 1000;
    expect(moved).toBeGreaterThan(0.3);
    await position.fill(slot(first!, from!));
    const early = await standing();
    await position.fill(slot(second!, from!));
    // The video is at the same moment, to within what it rounds to.
    await expect.poll(async () => Math.abs((await timeOf()) - early - moved)).toBeLessThan(0.3);
    // It plays on to its end, and the playhead with it to the end of the range.
    await page.getByRole("button", { name: "Play", exact: true }).click();
    await expect.poll(timeOf).toBeGreaterThan(early + moved + 0.2);
    await page.getByRole("button", { name: "Play", exact: true }).waitFor();
    await expect.poll(() => position.inputValue()).toBe(slot(to!, from!));
  },
);
