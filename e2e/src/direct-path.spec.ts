/** The direct path: the picture straight from the agent to the browser, and by the server where that is not to be had. */
import { hasTurnServer, lossyRelay, openBrowser, startTurnServer, startUdt, type Udt } from "@udt/testkit";
import type { LossyRelay, TurnServer } from "@udt/testkit";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DebugPage, enter } from "./console-pages.ts";

/** Nothing for 2.5 s gives a path up, which is looked for four times a second; then comes a key frame. A busy machine has its share. */
const MOST_STALLED_MS = 6_000;

interface Opened {
  udt: Udt;
  browser: BrowserContext & AsyncDisposable;
  page: Page;
  debug: DebugPage;
}

async function openPage(env: Record<string, string>): Promise<Opened> {
  const [udt, browser] = await Promise.all([startUdt({ phones: 1, env }), openBrowser()]);
  const page = browser.pages()[0] ?? (await browser.newPage());
  // Their own figures are the proof that pictures came by them.
  await page.addInitScript(() => {
    const made: RTCPeerConnection[] = [];
    const Usual = RTCPeerConnection;
    Object.assign(window, {
      made,
      RTCPeerConnection: class extends Usual {
        constructor(configuration: RTCConfiguration) {
          super(configuration);
          made.push(this);
        }
      },
    });
  });
  await enter(page, udt);
  return { udt, browser, page, debug: await DebugPage.start(page, udt, "") };
}

async function close(opened: Opened | undefined): Promise<void> {
  await opened?.browser.close();
  await opened?.udt.stop();
}

/** By which way the picture comes, as the page says. */
const wayIn = (page: Page) => page.locator(".dbg-way").getAttribute("data-way");
/** The state of the path, as document 2 names them. */
const stateIn = (page: Page) => page.locator(".dbg-way").getAttribute("data-path");

/** RTP packets that have come by the newest path. */
const packetsIn = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const { made } = window as unknown as { made: RTCPeerConnection[] };
    let packets = 0;
    (await made.at(-1)?.getStats())?.forEach((entry: { type: string; packetsReceived?: number }) => {
      if (entry.type === "inbound-rtp") packets += entry.packetsReceived ?? 0;
    });
    return packets;
  });

/** Touches the pattern, which shows how many touches it has had: none is lost, and none comes twice. */
async function touch(debug: DebugPage): Promise<void> {
  const before = (await debug.sequence()) ?? 0;
  const { width, height } = await debug.size();
  await debug.tap(width / 2, height * 0.6);
  await expect.poll(() => debug.sequence()).toBe(before + 2);
}

async function openPattern(debug: DebugPage): Promise<void> {
  await debug.startApp("dev.udt.testpattern");
  await expect.poll(() => debug.sequence()).toBe(0);
}

describe("the direct path", () => {
  let opened: Opened;
  beforeAll(async () => {
    opened = await openPage({ UDT_DIRECT_PATH: "on" });
  });
  afterAll(() => close(opened));

  it("brings the picture, and what a touch changes in it", async () => {
    const { page, debug } = opened;
    await expect.poll(() => wayIn(page)).toBe("direct");
    await expect.poll(() => stateIn(page)).toBe("connected");
    await openPattern(debug);
    const before = await packetsIn(page);
    await touch(debug);
    expect(await packetsIn(page)).toBeGreaterThan(before);
    expect(await wayIn(page)).toBe("direct");
    await page.locator(".dbg-stats").hover();
    const told = page.getByRole("tooltip");
    await told.getByText("Straight from the agent").waitFor();
    await told.getByText("Connected", { exact: true }).waitFor();
  });

  it("goes with the server's socket, and comes back with it", async () => {
    const { udt, page, debug } = opened;
    await udt.server.kill("SIGKILL");
    await page.locator('.dbg-glass:not([data-liveness="live"])').waitFor();
    await udt.restart("server");
    await debug.live();
    await touch(debug);
    await expect.poll(() => wayIn(page)).toBe("direct");
    await touch(debug);
  });
});

describe.skipIf(!hasTurnServer())("a relayed path", () => {
  let turn: TurnServer;
  let link: LossyRelay;
  let opened: Opened;
  beforeAll(async () => {
    turn = await startTurnServer();
    link = await lossyRelay(turn.port);
    opened = await openPage({
      UDT_DIRECT_PATH: "relay",
      UDT_TURN_URLS: `turn:127.0.0.1:${link.port}?transport=udp`,
      UDT_TURN_SECRET: turn.secret,
    });
  });
  afterAll(async () => {
    await close(opened);
    link?.[Symbol.dispose]();
    turn?.[Symbol.dispose]();
  });

  it("is made by coturn, with credentials that the server makes and that end", async () => {
    const { page, debug } = opened;
    await expect.poll(() => wayIn(page)).toBe("relayed");
    expect(turn.log()).toMatch(/user(name=)? ?<\d+:[\w-]+>/);
    await openPattern(debug);
    const before = await packetsIn(page);
    await touch(debug);
    expect(await packetsIn(page)).toBeGreaterThan(before);
  });

  it("hands over to the server when nothing comes through, and comes back", async () => {
    const { page, debug } = opened;
    link.loss = 1;
    const cutAt = performance.now();
    await touch(debug);
    expect(performance.now() - cutAt).toBeLessThan(MOST_STALLED_MS);
    await expect.poll(() => wayIn(page)).toBe("server");
    expect(await page.locator(".dbg-glass").getAttribute("data-liveness")).toBe("live");
    await touch(debug);
    link.loss = 0;
    await expect.poll(() => wayIn(page)).toBe("relayed");
    const before = await packetsIn(page);
    await touch(debug);
    expect(await packetsIn(page)).toBeGreaterThan(before);
  });

  it("keeps a game's picture moving over a link that loses 5 % each way", async () => {
    const { page, debug } = opened;
    await debug.startApp("dev.udt.game");
    link.delayMs = 25;
    link.loss = 0.05;
    const frames = async () => Number(await debug.canvas.getAttribute("data-frames"));
    const first = await frames();
    // Seven a second at least, with all that the machine does besides: without repeats it were three.
    await expect.poll(frames, { timeout: 15_000 }).toBeGreaterThan(first + 105);
    expect(await wayIn(page)).toBe("relayed");
    expect(link.counts.lost).toBeGreaterThan(0);
  });
});
