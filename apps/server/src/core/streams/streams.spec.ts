import { disposeAtRest } from "@udt/testkit";
import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ACTIVE_PING, CONTROL_PINGS, ENDPOINTS, SOCKETS, wayText, type StreamName } from "@udt/contract";
import { eq } from "../../platform/database/sql.ts";
import { TestServer, until, type Person, type Tap, type TestAgent } from "../../../test/harness.ts";
import { deviceReport } from "../../../test/scripted-agent.ts";
import { members } from "../../platform/database/core.schema.ts";

describe("streams", () => {
  let udt: TestServer;
  let holder: Person;
  let colleague: Person;
  let agent: TestAgent;
  let query: { project: string };
  let test_id: string;
  let device_id: string;
  let count = 0;

  const open = (stream: StreamName, as = holder, profile = "any") =>
    udt.socket(SOCKETS.stream, { as, params: { test_id, device_id, stream }, query: { ...query, profile } });
  /** A stream with both its ends. */
  const joined = async (
    stream: StreamName,
    as = holder,
  ): Promise<{ browser: Tap; device: TestAgent["streams"][number]["socket"] }> => {
    const before = agent.streams.length;
    const browser = await open(stream, as);
    const end = await until(() => agent.streams[before] ?? expect.fail(`${stream} was not opened`));
    return { browser, device: end.socket };
  };
  const viewers = async () => (await udt.ok(ENDPOINTS.testGet, { as: holder, query, params: { test_id } })).viewers;

  beforeAll(async () => {
    udt = await TestServer.start();
  });
  afterAll(() => disposeAtRest(udt));
  beforeEach(async () => {
    query = { project: `project-${++count}` };
    holder = await udt.person("holder");
    colleague = await udt.person("colleague");
    await udt.project(
      query.project,
      [holder, colleague].map((person) => ({ person, user_type: 2 as const })),
    );
    agent = await udt.agent("agent", [query.project]);
    await agent.connect([deviceReport(`serial-${count}`)]);
    device_id = (await udt.ok(ENDPOINTS.deviceList, { as: holder, query })).list[0]!.device_id;
    const body = { kind: "debug", device_id, duration_minutes: 30 };
    test_id = (await udt.ok(ENDPOINTS.testCreate, { as: holder, query, body })).test_id;
    await until(async () =>
      expect(await udt.ok(ENDPOINTS.testGet, { as: holder, query, params: { test_id } })).toMatchObject({
        state: "running",
      }),
    );
  });

  it("passes text and bytes on as they are, in order, both ways", async () => {
    const { browser, device } = await joined("terminal");
    const heard: { data: Buffer; isBinary: boolean }[] = [];
    device.on("message", (data: Buffer, isBinary) => heard.push({ data, isBinary }));
    const bytes = randomBytes(100_000);
    browser.socket.send(bytes);
    browser.socket.send('{"type":"resize","cols":80,"rows":24}');
    device.send(bytes);
    device.send("text");
    await until(() => expect(heard).toHaveLength(2));
    await until(() => expect(browser.messages).toHaveLength(2));
    expect(heard[0]!.isBinary).toBe(true);
    expect(heard[0]!.data.equals(bytes)).toBe(true);
    expect(heard[1]).toEqual({ data: Buffer.from('{"type":"resize","cols":80,"rows":24}'), isBinary: false });
    expect(browser.messages[0]!.isBinary).toBe(true);
    expect(browser.messages[0]!.data.equals(bytes)).toBe(true);
    expect(browser.messages[1]).toEqual({ data: Buffer.from("text"), isBinary: false });
  });

  it("tells the agent which session, stream and profile are meant", async () => {
    await open("screen", holder, "baseline");
    await until(() => expect(agent.all("stream_open")).toHaveLength(1));
    expect(agent.all("stream_open")[0]).toMatchObject({ test_id, stream: "screen", profile: "baseline" });
  });

  it("tells the agent what a direct path may be made with, which no browser tells it", async () => {
    await open("signaling", holder);
    await until(() => expect(agent.all("stream_open")).toHaveLength(1));
    await open("screen", holder);
    await until(() => expect(agent.all("stream_open")).toHaveLength(2));
    expect(agent.all("stream_open").map(({ stream, direct }) => [stream, direct])).toEqual([
      ["signaling", { ice_servers: [], relay_only: false }],
      ["screen", undefined],
    ]);
  });

  it("hands the close of either end on to the other", async () => {
    const first = await joined("log");
    first.device.close(4400, "invalid_param");
    expect(await first.browser.closed).toEqual({ code: 4400, reason: "invalid_param" });
    const second = await joined("log");
    const closed = new Promise<number>((resolve) => second.device.once("close", resolve));
    second.browser.socket.close(1000);
    expect(await closed).toBe(1000);
  });

  it("slows the writer down when the reader does not read, and loses nothing", async () => {
    const { browser, device } = await joined("screen");
    browser.socket.pause();
    const packet = randomBytes(64 * 1024);
    const packets = 1000;
    for (let index = 0; index < packets; index++) device.send(packet);
    // As much again over a stream that is read: by then the server has had all the time that it needs for the first.
    const other = await joined("log");
    for (let index = 0; index < packets; index++) other.device.send(packet);
    await until(() => expect(other.browser.messages).toHaveLength(packets));
    // What the kernel and the server hold is bounded, so most of the first is still with its writer.
    expect(device.bufferedAmount).toBeGreaterThan((packet.length * packets) / 2);
    browser.socket.resume();
    await until(() => expect(browser.messages).toHaveLength(packets));
    expect(device.bufferedAmount).toBe(0);
  });

  it("lets colleagues watch, but not touch", async () => {
    const { browser } = await joined("screen", colleague);
    expect(browser.socket.readyState).toBe(browser.socket.OPEN);
    const refused = await open("input", colleague);
    expect(await refused.closed).toEqual({ code: 4403, reason: "not_driver" });
  });

  it("goes on with the picture when control goes elsewhere, and tells the agent who drives from then on", async () => {
    const [mine, theirs] = [await joined("screen"), await joined("screen", colleague)];
    const told = [mine, theirs].map(({ device }) => {
      const said: string[] = [];
      device.on("ping", (data: Buffer) => said.push(data.toString()));
      return said;
    });
    const of = { params: { test_id }, query };
    await udt.ok(ENDPOINTS.controlGive, { as: holder, ...of, body: { user_id: colleague.user_id, instead: true } });
    await until(() => expect(told).toEqual([[CONTROL_PINGS.watches], [CONTROL_PINGS.drives]]));
    await udt.ok(ENDPOINTS.controlTakeBack, { as: holder, ...of });
    await until(() =>
      expect(told).toEqual([
        [CONTROL_PINGS.watches, CONTROL_PINGS.drives],
        [CONTROL_PINGS.drives, CONTROL_PINGS.watches],
      ]),
    );
    for (const { browser } of [mine, theirs]) expect(browser.socket.readyState).toBe(browser.socket.OPEN);
  });

  it("knows who watches", async () => {
    const events = await udt.socket(SOCKETS.events, { as: holder, query });
    const mine = await joined("screen");
    await joined("log");
    const theirs = await joined("screen", colleague);
    await until(async () =>
      expect((await viewers()).map((viewer) => viewer.user_name).toSorted()).toEqual(["colleague", "holder"]),
    );
    theirs.browser.socket.close();
    await until(async () => expect(await viewers()).toEqual([{ user_id: holder.user_id, user_name: "holder" }]));
    mine.browser.socket.close();
    await until(async () => expect(await viewers()).toEqual([]));
    await until(() =>
      expect(events.json).toContainEqual(expect.objectContaining({ type: "viewers.changed", test_id, viewers: [] })),
    );
  });

  it("closes when the test ends", async () => {
    const { browser, device } = await joined("screen");
    const closed = new Promise<number>((resolve) => device.once("close", resolve));
    await udt.ok(ENDPOINTS.testCancel, { as: holder, query, params: { test_id } });
    expect(await browser.closed).toEqual({ code: 4409, reason: "test_ended" });
    expect(await closed).toBe(4409);
    const late = await open("screen");
    expect(await late.closed).toEqual({ code: 4409, reason: "test_ended" });
  });

  it("closes when the user signs out", async () => {
    const { browser } = await joined("screen", colleague);
    await udt.ok(ENDPOINTS.userLogout, { as: colleague });
    expect(await browser.closed).toEqual({ code: 4401, reason: "invalid_session" });
  });

  it("closes when the user is no longer a member", async () => {
    const { browser } = await joined("screen", colleague);
    await udt.server.database.db.delete(members).where(eq(members.user_id, colleague.user_id));
    udt.clock.turn(5_000);
    expect(await browser.closed).toEqual({ code: 4403, reason: "user_not_in_project" });
  });

  it("counts what the holder does as activity, and what is watched not", async () => {
    const deadline = async () =>
      (await udt.ok(ENDPOINTS.testGet, { as: holder, query, params: { test_id } })).inactive_deadline;
    const first = (await deadline())!;
    udt.clock.turn(20_000);
    const screen = await joined("screen");
    screen.browser.socket.send('{"type":"ping","seq":1}');
    const log = await joined("log");
    log.browser.socket.send('{"type":"clear"}');
    const heard = new Promise((resolve) => log.device.once("message", resolve));
    await heard;
    expect(await deadline()).toBe(first);
    const input = await joined("input");
    input.browser.socket.send('{"type":"wake"}');
    await until(async () => expect(await deadline()).toBe(first + 20_000));
  });

  it("counts what the agent tells of the direct path as activity, and what only makes that not", async () => {
    const deadline = async () =>
      (await udt.ok(ENDPOINTS.testGet, { as: holder, query, params: { test_id } })).inactive_deadline;
    const first = (await deadline())!;
    udt.clock.turn(20_000);
    const log = await joined("log");
    const input = await joined("input");
    const answered = (device: typeof input.device, said: string) =>
      new Promise((resolve) => (device.once("pong", resolve), device.ping(said)));
    const heard = new Promise((resolve) => input.device.once("message", resolve));
    input.browser.socket.send(wayText({ way: "ask", path: "a-name-of-a-path-here" }));
    await heard;
    // A ping that says nothing, and one of a stream by which nothing is done.
    await answered(input.device, "");
    await answered(log.device, ACTIVE_PING);
    expect(await deadline()).toBe(first);
    await answered(input.device, ACTIVE_PING);
    await until(async () => expect(await deadline()).toBe(first + 20_000));
    // It is told to the server, and no page hears of it.
    expect(input.browser.messages).toEqual([]);
  });

  it("says so when the agent refuses, is away, or does not dial", async () => {
    agent.script.stream_open = () => ({
      error: { code: "capability_missing", args: { device_id, capability: "log" } },
    });
    expect(await (await open("log")).closed).toEqual({ code: 4409, reason: "capability_missing" });
    agent.script.stream_open = () => ({ error: { code: "what_is_this", args: {} } });
    expect(await (await open("log")).closed).toEqual({ code: 4502, reason: "device_command_failed" });
    agent.script.stream_open = () => "never";
    const silent = await open("log");
    await until(() => expect(agent.all("stream_open")).toHaveLength(3));
    udt.clock.turn(15_000);
    expect(await silent.closed).toEqual({ code: 4504, reason: "agent_timeout" });
    agent.break();
    await until(() => expect(udt.server.services.links.isReachable(agent.agent_id)).toBe(false));
    expect(await (await open("log")).closed).toEqual({ code: 4503, reason: "agent_lost" });
  });

  it("takes each stream id once, and from its own agent alone", async () => {
    agent.script.stream_open = () => "never";
    const browser = await open("terminal");
    await until(() => expect(agent.all("stream_open")).toHaveLength(1));
    const { url, stream_id } = agent.all("stream_open")[0]!;
    const other = await udt.agent("other");
    const stranger = await udt.socket(SOCKETS.agentStream, { bearer: other.token, params: { stream_id } });
    expect(await stranger.closed).toEqual({ code: 4404, reason: "stream_unknown" });
    const device = await agent.dialStream(url);
    const heard = new Promise((resolve) => device.once("message", resolve));
    browser.socket.send("hello");
    await heard;
    const twice = await udt.socket(SOCKETS.agentStream, { bearer: agent.token, params: { stream_id } });
    expect(await twice.closed).toEqual({ code: 4404, reason: "stream_unknown" });
    device.terminate();
  });

  it("refuses pages of other sites", async () => {
    const refused = await udt.socket(SOCKETS.stream, {
      as: holder,
      params: { test_id, device_id, stream: "screen" },
      query,
      origin: "https://evil.example",
    });
    expect((await refused.closed).code).toBe(1006);
    const own = await udt.socket(SOCKETS.stream, {
      as: holder,
      params: { test_id, device_id, stream: "screen" },
      query,
      origin: udt.server.url,
    });
    expect(own.socket.readyState).toBe(own.socket.OPEN);
  });
});
