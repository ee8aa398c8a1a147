import { disposeAtRest } from "@udt/testkit";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ENDPOINTS, LIMITS, say, SOCKETS } from "@udt/contract";
import { TestServer, until, type Person } from "../../../test/harness.ts";
import { deviceReport, ScriptedAgent } from "../../../test/scripted-agent.ts";
import { localNote } from "../../platform/local-note.ts";
import { updateAgent } from "./agents.repository.ts";

describe("agents", () => {
  let udt: TestServer;
  let admin: Person;
  const query = { project: "alpha" };
  const deviceOf = async (serial: string) =>
    (await udt.ok(ENDPOINTS.deviceList, { as: admin, query: { ...query, keyword: serial } })).list[0];
  const agents = () => udt.ok(ENDPOINTS.agentList, { as: admin, query: { page_size: 100 } });

  beforeAll(async () => {
    udt = await TestServer.start();
    admin = await udt.person("root", { udt_admin: true });
    await udt.project("alpha", []);
    await udt.project("beta", []);
  });
  afterAll(() => disposeAtRest(udt));

  it("are made with a token that is shown once, and kept as a hash", async () => {
    const made = await udt.ok(ENDPOINTS.agentCreate, { as: admin, body: { name: "bench", project_ids: ["alpha"] } });
    expect(made.token).toMatch(/^[\w-]{43}$/);
    const { rows } = await udt.server.database.db.execute("select * from agents");
    expect(JSON.stringify(rows)).not.toContain(made.token);
    const { list } = await agents();
    expect(list).toContainEqual(
      expect.objectContaining({
        agent_id: made.agent_id,
        name: "bench",
        online: false,
        project_ids: ["alpha"],
        device_count: 0,
      }),
    );
    await udt.refused(
      ENDPOINTS.agentCreate,
      { as: admin, body: { name: "x", project_ids: ["nothing"] } },
      "project_not_exists",
    );
  });

  it("say hello, and show with their devices", async () => {
    const agent = await udt.agent("hello");
    const welcome = await agent.connect([deviceReport("hello-1"), deviceReport("hello-2")]);
    expect(welcome).toEqual({
      type: "welcome",
      agent_id: agent.agent_id,
      heartbeat_ms: LIMITS.agent_heartbeat_ms,
      now: udt.clock.now(),
      sessions: [],
      tasks: [],
    });
    const other = await udt.agent("other agent");
    await other.connect([deviceReport("other-1")]);
    const { list } = await agents();
    expect(list.find((one) => one.agent_id === other.agent_id)).toMatchObject({ device_count: 1 });
    expect(list.find((one) => one.agent_id === agent.agent_id)).toMatchObject({
      online: true,
      hostname: "host",
      ip: "127.0.0.1",
      device_count: 2,
      last_heartbeat_at: udt.clock.now(),
      offline_at: null,
    });
  });

  it("are refused with a wrong token, or none", async () => {
    for (const bearer of ["wrong", undefined]) {
      const tap = await udt.socket(SOCKETS.agentLink, bearer === undefined ? {} : { bearer });
      expect(await tap.closed).toEqual({ code: 4401, reason: "agent_token" });
    }
  });

  it.each([
    ["no JSON", "hello"],
    ["no message of ours", '{"type":"dance"}'],
    ["a message with a wrong field", '{"type":"device_gone","serial":5,"reason":""}'],
    ["bytes", Buffer.from([1, 2, 3])],
    ["something before hello", '{"type":"device_gone","serial":"x","reason":""}'],
  ])("lose their link for %s", async (_what, message) => {
    const agent = await udt.agent("garbage");
    await agent.dial();
    agent.socket.send(message);
    await until(() => expect(agent.closed).toEqual({ code: 4400, reason: "invalid_param" }));
  });

  it("lose their link for a protocol that the server does not speak", async () => {
    const agent = await udt.agent("old");
    await agent.connect([], { protocol: 99 });
    await until(() => expect(agent.closed?.code).toBe(4400));
  });

  it("keep a second instance out while they live, and give way to themselves", async () => {
    const agent = await udt.agent("twice");
    await agent.connect([], { instance_id: "one" });
    const second = new ScriptedAgent(udt.server.url, agent.token);
    await second.connect([], { instance_id: "two" });
    await until(() => expect(second.closed).toEqual({ code: 4409, reason: "agent_duplicate" }));
    expect(agent.closed).toBeUndefined();
    const same = new ScriptedAgent(udt.server.url, agent.token);
    expect(await same.connect([], { instance_id: "one" })).toBeDefined();
    await until(() => expect(agent.closed).toBeDefined());
    // Silent for three heartbeats: the first instance does not count as alive any more.
    udt.clock.turn(3 * LIMITS.agent_heartbeat_ms);
    expect(await second.connect([], { instance_id: "two" })).toBeDefined();
    second.close();
    same.close();
  });

  it("keep their serials while they live; the next one gets them when they are lost", async () => {
    const first = await udt.agent("first");
    const second = await udt.agent("second");
    await first.connect([deviceReport("shared")]);
    const before = await deviceOf("shared");
    await second.connect([deviceReport("shared")]);
    await until(() =>
      expect(second.all("device_refused")).toEqual([{ type: "device_refused", serial: "shared", agent_name: "first" }]),
    );
    expect((await deviceOf("shared"))!.agent_id).toBe(first.agent_id);
    first.break();
    await until(async () => {
      udt.clock.turn(1000);
      await second.heartbeat();
      expect(await deviceOf("shared")).toMatchObject({ agent_id: second.agent_id, state: "idle" });
    });
    expect((await deviceOf("shared"))!.device_id).toBe(before!.device_id);
  });

  it("get a serial that they were refused as soon as its holder drops it, as they last reported it", async () => {
    const first = await udt.agent("holds");
    const second = await udt.agent("waits");
    await first.connect([deviceReport("passed-on"), deviceReport("given-up")]);
    await second.connect([]);
    for (const model of ["Old", "New"]) {
      second.send({ type: "device", device: deviceReport("passed-on", { model }) });
      second.send({ type: "device", device: deviceReport("given-up") });
    }
    second.send({ type: "device_gone", serial: "given-up", reason: say("device_connection_lost") });
    await until(() => expect(second.all("device_refused")).toHaveLength(4));
    await second.flushed();
    for (const serial of ["passed-on", "given-up"])
      first.send({ type: "device_gone", serial, reason: say("device_connection_lost") });
    await until(async () =>
      expect(await deviceOf("passed-on")).toMatchObject({ agent_id: second.agent_id, state: "idle", model: "New" }),
    );
    // What the second one has no more it does not get.
    expect(await deviceOf("given-up")).toMatchObject({ agent_id: first.agent_id, state: "offline" });
  });

  it("end what ran on the agent that lost the device they took over", async () => {
    const holder = await udt.person("holder");
    await udt.project("moving", [{ person: holder, user_type: 2 }]);
    const first = await udt.agent("loses");
    const second = await udt.agent("takes");
    await first.connect([deviceReport("moving")]);
    const { device_id } = (await deviceOf("moving"))!;
    const on = { as: holder, query: { project: "moving" } };
    const body = { kind: "debug", device_id, duration_minutes: 30 };
    const { test_id } = await udt.ok(ENDPOINTS.testCreate, { ...on, body });
    const record = () => udt.ok(ENDPOINTS.testGet, { ...on, params: { test_id } });
    await until(async () => expect((await record()).state).toBe("running"));
    first.break();
    // As if this server had died right after it found the agent lost.
    await updateAgent(udt.server.database.db, first.agent_id, { offline_at: udt.clock.now() });
    await second.connect([deviceReport("moving")]);
    expect(await record()).toMatchObject({ state: "ended", end_reason: "agent_lost" });
    expect(await deviceOf("moving")).toMatchObject({ agent_id: second.agent_id, state: "idle" });
  });

  it("that are registered for projects show their devices there alone", async () => {
    const agent = await udt.agent("only beta", ["beta"]);
    await agent.connect([deviceReport("only-beta")]);
    expect(await deviceOf("only-beta")).toBeUndefined();
    const beta = await udt.ok(ENDPOINTS.deviceList, { as: admin, query: { project: "beta", keyword: "only-beta" } });
    expect(beta.total).toBe(1);
    const { device_id } = beta.list[0]!;
    await udt.refused(ENDPOINTS.deviceGet, { as: admin, query, params: { device_id } }, "device_not_in_project");
  });

  it("take devices from the list that they no longer have", async () => {
    const agent = await udt.agent("forgetful");
    await agent.connect([deviceReport("kept"), deviceReport("dropped")]);
    agent.break();
    await agent.connect([deviceReport("kept")]);
    expect((await deviceOf("kept"))!.state).toBe("idle");
    expect((await deviceOf("dropped"))!.state).toBe("offline");
  });

  it("that run beside the server are made once, keep their devices with another token, and stay revoked", async () => {
    const { agents: service } = udt.server.services;
    const note = localNote(join(udt.settings.data_dir, "local-agent"));
    const locals = async () => (await agents()).list.filter((agent) => agent.name === "local");
    await service.ensureLocal("a token of the local agent", note);
    await service.ensureLocal("a token of the local agent", note);
    expect(await locals()).toHaveLength(1);
    const [local] = await locals();
    await service.ensureLocal("another token of the local agent", note);
    expect((await locals()).map((agent) => agent.agent_id)).toEqual([local!.agent_id]);
    await expect(service.authenticate("a token of the local agent")).rejects.toMatchObject({ code: "agent_token" });
    expect(await service.authenticate("another token of the local agent")).toBe(local!.agent_id);
    // The server of another machine on the same database has its own.
    const elsewhere = localNote(join(udt.settings.data_dir, "elsewhere", "local-agent"));
    await service.ensureLocal("a token of the other machine", elsewhere);
    expect(await locals()).toHaveLength(2);

    await udt.ok(ENDPOINTS.agentRevoke, { as: admin, params: { agent_id: local!.agent_id } });
    await service.ensureLocal("another token of the local agent", note);
    expect(await locals()).toHaveLength(1);
  });

  it("are gone for good when revoked", async () => {
    const agent = await udt.agent("revoked");
    await agent.connect([deviceReport("revoked-1")]);
    const params = { agent_id: agent.agent_id };
    await udt.ok(ENDPOINTS.agentRevoke, { as: admin, params });
    await until(() => expect(agent.closed).toEqual({ code: 4401, reason: "agent_token" }));
    expect(await deviceOf("revoked-1")).toBeUndefined();
    expect((await agents()).list.map((one) => one.agent_id)).not.toContain(agent.agent_id);
    await udt.refused(ENDPOINTS.agentRevoke, { as: admin, params }, "agent_not_found");
    await agent.connect([]);
    await until(() => expect(agent.closed).toEqual({ code: 4401, reason: "agent_token" }));
  });
});
