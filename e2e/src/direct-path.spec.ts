/** The direct path: picture and streams straight between agent and browser, and by the server where that is not to be had. */
import { ENDPOINTS } from "@udt/contract";
import {
  hasTurnServer,
  lossyRelay,
  openBrowser,
  startTurnServer,
  type LossyRelay,
  type TurnServer,
} from "@udt/testkit";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addColleague } from "./colleague.ts";
import { DebugPage, enter } from "./console-pages.ts";
import {
  channelState,
  close,
  inputBytes,
  keepPaths,
  openPage,
  openPattern,
  packetsIn,
  speakAsStranger,
  stateIn,
  touch,
  touchesIn,
  untilDirect,
  wayIn,
  type Opened,
} from "./direct-page.ts";

const BEA = { email: "bea@example.com", password: "a-long-password-1", user_name: "Bea Colleague" };
const query = { project: "demo" };

/** Nothing for 2.5 s gives a path up, which is looked for four times a second; then comes a key frame. A busy machine has its share. */
const MOST_STALLED_MS = 6_000;

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

  it("brings what is drawn on the phone, of which the server has nothing but that somebody is there", async () => {
    const { udt, page, debug } = opened;
    await untilDirect(opened);
    const client = await udt.signIn();
    const unusedUntil = async () =>
      (await client.call(ENDPOINTS.testGet, { query, params: { test_id: debug.test_id } })).inactive_deadline ?? 0;
    const [bytes, shown, until] = [await inputBytes(opened), (await debug.sequence()) ?? 0, await unusedUntil()];
    const box = (await debug.canvas.boundingBox())!;
    await page.mouse.move(box.x + box.width / 2, box.y + box.height * 0.3);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2, box.y + box.height * 0.7, { steps: 20 });
    await page.mouse.up();
    await expect.poll(() => debug.sequence()).toBeGreaterThan(shown + 10);
    await expect.poll(async () => touch(debug).then(unusedUntil)).toBeGreaterThan(until);
    expect(await inputBytes(opened)).toBe(bytes);
    // Where the time of the touch went: no server is said to have been between.
    const told = async () =>
      JSON.parse((await page.locator(".dbg-stats").getAttribute("data-touch")) ?? "{}") as object;
    const before = (await debug.sequence()) ?? 0;
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    // Lifted before, of a picture nobody would know which of the two it shows.
    await expect.poll(() => debug.sequence()).toBeGreaterThan(before);
    await expect.poll(told).toHaveProperty("socket");
    await page.mouse.up();
    expect(await told()).not.toHaveProperty("server");
    await page.locator(".dbg-stats").hover();
    await page.getByRole("tooltip").getByText("Browser to agent").waitFor();
  });

  it("is closed to strangers, and at once to who loses control", async () => {
    const { udt, page, debug, inputKey } = opened;
    await untilDirect(opened);
    await addColleague(await udt.signIn(), BEA);
    await using other = await openBrowser();
    const hers = other.pages()[0] ?? (await other.newPage());
    await keepPaths(hers);
    await enter(hers, { url: udt.url, admin: BEA });
    await hers.goto(page.url());
    await expect.poll(() => wayIn(hers)).toBe("direct");
    const shown = (await debug.sequence()) ?? 0;
    const key = inputKey();
    expect(await channelState(page, key)).toBe("open");
    const finger = { type: "touch", action: "down", pointer_id: 0, x: 100, y: 500, ...(await debug.size()) };
    const said = [JSON.stringify({ way: "turn", turn: 1 }), JSON.stringify(finger)];
    // She watches: by her own path, under names of her own and under the one that is another's.
    for (const name of ["input", key!]) await speakAsStranger(hers, name, said);
    const people = page.getByRole("button", { name: "People in this session" });
    await people.click();
    const bea = page.locator(".dbg-people-list").getByRole("listitem", { name: BEA.user_name });
    await bea.getByRole("button", { name: "Hand over", exact: true }).click();
    await expect.poll(() => channelState(page, key)).toBe("closed");
    await page.locator(".dbg-surface").waitFor({ state: "detached" });
    // By hand as well, under the name that was good, by the path that brings the picture to who watches now.
    await expect.poll(() => stateIn(page)).toBe("connected");
    await speakAsStranger(page, key!, said);
    const her = new DebugPage(hers);
    await her.live();
    await expect.poll(() => her.sequence()).toBe(shown);
    await touch(her);
    await page.keyboard.press("Escape");
    await people.click();
    const { user_name } = await (await udt.signIn()).call(ENDPOINTS.userInfo, {});
    const mine = page.locator(".dbg-people-list").getByRole("listitem", { name: user_name });
    await mine.getByRole("button", { name: "Take back", exact: true }).click();
    await debug.live();
    await page.keyboard.press("Escape");
  });

  it("goes with the server's socket, and comes back with it", async () => {
    const { udt, page, debug } = opened;
    await udt.server.kill("SIGKILL");
    await page.locator('.dbg-glass:not([data-liveness="live"])').waitFor();
    await udt.restart("server");
    await debug.live();
    await touch(debug);
    await expect.poll(() => wayIn(page)).toBe("direct");
    await untilDirect(opened);
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

  it("loses nothing of what is done while it dies in the middle of a drag", async () => {
    const { page, debug } = opened;
    await untilDirect(opened);
    await debug.tab("Log").click();
    const box = (await debug.canvas.boundingBox())!;
    const at = (x: number, y: number) => [box.x + box.width * x, box.y + box.height * y] as const;
    const before = (await touchesIn(debug)).length;
    await page.mouse.move(...at(0.5, 0.3));
    await page.mouse.down();
    await page.mouse.move(...at(0.5, 0.4), { steps: 4 });
    link.loss = 1;
    await page.mouse.move(...at(0.5, 0.6), { steps: 8 });
    await page.mouse.up();
    for (const x of [0.2, 0.4, 0.6, 0.8]) await page.mouse.click(...at(x, 0.8));
    const given = async () => (await touchesIn(debug)).slice(before);
    await expect.poll(async () => (await given()).filter(({ action }) => action === "up").length).toBe(5);
    const touches = await given();
    // Moves that wait together are one; none of them comes twice or late.
    const drag = touches.slice(0, touches.findIndex(({ action }) => action === "up") + 1);
    expect(drag.map(({ action }) => action)).toEqual(["down", ...drag.slice(2).map(() => "move"), "up"]);
    const down = drag.slice(0, -1).map(({ y }) => y);
    expect(down).toEqual([...new Set(down)].toSorted((a, b) => a - b));
    expect(drag.at(-1)?.y).toBe(down.at(-1));
    const taps = touches.slice(drag.length);
    expect(taps.map(({ action }) => action)).toEqual(["down", "up", "down", "up", "down", "up", "down", "up"]);
    expect(taps.map(({ x }) => x)).toEqual(taps.map(({ x }) => x).toSorted((a, b) => a - b));
    expect(new Set(taps.map(({ x }) => x)).size).toBe(4);
    link.loss = 0;
    await expect.poll(() => wayIn(page)).toBe("relayed");
    await untilDirect(opened);
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
