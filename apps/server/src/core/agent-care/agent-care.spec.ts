import { disposeAtRest } from "@udt/testkit";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ENDPOINTS, SOCKETS } from "@udt/contract";
import { TestServer, until, type Person, type TestAgent } from "../../../test/harness.ts";
import { makeRun } from "../../../test/run-factory.ts";
import { deviceReport } from "../../../test/scripted-agent.ts";

const query = { project: "alpha" };
const beta = { project: "beta" };
const MACHINE = { load: 0.5, cores: 4, memory_bytes: 8_000, memory_free_bytes: 3_000 };

describe("an agent that is cared for", () => {
  let udt: TestServer;
  let admin: Person;
  let owner: Person;
  let member: Person;
  let elsewhere: Person;
  let agent: TestAgent;
  let device_id: string;
  let count = 0;

  beforeAll(async () => {
    udt = await TestServer.start();
    admin = await udt.person("root", { udt_admin: true });
    owner = await udt.person("owner");
    member = await udt.person("member");
    elsewhere = await udt.person("elsewhere");
    await udt.project(query.project, [
      { person: owner, user_type: 1 },
      { person: member, user_type: 2 },
    ]);
    await udt.project(beta.project, [
      { person: elsewhere, user_type: 1 },
      { person: owner, user_type: 2 },
    ]);
  });
  afterAll(() => disposeAtRest(udt));
  beforeEach(async () => {
    const serial = `S${++count}`;
    agent = await udt.agent(`lab-${count}`, [query.project]);
    await agent.connect([deviceReport(serial)]);
    device_id = (await udt.ok(ENDPOINTS.deviceList, { as: owner, query: { ...query, keyword: serial } })).list[0]!
      .device_id;
  });

  // One that serves all would take what the next test is about.
  afterEach(() => udt.ok(ENDPOINTS.agentRevoke, { as: admin, params: params() }));

  const params = () => ({ agent_id: agent.agent_id });
  const listed = async (as: Person, of = query) =>
    (await udt.ok(ENDPOINTS.projectAgentList, { as, query: { ...of, page_size: 100 } })).list;
  const shown = async (as = owner, of = query) =>
    (await listed(as, of)).find(({ agent_id }) => agent_id === agent.agent_id);
  const all = async () =>
    (await udt.ok(ENDPOINTS.agentList, { as: admin, query: { page_size: 100 } })).list.find(
      ({ agent_id }) => agent_id === agent.agent_id,
    )!;
  const drain = (draining: boolean, as = owner) => ({ as, query, params: params(), body: { draining } });
  const edit = (project_ids: string[], name = agentName()) => ({
    as: admin,
    params: params(),
    body: { name, project_ids },
  });
  const agentName = () => `lab-${count}`;
  const debug = (as = owner) => ({ as, query, body: { kind: "debug" as const, device_id, duration_minutes: 30 } });
  const stateOf = async (as = owner) => udt.ok(ENDPOINTS.deviceGet, { as, query, params: { device_id } });
  const idle = () => until(async () => expect(await stateOf()).toMatchObject({ state: "idle" }));
  const begun = (test_id: string) =>
    until(() => agent.all("session_start").find((start) => start.test_id === test_id) ?? expect.fail("not begun"));
  const audited = async (action: "agent.drain" | "agent.undrain" | "agent.rename" | "agent.projects") =>
    (await udt.ok(ENDPOINTS.auditList, { as: admin, query: { action } })).list;

  it("is told of to the projects that it serves, and nothing of others", async () => {
    const shared = await udt.agent("for all");
    await udt.ok(ENDPOINTS.agentEdit, edit(["alpha", "beta"]));
    expect(await shown()).toMatchObject({ serves: "several", project_ids: ["alpha"], device_count: 1 });
    expect(await shown(elsewhere, beta)).toMatchObject({ serves: "several", project_ids: ["beta"] });
    expect(await all()).toMatchObject({ serves: "several", project_ids: ["alpha", "beta"] });
    await udt.ok(ENDPOINTS.agentEdit, edit(["alpha"]));
    expect(await shown(member)).toMatchObject({ serves: "one", project_ids: ["alpha"] });
    const beside = await listed(elsewhere, beta);
    expect(beside.map(({ agent_id }) => agent_id)).toEqual([shared.agent_id]);
    expect(beside[0]).toMatchObject({ serves: "all", project_ids: [], online: false, upgrade_to: null });
    const devices = { params: params(), query };
    expect(await udt.ok(ENDPOINTS.projectAgentDevices, { as: member, ...devices })).toMatchObject({
      total: 1,
      list: [{ device_id, state: "idle" }],
    });
    await udt.refused(
      ENDPOINTS.projectAgentDevices,
      { as: elsewhere, params: params(), query: beta },
      "agent_not_found",
    );
    await udt.refused(ENDPOINTS.projectAgentList, { as: elsewhere, query }, "user_not_in_project");
    await udt.ok(ENDPOINTS.agentRevoke, { as: admin, params: { agent_id: shared.agent_id } });
    expect(await listed(elsewhere, beta)).toEqual([]);
  });

  it("tells how its computer is, once at first and with its heartbeats; one that does not tell stays valid", async () => {
    expect(await shown()).toMatchObject({ machine: null, addresses: null });
    const telling = await udt.agent("telling", ["alpha"]);
    await telling.connect([], { told: { addresses: ["10.0.0.7"], machine: MACHINE } });
    const told = async () => (await listed(member)).find(({ name }) => name === "telling");
    expect(await told()).toMatchObject({ machine: MACHINE, addresses: ["10.0.0.7"], ip: "127.0.0.1" });
    udt.clock.turn(10_000);
    await telling.heartbeat({ ...MACHINE, load: 3.5 });
    await until(async () => expect(await told()).toMatchObject({ machine: { load: 3.5 } }));
  });

  it("is told to be older than the server by its version's numbers, also when the server does not speak with it", async () => {
    expect(await shown()).toMatchObject({ version: "0.1.0", upgrade_to: null });
    await agent.connect([], { version: "0.0.12" });
    expect(await shown()).toMatchObject({ upgrade_to: "0.1.0" });
    await agent.connect([], { version: "0.10.0" });
    expect(await shown()).toMatchObject({ upgrade_to: null });
    const old = await udt.agent("of the past", ["alpha"]);
    await old.connect([], { protocol: 3, version: "0.0.3" });
    await until(() => expect(old.closed?.code).toBe(4400));
    const [found] = (await udt.ok(ENDPOINTS.projectAgentList, { as: owner, query: { ...query, keyword: "past" } }))
      .list;
    expect(found).toMatchObject({ online: false, version: "0.0.3", upgrade_to: "0.1.0" });
  });

  it("is drained, renamed and read by the administrators of its only project, and by nobody else there", async () => {
    const { body } = drain(true);
    const at = { query, params: params() };
    for (const [as, code] of [
      [member, "no_permission"],
      [elsewhere, "user_not_in_project"],
    ] as const) {
      await udt.refused(ENDPOINTS.projectAgentDrain, { as, ...at, body }, code);
      await udt.refused(ENDPOINTS.projectAgentRename, { as, ...at, body: { name: "x" } }, code);
      await udt.refused(ENDPOINTS.projectAgentLog, { as, ...at }, code);
    }
    // By the project that is theirs they do not get at what serves another.
    const foreign = { as: elsewhere, query: beta, params: params() };
    await udt.refused(ENDPOINTS.projectAgentDrain, { ...foreign, body }, "agent_not_found");
    await udt.refused(ENDPOINTS.projectAgentRename, { ...foreign, body: { name: "x" } }, "agent_not_found");
    await udt.refused(ENDPOINTS.projectAgentLog, foreign, "agent_not_found");
    for (const endpoint of [ENDPOINTS.agentDrain, ENDPOINTS.agentEdit])
      await udt.refused(endpoint, { as: owner, params: params(), body: { ...body, ...edit([]).body } }, "admin_only");
    await udt.refused(ENDPOINTS.agentLog, { as: owner, params: params() }, "admin_only");

    await udt.ok(ENDPOINTS.projectAgentRename, { as: owner, ...at, body: { name: "the lab" } });
    expect(await stateOf()).toMatchObject({ agent_name: "the lab" });
    expect((await audited("agent.rename"))[0]).toMatchObject({
      user_name: "owner",
      target: agentName(),
      detail: { name: "the lab" },
    });
    // As soon as it serves others too it is no longer theirs to change, nor its log theirs to read.
    for (const project_ids of [["alpha", "beta"], []]) {
      await udt.ok(ENDPOINTS.agentEdit, edit(project_ids));
      await udt.refused(ENDPOINTS.projectAgentDrain, { as: owner, ...at, body }, "agent_shared");
      await udt.refused(ENDPOINTS.projectAgentRename, { as: owner, ...at, body: { name: "x" } }, "agent_shared");
      await udt.refused(ENDPOINTS.projectAgentLog, { as: owner, ...at }, "agent_shared");
    }
    expect((await all()).draining).toBeNull();
  });

  it("finishes what runs while it is drained, and its devices are given to nobody until that is over", async () => {
    const events = await udt.socket(SOCKETS.events, { as: member, query });
    const running = await udt.ok(ENDPOINTS.testCreate, debug());
    await begun(running.test_id);
    expect(await udt.ok(ENDPOINTS.projectAgentDrain, drain(true))).toMatchObject({
      draining: { since: udt.clock.now(), user_name: "owner" },
    });
    const since = udt.clock.now();
    await until(() =>
      expect(events.json).toContainEqual(expect.objectContaining({ type: "device.changed", device_id })),
    );
    udt.clock.turn(60_000);
    // Asked again it is as it was, and nothing is audited twice.
    await udt.ok(ENDPOINTS.projectAgentDrain, drain(true));
    expect(await shown(member)).toMatchObject({ draining: { since, user_name: "owner" } });
    expect(await stateOf(member)).toMatchObject({ state: "busy", draining: { since, user_name: "owner" } });
    expect((await audited("agent.drain")).filter(({ target }) => target === agentName())).toHaveLength(1);
    expect(await udt.ok(ENDPOINTS.testGet, { as: owner, query, params: running })).toMatchObject({ state: "running" });

    await udt.ok(ENDPOINTS.testCancel, { as: owner, query, params: running });
    await idle();
    await udt.refused(ENDPOINTS.testCreate, debug(), "device_draining");
    const check = await udt.ok(ENDPOINTS.selfCheckStart, { as: owner, query, params: { device_id } });
    const { test_id } = await makeRun(udt.server.database.db, {
      project_id: query.project,
      user_id: member.user_id,
      at: udt.clock.now(),
      state: "queued",
      devices: [null],
      config: {
        devices: {
          kind: "rule",
          rules: [{ attribute: "serial", operator: "equals", values: [`S${count}`] }],
          count: 1,
        },
      },
    });
    const slots = await udt.ok(ENDPOINTS.runDevices, { as: member, query, params: { test_id } });
    expect(slots.list.map(({ queue }) => queue?.reason)).toEqual(["devices_draining"]);
    expect(await udt.ok(ENDPOINTS.projectAgentDrain, drain(false))).toMatchObject({ draining: null });
    const { sessions } = udt.server.services.tests;
    for (const one of [test_id, check.selfcheck_id]) {
      await begun(one);
      await sessions.conclude(one, { reason: "user" });
    }
    // Until then it was asked to begin nothing but the session of before.
    expect(agent.all("session_start")[0]).toMatchObject(running);
    expect(agent.all("session_start")).toHaveLength(3);
    expect((await audited("agent.undrain"))[0]).toMatchObject({ target: agentName(), user_name: "owner" });
    await idle();
  });

  it("gives no device that a self-check would give up, nor ends the self-check for it", async () => {
    const check = await udt.ok(ENDPOINTS.selfCheckStart, { as: owner, query, params: { device_id } });
    await begun(check.selfcheck_id);
    await udt.ok(ENDPOINTS.agentDrain, { as: admin, params: params(), body: { draining: true } });
    await udt.refused(ENDPOINTS.testCreate, debug(), "device_draining");
    expect(await stateOf()).toMatchObject({ lease: { test_id: check.selfcheck_id } });
    await udt.server.services.tests.sessions.conclude(check.selfcheck_id, { reason: "user" });
    await idle();
  });

  it("has its idle devices left out of a list, and counted apart, while it is drained", async () => {
    const listed = (no_draining: 0 | 1) =>
      udt.ok(ENDPOINTS.deviceList, {
        as: member,
        query: { ...query, serial: `S${count}`, state: "idle", no_draining },
      });
    expect(await listed(1)).toMatchObject({ total: 1, list: [{ device_id }], draining_count: 0 });
    await udt.ok(ENDPOINTS.agentDrain, { as: admin, params: params(), body: { draining: true } });
    expect(await listed(1)).toMatchObject({ total: 0, list: [], draining_count: 1, state_counts: { idle: 1 } });
    expect(await listed(0)).toMatchObject({ total: 1, list: [{ device_id }], draining_count: 1 });
  });

  it("gets no task while it is drained, and what waited as soon as that is over", async () => {
    await udt.ok(ENDPOINTS.agentDrain, { as: admin, params: params(), body: { draining: true } });
    // Nobody else serves this project.
    await udt.project(`solo-${count}`, [{ person: owner, user_type: 1 }]);
    await udt.ok(ENDPOINTS.agentEdit, edit([`solo-${count}`]));
    const library_id = await udt.server.services.libraries.ensureBuiltin(`solo-${count}`, owner.user_id);
    expect(library_id).toBeDefined();
    await agent.flushed();
    await expect(
      udt.server.services.agents.takesTasks(udt.server.database.db, agent.agent_id),
    ).resolves.toBeUndefined();
    await agent.flushed();
    expect(agent.all("task_start")).toEqual([]);
    await udt.ok(ENDPOINTS.agentDrain, { as: admin, params: params(), body: { draining: false } });
    await until(() => expect(agent.all("task_start")).toHaveLength(1));
  });

  it("leaves no project that uses its devices, and serves others at once when it does not", async () => {
    const { test_id } = await udt.ok(ENDPOINTS.testCreate, debug());
    await begun(test_id);
    const { data } = await udt.refused(ENDPOINTS.agentEdit, edit(["beta"], "moved"), "agent_project_in_use");
    expect(data).toMatchObject({ args: { count: 1 } });
    // Neither has happened, and to serve more takes nothing from anybody.
    expect(await all()).toMatchObject({ name: agentName(), project_ids: ["alpha"] });
    await udt.ok(ENDPOINTS.agentEdit, edit([]));
    await udt.ok(ENDPOINTS.agentEdit, edit(["alpha", "beta"]));
    await udt.ok(ENDPOINTS.testCancel, { as: owner, query, params: { test_id } });
    await idle();
    const events = await udt.socket(SOCKETS.events, { as: owner, query });
    await udt.ok(ENDPOINTS.agentEdit, edit(["beta"]));
    await udt.refused(ENDPOINTS.deviceGet, { as: owner, query, params: { device_id } }, "device_not_in_project");
    await until(() =>
      expect(events.json).toContainEqual(expect.objectContaining({ type: "device.changed", device_id })),
    );
    expect(await shown()).toBeUndefined();
    expect((await audited("agent.projects"))[0]).toMatchObject({
      target: agentName(),
      detail: { before: "alpha beta", project_ids: "beta" },
    });
    await udt.refused(ENDPOINTS.agentEdit, edit(["nowhere"]), "project_not_exists");
  });

  it("answers the last of its log itself; one that knows of none, or is away, is told so", async () => {
    const line = { time: 5, level: "warn" as const, text: "a cable was pulled" };
    agent.script.log_tail = () => ({ data: { lines: [line] } });
    const asked = { as: owner, query, params: params() };
    expect(await udt.ok(ENDPOINTS.projectAgentLog, asked)).toEqual({ lines: [line] });
    expect(await udt.ok(ENDPOINTS.agentLog, { as: admin, params: params() })).toEqual({ lines: [line] });
    agent.script.log_tail = () => ({ error: { code: "invalid_param", args: { field: "message", rule: "contract" } } });
    expect(await udt.ok(ENDPOINTS.projectAgentLog, asked)).toEqual({ lines: null });
    agent.script.log_tail = () => ({ data: { lines: "all of them" } });
    expect(await udt.ok(ENDPOINTS.projectAgentLog, asked)).toEqual({ lines: null });
    agent.close();
    await until(() => udt.refused(ENDPOINTS.projectAgentLog, asked, "agent_lost"));
  });
});
