/** What one server asks of agents that are linked to another one on the same database. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { ENDPOINTS, LIMITS, say, SOCKETS, type AgentTask, type StreamName } from "@udt/contract";
import { disposeAtRest, startGitHost } from "@udt/testkit";
import { onPostgresql } from "../../../test/databases.ts";
import { TestServer, until, type Person, type TestAgent } from "../../../test/harness.ts";
import { deviceReport, ScriptedAgent } from "../../../test/scripted-agent.ts";
import { agent_links, agent_requests } from "../../platform/database/links.schema.ts";
import { eq } from "../../platform/database/sql.ts";
import { updateAgent } from "../agents/agents.repository.ts";
import { putLink } from "./links.repository.ts";

type Gate = PromiseWithResolvers<void>;

/** What one server does because of another happens well before anything that is done by the clock. */
const AT_ONCE = { timeout: 2_000, interval: 10 };

onPostgresql("agents that are linked to another server", (open) => {
  let a: TestServer;
  let b: TestServer;
  let holder: Person;
  let colleague: Person;
  let admin: Person;
  /** Linked to B, with one device. All is asked of A. */
  let agent: TestAgent;
  let query: { project: string };
  let device_id: string;
  let count = 0;

  const serial = () => `serial-${count}`;
  const device = async () => (await a.ok(ENDPOINTS.deviceList, { as: holder, query })).list[0]!;
  const debug = (server = a) =>
    server.call(ENDPOINTS.testCreate, {
      as: holder,
      query,
      body: { kind: "debug", device_id, duration_minutes: 30 },
    });
  const test = (test_id: string) => a.ok(ENDPOINTS.testGet, { as: holder, query, params: { test_id } });
  /** A debug session that was begun at A and runs. */
  const running = async () => {
    const { test_id } = (await debug()).data as { test_id: string };
    await until(async () => expect(await test(test_id)).toMatchObject({ state: "running" }));
    return { test_id, device_id };
  };
  const ask = (params: { test_id: string; device_id: string }) =>
    a.call(ENDPOINTS.deviceAppList, { as: holder, query, params });
  const asked = () => until(() => expect(agent.all("command")).toHaveLength(1));
  const pending = () => a.server.database.db.$count(agent_requests);
  const stream = (params: { test_id: string; device_id: string }, name: StreamName, as = holder, at = a) =>
    at.socket(SOCKETS.stream, { as, params: { ...params, stream: name }, query });
  const isLinkedTo = (server: TestServer) => server.server.services.links.isReachable(agent.agent_id);
  /** Both look every second; their work takes as long as it takes. */
  const passUntil = (check: () => Promise<void> | void) =>
    until(async () => {
      a.clock.turn(1_000);
      await check();
    });

  beforeAll(async () => {
    a = await TestServer.start(open, {
      outgoing: { smtp_url: undefined, mail_from: undefined, outbound_allow: ["127.0.0.1"], secret_key: undefined },
    });
    b = await a.beside();
    admin = await a.person("root", { udt_admin: true });
  });
  beforeEach(async () => {
    query = { project: `project-${++count}` };
    holder = await a.person("holder");
    colleague = await a.person("colleague");
    await a.project(
      query.project,
      [holder, colleague].map((person) => ({ person, user_type: 2 as const })),
    );
    agent = await b.agent("agent", [query.project]);
    await agent.connect([deviceReport(serial())]);
    device_id = (await device()).device_id;
  });
  afterEach(async () => {
    agent.close();
    // Whatever became of it, nothing of what was asked is kept.
    await until(async () => expect(await pending()).toBe(0));
  });
  afterAll(() => disposeAtRest(a, b));

  it("give their devices to whoever asks any server, and take its commands", async () => {
    const params = await running();
    const [start] = agent.all("session_start");
    expect(start).toMatchObject({ ...params, kind: "debug", serial: serial() });
    const odd = {
      package_name: "a.b",
      version_name: "half \uD83D, \0",
      version_code: 1,
      system: false,
      running: true,
      foreground: false,
    };
    agent.script.command = () => ({ data: { list: [odd] } });
    expect(await ask(params)).toMatchObject({ ret: 0, data: { list: [odd] } });
    agent.script.command = () => ({
      error: { code: "start_app_failed", args: { reason: say("device_refused", {}, "no activity") } },
    });
    const body = { package_name: "com.example.app" };
    const refused = await a.refused(ENDPOINTS.appStart, { as: holder, query, params, body }, "start_app_failed");
    expect(refused.data).toMatchObject({ args: { reason: say("device_refused", {}, "no activity") } });

    const told = agent.next("session_deadline");
    const { deadline } = await a.ok(ENDPOINTS.testExtend, { as: holder, query, params, body: { minutes: 10 } });
    expect(await told).toMatchObject({ lease_token: start!.lease_token, deadline });
    await a.ok(ENDPOINTS.testCancel, { as: holder, query, params });
    await expect.poll(() => agent.all("session_stop"), AT_ONCE).toMatchObject([{ lease_token: start!.lease_token }]);
    await until(async () => expect((await device()).state).toBe("idle"));
  });

  it("dial the server that the browser is on, for who drives and for who looks", async () => {
    const params = await running();
    for (const [name, as] of [
      ["terminal", holder],
      ["screen", colleague],
    ] as const) {
      const before = agent.streams.length;
      const browser = await stream(params, name, as);
      const end = await until(() => agent.streams[before] ?? expect.fail("not opened"));
      expect(agent.all("stream_open").at(-1)!.url).toContain(`ws://127.0.0.1:${a.server.port}/`);
      const heard = new Promise((resolve) => end.socket.once("message", (data: Buffer) => resolve(data.toString())));
      browser.socket.send("from the browser");
      end.socket.send("from the device");
      expect(await heard).toBe("from the browser");
      await until(() => expect(browser.messages.map(({ data }) => data.toString())).toEqual(["from the device"]));
    }
    expect(await (await stream(params, "input", colleague)).closed).toMatchObject({ reason: "not_driver" });
    agent.script.stream_open = () => ({
      error: { code: "capability_missing", args: { device_id, capability: "log" } },
    });
    expect(await (await stream(params, "log")).closed).toMatchObject({ reason: "capability_missing" });
  });

  it("are told the server's own address where it has one, past whatever stands before all of them", async () => {
    const params = await running();
    const c = await a.beside({ own_url: "https://c.example/udt" });
    agent.script.stream_open = () => ({
      error: { code: "device_command_failed", args: { reason: say("device_refused", {}, "not there") } },
    });
    await (
      await stream(params, "log", holder, c)
    ).closed;
    expect(agent.all("stream_open")[0]!.url).toMatch(/^wss:\/\/c\.example\/udt\/v1\/agent\/streams\//);
    await c.dispose();
  });

  it("parse libraries that any server is asked for, and stop when it is", async () => {
    const host = await startGitHost();
    host.push("cases", { "runTest.sh": "x\n" });
    const body = { name: "Cases", framework: "shell", url: `${host.url}/cases.git` };
    const { library_id } = await a.ok(ENDPOINTS.libraryCreate, { as: holder, query, body });
    const { task } = await until(() => agent.all("task_start")[0] ?? expect.fail("no task"));
    await a.ok(ENDPOINTS.libraryParseCancel, { as: holder, query, params: { library_id } });
    await expect.poll(() => agent.all("task_cancel"), AT_ONCE).toMatchObject([{ task_id: task.task_id }]);
    await host.close();
  });

  it("are never sent over the database what may carry a password", async () => {
    const task: AgentTask = {
      task_id: "t",
      kind: "parse",
      payload: {
        framework: "shell",
        url: null,
        path: "/git/x.git",
        addresses: [],
        branch: "",
        auth: { username: "ann", password: "secret-1" },
        allow_unisolated: false,
      },
    };
    const { links } = a.server.services;
    const asking = links.request(agent.agent_id, { type: "task_start", task }, { timeoutMs: 1_000 });
    await expect(asking).rejects.toMatchObject({ code: "agent_lost" });
    expect(await pending()).toBe(0);
  });

  it("are said to be away as soon as they are, also to who has asked already", async () => {
    const params = await running();
    agent.script.command = () => "never";
    const waiting = ask(params);
    await asked();
    agent.break();
    expect(await waiting).toMatchObject({ status: 503, code: "agent_lost" });
    expect(await ask(params)).toMatchObject({ code: "agent_lost" });
    expect(await (await stream(params, "log")).closed).toMatchObject({ reason: "agent_lost" });
    await a.ok(ENDPOINTS.testCancel, { as: holder, query, params });
    await agent.connect([deviceReport(serial())]);
    await until(async () => expect((await device()).state).toBe("idle"));
    agent.break();
    await expect.poll(async () => (await debug()).code, AT_ONCE).toBe("device_offline");
  });

  it("do not keep anybody waiting: for a server that is dead 3 s, for an agent that is silent as long as always", async () => {
    const params = await running();
    agent.script.command = () => "never";
    const silent = ask(params);
    await asked();
    for (let passed = 0; passed < LIMITS.request_timeout_ms; passed += LIMITS.agent_heartbeat_ms) {
      a.clock.turn(LIMITS.agent_heartbeat_ms);
      await agent.heartbeat();
    }
    expect(await silent).toMatchObject({ status: 504, code: "agent_timeout" });

    agent.break();
    await until(() => expect(isLinkedTo(b)).toBe(false));
    const { db } = a.server.database;
    // As a server leaves it that dies with the agent's link.
    await until(async () => expect(await db.$count(agent_links, eq(agent_links.agent_id, agent.agent_id))).toBe(0));
    await putLink(db, agent.agent_id, "of a dead server");
    const unheard = ask(params);
    await until(async () => expect(await pending()).toBe(1));
    a.clock.turn(3_000);
    expect(await unheard).toMatchObject({ status: 503, code: "agent_lost" });
  });

  it("lose their links to all servers when they are revoked at one", async () => {
    await a.ok(ENDPOINTS.agentRevoke, { as: admin, params: { agent_id: agent.agent_id } });
    await passUntil(() => expect(agent.closed).toBeDefined());
    expect(isLinkedTo(b)).toBe(false);
  });

  it("count as lost when no server has heard them for 30 s, not before, wherever they were linked earlier", async () => {
    const elsewhere = new ScriptedAgent(a.server.url, agent.token);
    await elsewhere.connect([deviceReport(serial())]);
    await passUntil(() => expect(agent.closed).toBeDefined());
    await agent.connect([deviceReport(serial())]);
    await passUntil(() => expect(elsewhere.closed).toBeDefined());
    for (let beat = 0; beat < 3; beat++) {
      a.clock.turn(LIMITS.agent_heartbeat_ms);
      await agent.heartbeat();
    }
    const heard = a.clock.now();
    agent.break();
    const offline_at = async () =>
      (await a.ok(ENDPOINTS.agentList, { as: admin, query: { page_size: 100 } })).list.find(
        ({ agent_id }) => agent_id === agent.agent_id,
      )!.offline_at;
    await passUntil(async () => expect(await offline_at()).not.toBeNull());
    expect((await offline_at())! - heard).toBeGreaterThanOrEqual(LIMITS.agent_lost_ms);
  });

  it("are back at once when a server held them to be lost that could not hear them", async () => {
    await updateAgent(a.server.database.db, agent.agent_id, { offline_at: a.clock.now() });
    expect((await device()).state).toBe("offline");
    await passUntil(() => expect(agent.closed).toBeDefined());
    await agent.connect([deviceReport(serial())]);
    expect((await device()).state).toBe("idle");
  });

  it("are welcome anew although the end of their link is still being written", async () => {
    const [held, written, heard] = [0, 1, 2].map(() => Promise.withResolvers<void>()) as [Gate, Gate, Gate];
    const holding = a.server.database.transaction(async (tx) => {
      await tx.select().from(agent_links).for("update");
      held.resolve();
      await written.promise;
    });
    await held.promise;
    const forget = b.server.services.links.said.on(({ type }) => type === "hello" && heard.resolve());
    agent.close();
    const answer = agent.connect([deviceReport(serial())], { instance_id: "instance-2" });
    await heard.promise;
    // As long as a refusal would take.
    for (let asked = 0; asked < 20; asked++) await pending();
    written.resolve();
    await holding;
    expect(await answer).toMatchObject({ type: "welcome" });
    forget();
  });

  it("have one link: another installation is kept out, and the same one moves", async () => {
    const other = new ScriptedAgent(a.server.url, agent.token);
    await other.connect([deviceReport(serial())], { instance_id: "another" });
    await until(() => expect(other.closed).toEqual({ code: 4409, reason: "agent_duplicate" }));
    expect(agent.closed).toBeUndefined();
    const moved = new ScriptedAgent(a.server.url, agent.token);
    expect(await moved.connect([deviceReport(serial())])).toBeDefined();
    await passUntil(() => expect(agent.closed).toBeDefined());
    expect([isLinkedTo(a), isLinkedTo(b)]).toEqual([true, false]);
    // The end of the old one does not take the new one's word.
    expect((await debug(b)).ret).toBe(0);
    await until(() => expect(moved.all("session_start")).toHaveLength(1));
    moved.close();
  });
});
