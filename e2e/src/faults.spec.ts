import type { BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Client } from "@udt/client";
import { ENDPOINTS, type EndReason, type Test } from "@udt/contract";
import { openBrowser, startUdt, until, type Udt } from "@udt/testkit";
import { DebugPage, signIn } from "./console-pages.ts";

const project = "demo";
let udt: Udt;
let browser: BrowserContext;
let page: Page;
let client: Client;
let debug: DebugPage;

const testNow = (test_id: string): Promise<Test> =>
  client.call(ENDPOINTS.testGet, { params: { test_id }, query: { project } });
/** What the database says once the test is over and its lease has come free. */
const ended = (test_id: string): Promise<Test> =>
  until(
    "the test's end",
    async () => {
      const test = await testNow(test_id);
      return test.state === "ended" && test.devices.every((device) => device.state === "done") ? test : undefined;
    },
    60_000,
  );
const expectEnd = async (reason: EndReason) => {
  expect(await debug.endReason()).toBe(reason);
  const test = await ended(debug.test_id);
  expect(test.end_reason).toBe(reason);
  expect(test.devices[0]!.phases.every((phase) => phase.ended_at !== null)).toBe(true);
};

beforeAll(async () => {
  udt = await startUdt();
  client = await udt.signIn();
  browser = await openBrowser();
  page = browser.pages()[0] ?? (await browser.newPage());
  await signIn(page, udt);
});
afterAll(async () => {
  await browser?.close();
  await udt?.stop();
});
beforeEach(async () => {
  await udt.idleDevices(2);
  debug = await DebugPage.start(page, udt, "Virtual One");
});
afterEach(async () => {
  await client.call(ENDPOINTS.testCancel, { params: { test_id: debug.test_id }, query: { project } });
  // Whatever broke, all of it falls silent afterwards.
  await page.goto("about:blank");
  await udt.rest();
});

describe("bad days", { timeout: 240_000 }, () => {
  it("keeps the session when the server is killed and comes back", async () => {
    await debug.startApp("dev.udt.testpattern");
    await expect.poll(() => debug.sequence()).toBe(0);
    const before = await testNow(debug.test_id);
    await udt.server.kill("SIGKILL");
    await page.locator('.dbg-glass:not([data-liveness="live"])').waitFor();
    await udt.restart("server");
    await debug.live();
    const { width, height } = await debug.size();
    await debug.tap(width / 2, height * 0.6);
    await expect.poll(() => debug.sequence(), { timeout: 60_000 }).toBe(2);
    const after = await testNow(debug.test_id);
    expect([after.state, after.deadline, after.started_at]).toEqual(["running", before.deadline, before.started_at]);
  });

  it("says that the picture stands still where the phone sends no new one", async () => {
    await debug.startApp("dev.udt.testpattern");
    await expect.poll(() => debug.sequence()).toBe(0);
    const { width, height } = await debug.size();
    const tap = () => debug.tap(width / 2, height * 0.6);
    await debug.run("udt-fault freeze_video true");
    await tap();
    await page.locator('.dbg-glass[data-liveness="frozen"]').waitFor();
    await page.getByRole("status").getByText("The picture has stood still since").waitFor();
    await debug.run("udt-fault freeze_video false");
    await tap();
    await debug.live();
    await expect.poll(() => debug.sequence()).toBeGreaterThan(2);
    // And where something moved by itself, which nobody touched.
    await debug.startApp("dev.udt.game");
    const frames = async () => Number(await debug.canvas.getAttribute("data-frames"));
    const before = await frames();
    await expect.poll(frames).toBeGreaterThan(before + 5);
    await debug.run("udt-fault freeze_video true");
    await page.locator('.dbg-glass[data-liveness="frozen"]').waitFor();
    await debug.run("udt-fault freeze_video false");
    await debug.live();
  });

  it("says within two seconds that nothing answers what was done, and is live again when something does", async () => {
    const { width, height } = await debug.size();
    udt.agent.pause();
    try {
      // After three seconds it says of any connection that it is silent: only what was done is told of sooner.
      const told = page.getByRole("status").getByText("Nothing has come back since").waitFor();
      await debug.tap(width / 2, height * 0.6);
      await told;
      expect(await page.locator(".dbg-glass").getAttribute("data-liveness")).not.toBe("live");
    } finally {
      udt.agent.resume();
    }
    await debug.live();
  });

  it("ends the session as device_lost when the phone dies, and takes the phone back when it returns", async () => {
    await udt.phones.kill("SIGKILL");
    await expectEnd("device_lost");
    const { list } = await client.call(ENDPOINTS.deviceList, { query: { project } });
    expect(list.map((device) => device.state)).toEqual(["offline", "offline"]);
    await udt.restart("phones");
    await udt.idleDevices(2);
  });

  it("ends the session as agent_lost when the agent dies for good, and cleans the phone when it returns", async () => {
    await udt.agent.kill("SIGKILL");
    await expectEnd("agent_lost");
    await udt.restart("agent");
    const devices = await udt.idleDevices(2);
    expect(devices.every((device) => device.lease === null)).toBe(true);
  });

  it("reconnects the picture after the browser was offline", async () => {
    await browser.setOffline(true);
    await page.locator('.dbg-glass:not([data-liveness="live"])').waitFor({ timeout: 60_000 });
    await browser.setOffline(false);
    await debug.live();
  });

  it("lets exactly one of two people who click at the same moment have the phone", async () => {
    const { list } = await client.call(ENDPOINTS.deviceList, { query: { project, state: "idle" } });
    const device_id = list[0]!.device_id;
    const answers = await Promise.allSettled(
      Array.from({ length: 8 }, () =>
        client.call(ENDPOINTS.testCreate, {
          query: { project },
          body: { kind: "debug", device_id, duration_minutes: 5 },
        }),
      ),
    );
    const won = answers.filter((answer) => answer.status === "fulfilled");
    const codes = answers
      .filter((answer) => answer.status === "rejected")
      .map((answer) => (answer.reason as { code: string }).code);
    expect(won).toHaveLength(1);
    expect(new Set(codes)).toEqual(new Set(["device_busy"]));
    const { test_id } = won[0]!.value;
    await client.call(ENDPOINTS.testCancel, { params: { test_id }, query: { project } });
    await ended(test_id);
  });
});
