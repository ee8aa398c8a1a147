import { disposeAtRest } from "@udt/testkit";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ENDPOINTS, LIMITS, SOCKETS } from "@udt/contract";
import { TestServer, until, type Person, type TestAgent } from "../../../test/harness.ts";
import { deviceReport } from "../../../test/scripted-agent.ts";
import { watch_links } from "../../platform/database/control.schema.ts";

const HOUR_MS = 3_600_000;

describe("a link to watch a session by", () => {
  let count = 0;
  let udt: TestServer;
  let ada: Person;
  let bea: Person;
  let root: Person;
  let agent: TestAgent;
  let query: { project: string };
  let params: { test_id: string; device_id: string };

  const ofTest = () => ({ query, params: { test_id: params.test_id } });
  const make = (hours: number | null = 1) =>
    udt.ok(ENDPOINTS.watchLinkCreate, { as: ada, ...ofTest(), body: { hours } });
  const tokenOf = ({ path }: { path: string }) => path.slice("/watch/".length);
  const get = (token: string, ip = "10.0.0.1") =>
    udt.call(ENDPOINTS.watchGet, { params: { token }, headers: { "x-forwarded-for": ip } });
  const watch = (token: string) => udt.socket(SOCKETS.watch, { params: { token } });
  const watching = async (token: string) => {
    const before = agent.streams.length;
    const tap = await watch(token);
    return { tap, end: await until(() => agent.streams[before] ?? expect.fail("nothing was opened")) };
  };
  const isOver = async (token: string) => {
    expect((await get(token)).code).toBe("watch_link_over");
    expect(await (await watch(token)).closed).toEqual({ code: 4404, reason: "watch_link_over" });
  };
  const list = async () => (await udt.ok(ENDPOINTS.watchLinkList, { as: ada, ...ofTest() })).list;
  const set = (values: Record<string, unknown>) => udt.ok(ENDPOINTS.adminSettingsSet, { as: root, body: values });

  beforeAll(async () => {
    udt = await TestServer.start();
    root = await udt.person("root", { udt_admin: true });
    [ada, bea] = [await udt.person("ada"), await udt.person("bea")];
  });
  afterAll(() => disposeAtRest(udt));
  beforeEach(async () => {
    query = { project: `project-${++count}` };
    await udt.project(
      query.project,
      [ada, bea].map((person) => ({ person, user_type: 2 as const })),
    );
    agent = await udt.agent(`agent-${count}`, [query.project]);
    await agent.connect([deviceReport(`serial-${count}`)]);
    const { device_id } = (await udt.ok(ENDPOINTS.deviceList, { as: ada, query })).list[0]!;
    const body = { kind: "debug", device_id, duration_minutes: 480 };
    const { test_id } = await udt.ok(ENDPOINTS.testCreate, { as: ada, query, body });
    params = { test_id, device_id };
    await until(async () => expect((await udt.ok(ENDPOINTS.testGet, { as: ada, ...ofTest() })).state).toBe("running"));
  });

  it("takes a token whatever it begins with", async () => {
    for (const first of "-_aZ0") await isOver(first + "x".repeat(42));
  });

  it("shows the picture to who has no account, who drives, and nothing more", async () => {
    const link = await make();
    const token = tokenOf(link);
    expect(Buffer.from(token, "base64url")).toHaveLength(32);
    const shown = await get(token);
    expect(shown.data).toEqual({
      device: { model: expect.any(String), os: "android", os_version: expect.any(String) },
      state: "running",
      driver_names: ["ada"],
      deadline: expect.any(Number),
      expires_at: link.expires_at,
    });
    const { tap, end } = await watching(token);
    end.socket.send(Buffer.from("picture"), { binary: true });
    await until(() => expect(tap.messages.map(({ data }) => data.toString())).toEqual(["picture"]));
    expect(agent.all("stream_open").at(-1)).toMatchObject({ stream: "screen", watching: true, who: null });
    expect(await list()).toMatchObject([{ link_id: link.link_id, user_name: "ada", watching: 1 }]);
    // Who has no name is not among the named.
    expect((await udt.ok(ENDPOINTS.testGet, { as: ada, ...ofTest() })).viewers).toEqual([]);
    await udt.ok(ENDPOINTS.controlGive, { as: ada, ...ofTest(), body: { user_id: bea.user_id, instead: true } });
    expect((await get(token)).data).toMatchObject({ driver_names: ["bea"] });
  });

  it("is kept as a hash alone, and is no credential elsewhere", async () => {
    const token = tokenOf(await make());
    const rows = await udt.server.database.db.select().from(watch_links);
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(JSON.stringify(await udt.ok(ENDPOINTS.auditList, { as: root }))).not.toContain(token);
    const asked = { query, params: { test_id: params.test_id } };
    await udt.refused(ENDPOINTS.testGet, { ...asked, bearer: token }, "need_login");
    const tap = await udt.socket(SOCKETS.stream, { bearer: token, params: { ...params, stream: "log" }, query });
    expect((await tap.closed).reason).toBe("need_login");
  });

  it("is over when its time is, and who looks by it is cut off", async () => {
    const link = await make(1);
    expect(link.expires_at).toBe(link.created_at + HOUR_MS);
    const token = tokenOf(link);
    const { tap } = await watching(token);
    const { db } = udt.server.database;
    await db.update(watch_links).set({ expires_at: udt.clock.now() });
    // Open streams are judged again now and then.
    udt.clock.turn(LIMITS.agent_heartbeat_ms);
    expect((await tap.closed).reason).toBe("watch_link_over");
    await isOver(token);
    expect(await list()).toEqual([]);
  });

  it("is looked by at most so many at a time, each of whom is judged by the link's one judgement", async () => {
    const token = tokenOf(await make());
    const max = LIMITS.watch_link_watchers_max;
    const before = agent.streams.length;
    const taps = await Promise.all(Array.from({ length: max }, () => watch(token)));
    await until(() => expect(agent.streams.length - before).toBe(max));
    expect((await (await watch(token)).closed).reason).toBe("watch_link_full");
    taps[0]!.socket.close();
    await until(async () => expect((await list())[0]!.watching).toBe(max - 1));
    await watching(token);
    await udt.ok(ENDPOINTS.testCancel, { as: ada, ...ofTest() });
    await Promise.all(taps.map(({ closed }) => closed));
  });

  it("is over when it is revoked, which only the holder may do and nobody twice", async () => {
    const { link_id, ...link } = await make();
    const token = tokenOf(link);
    const of = { query, params: { test_id: params.test_id, link_id } };
    await udt.refused(ENDPOINTS.watchLinkRevoke, { as: bea, ...of }, "not_holder");
    await udt.refused(ENDPOINTS.watchLinkList, { as: bea, ...ofTest() }, "not_holder");
    const { tap } = await watching(token);
    await udt.ok(ENDPOINTS.watchLinkRevoke, { as: ada, ...of });
    expect(await tap.closed).toEqual({ code: 4404, reason: "watch_link_over" });
    await isOver(token);
    await udt.refused(ENDPOINTS.watchLinkRevoke, { as: ada, ...of }, "watch_link_not_found");
  });

  it("is over with its session", async () => {
    const token = tokenOf(await make(null));
    const { tap } = await watching(token);
    await udt.ok(ENDPOINTS.testCancel, { as: ada, ...ofTest() });
    expect((await tap.closed).code).toBe(4409);
    await isOver(token);
    await udt.refused(ENDPOINTS.watchLinkCreate, { as: ada, ...ofTest(), body: { hours: 1 } }, "test_ended");
  });

  it("is over while an administrator has links turned off", async () => {
    const token = tokenOf(await make());
    const { tap } = await watching(token);
    await set({ watch_links: false });
    try {
      expect((await tap.closed).reason).toBe("watch_link_over");
      await isOver(token);
      await udt.refused(ENDPOINTS.watchLinkCreate, { as: ada, ...ofTest(), body: { hours: 1 } }, "watch_links_off");
    } finally {
      await set({ watch_links: true });
    }
    expect((await get(token)).ret).toBe(0);
  });

  it("is over when who made it may not show the session any more", async () => {
    const made = await udt.ok(ENDPOINTS.watchLinkCreate, { as: root, ...ofTest(), body: { hours: 1 } });
    const token = tokenOf(made);
    expect((await get(token)).ret).toBe(0);
    await udt.ok(ENDPOINTS.adminUserUpdate, {
      as: await udt.person("second root", { udt_admin: true }),
      params: { user_id: root.user_id },
      body: { udt_admin: false },
    });
    await isOver(token);
    root = await udt.person(`root ${count}`, { udt_admin: true });
  });

  it("is made by people, for so many hours and so many of them", async () => {
    for (const hours of [0, LIMITS.watch_link_hours_max + 1, 0.5])
      await udt.refused(ENDPOINTS.watchLinkCreate, { as: ada, ...ofTest(), body: { hours } }, "invalid_param");
    const { secret_id, secret_key } = await udt.ok(ENDPOINTS.keyReset, { as: ada });
    const authorization = `Basic ${Buffer.from(`${secret_id}:${secret_key}`).toString("base64")}`;
    const byKey = { headers: { authorization }, ...ofTest(), body: { hours: 1 } };
    await udt.refused(ENDPOINTS.watchLinkCreate, byKey, "signed_in_only");
    for (let index = 0; index < LIMITS.watch_links_max; index++) await make();
    await udt.refused(ENDPOINTS.watchLinkCreate, { as: ada, ...ofTest(), body: { hours: 1 } }, "watch_link_limit");
  });

  it("is guessed a few times and no more", async () => {
    const answers = [];
    for (let index = 0; index < 40; index++) answers.push((await get(`wrong-${index}`)).code);
    expect(answers[0]).toBe("watch_link_over");
    expect(answers.at(-1)).toBe("too_many_attempts");
  });
});
