import { afterAll, beforeAll, expect, it } from "vitest";
import { ENDPOINTS, ERRORS, say } from "@udt/contract";
import { onEachDatabase } from "../../../test/databases.ts";
import { TestServer, until, type Person, type TestAgent } from "../../../test/harness.ts";
import { deviceReport } from "../../../test/scripted-agent.ts";

onEachDatabase("devices", (open) => {
  let udt: TestServer;
  let ada: Person;
  let agent: TestAgent;
  const project = "alpha";
  const list = (query: Record<string, string | number> = {}) =>
    udt.ok(ENDPOINTS.deviceList, { as: ada, query: { project, ...query } });
  const serials = async (query: Record<string, string | number>) =>
    (await list(query)).list.map((device) => device.serial);

  beforeAll(async () => {
    udt = await TestServer.start(open);
    ada = await udt.person("Ada Lovelace");
    await udt.project(project, [{ person: ada, user_type: 2 }]);
    agent = await udt.agent();
    await agent.connect([
      deviceReport("s-1", { model: "Alpha", brand: "Acme" }),
      deviceReport("s-2", { model: "Beta 100%", brand: "Bold" }),
      deviceReport("s_3", { model: "Gamma", brand: "Acme", os: "harmony" }),
      deviceReport("s-4", {
        model: "Delta",
        readiness: "failed",
        reason: say("device_not_ready", {}, "storage is full"),
      }),
      deviceReport("s-5", { model: "Epsilon", readiness: "initializing" }),
      deviceReport("s-6", { model: "Zeta", readiness: "cleaning" }),
    ]);
  });
  afterAll(() => udt.dispose());

  it("that an agent says twice are as it said last, and keep no agent away", async () => {
    const apart = await udt.project("apart", [{ person: ada, user_type: 2 }]);
    const twin = await udt.agent("twins", [apart]);
    const profile = { project_id: apart, lease_token: 1, results: [] };
    const said = [deviceReport("twin", { profile, model: "First" }), deviceReport("twin", { profile, model: "Last" })];
    expect(await twin.connect(said)).toMatchObject({ type: "welcome" });
    expect((await list({ project: apart, keyword: "twin" })).list).toMatchObject([{ serial: "twin", model: "Last" }]);
    twin.close();
  });

  it("show all their facts and what they are up to", async () => {
    const { list: all, total, state_counts } = await list();
    expect(total).toBe(6);
    expect(state_counts).toEqual({
      idle: 3,
      busy: 0,
      initializing: 1,
      initialization_failed: 1,
      inspection: 0,
      cleaning: 1,
      out_of_use: 0,
      offline: 0,
    });
    const { boot_id: _, readiness: __, reason: ___, ...facts } = deviceReport("s-1", { model: "Alpha" });
    expect(all[0]).toMatchObject({ ...facts, agent_name: "agent", state: "idle", state_reason: null, lease: null });
    expect(all.find((device) => device.serial === "s-4")).toMatchObject({
      state_reason: say("device_not_ready", {}, "storage is full"),
    });
  });

  it("are read together when many ask at once, and each gets what is theirs to see", async () => {
    const bea = await udt.person("Bea");
    await udt.project("bea_s", [{ person: bea, user_type: 2 }]);
    const asked = Array.from({ length: 60 }, (_, index) => ({
      as: index % 2 === 0 ? ada : bea,
      project: index % 3 === 0 ? "bea_s" : project,
      keyword: index % 5 === 0 ? "acme" : "",
    }));
    const names: string[] = [];
    const stop = udt.server.database.stated.on((name) => names.push(name));
    const answers = await Promise.all(
      asked.map(({ as, ...query }) => udt.call(ENDPOINTS.deviceList, { as, query })),
    ).finally(stop);
    for (const [index, { as, project: of, keyword }] of asked.entries()) {
      const { ret, data } = answers[index]!;
      const where = `${as === ada ? "Ada" : "Bea"} in ${of}`;
      if ((as === ada) !== (of === project)) expect(ret, where).toBe(ERRORS.user_not_in_project.ret);
      else expect((data as { list: unknown[] }).list, where).toHaveLength(keyword === "" ? 6 : 5);
    }
    // Each by itself would ask for its session.
    expect(names.filter((name) => name === "select sessions").length).toBeLessThan(asked.length / 2);
    expect(names.filter((name) => name === "select devices").length).toBeLessThan(asked.length / 2);
  });

  it("are found by keyword in model, brand and serial, where no character is special", async () => {
    expect(await serials({ keyword: "aLPh" })).toEqual(["s-1"]);
    expect(await serials({ keyword: "acme" })).toHaveLength(5);
    expect(await serials({ keyword: "s-" })).toHaveLength(5);
    expect(await serials({ keyword: "_" })).toEqual(["s_3"]);
    expect(await serials({ keyword: "%" })).toEqual(["s-2"]);
    expect(await serials({ keyword: "\\" })).toEqual([]);
  });

  it("are found by their whole serial number, and by no part of it", async () => {
    expect(await serials({ serial: "s_3" })).toEqual(["s_3"]);
    expect(await serials({ serial: "s_" })).toEqual([]);
    expect(await serials({ serial: "s%3" })).toEqual([]);
  });

  it("are filtered by state and system; the counters do not follow the state", async () => {
    const idle = await list({ state: "idle" });
    expect(idle.total).toBe(3);
    expect(idle.state_counts["cleaning"]).toBe(1);
    expect(await serials({ os: "harmony" })).toEqual(["s_3"]);
    await udt.refused(ENDPOINTS.deviceList, { as: ada, query: { project, state: "asleep" } }, "invalid_param");
  });

  it("come in pages, in one order", async () => {
    const first = await list({ page_size: 4 });
    const second = await list({ page_size: 4, page_num: 2 });
    expect([first.total, second.total]).toEqual([6, 6]);
    expect([...first.list, ...second.list].map((device) => device.model)).toEqual([
      "Alpha",
      "Beta 100%",
      "Delta",
      "Epsilon",
      "Gamma",
      "Zeta",
    ]);
    expect((await list({ page_num: 9 })).list).toEqual([]);
  });

  it("are found by their holder's name, who is told", async () => {
    const { list: before } = await list({ keyword: "Alpha" });
    const { device_id } = before[0]!;
    const body = { kind: "debug", device_id, duration_minutes: 10 };
    const { test_id } = await udt.ok(ENDPOINTS.testCreate, { as: ada, query: { project }, body });
    await until(async () => expect(await serials({ keyword: "lovelace" })).toEqual(["s-1"]));
    expect(await serials({ state: "busy" })).toEqual(["s-1"]);
    const device = await udt.ok(ENDPOINTS.deviceGet, { as: ada, query: { project }, params: { device_id } });
    expect(device.lease).toMatchObject({ test_id, kind: "debug", user_id: ada.user_id, user_name: "Ada Lovelace" });
    expect(device.lease!.until).toBe(udt.clock.now() + 600_000);
  });

  it("tell through which project they are held to their holder and within it, and to nobody else", async () => {
    const bob = await udt.person("Bob");
    await udt.project(
      "beta",
      [ada, bob].map((person) => ({ person, user_type: 2 as const })),
    );
    await udt.project(
      "gamma",
      [ada, bob].map((person) => ({ person, user_type: 2 as const })),
    );
    const { device_id } = (await list({ keyword: "Gamma" })).list[0]!;
    const body = { kind: "debug", device_id, duration_minutes: 10 };
    await udt.ok(ENDPOINTS.testCreate, { as: ada, query: { project: "beta" }, body });
    const through = async (as: Person, asked: string) => {
      const of = { as, query: { project: asked } };
      const one = await udt.ok(ENDPOINTS.deviceGet, { ...of, params: { device_id } });
      const { list: all } = await udt.ok(ENDPOINTS.deviceList, of);
      expect(all.find((device) => device.device_id === device_id)!.lease!.project_id).toBe(one.lease!.project_id);
      return one.lease!.project_id;
    };
    expect([await through(ada, "beta"), await through(bob, "beta")]).toEqual(["beta", "beta"]);
    expect([await through(ada, "gamma"), await through(bob, "gamma")]).toEqual(["beta", null]);
    // A key of one project knows of no other, though its user holds the device there.
    const wish = { name: "of gamma", access: "read", project_id: "gamma" };
    const { secret_id, secret_key } = await udt.ok(ENDPOINTS.keyCreate, { as: ada, body: wish });
    const authorization = `Basic ${Buffer.from(`${secret_id}:${secret_key}`).toString("base64")}`;
    const { list: shown } = await udt.ok(ENDPOINTS.deviceList, {
      headers: { authorization },
      query: { project: "gamma" },
    });
    expect(shown.find((device) => device.device_id === device_id)!.lease!.project_id).toBeNull();
  });

  it("keep their id when they change", async () => {
    const before = (await list({ keyword: "Beta" })).list[0]!;
    agent.send({
      type: "device",
      device: deviceReport("s-2", { model: "Beta II", os_version: "16", boot_id: "boot-2" }),
    });
    await until(async () =>
      expect((await list({ keyword: "s-2" })).list[0]).toMatchObject({ model: "Beta II", os_version: "16" }),
    );
    expect((await list({ keyword: "s-2" })).list[0]!.device_id).toBe(before.device_id);
  });

  it("are found by a serial number in whatever case, the one that is written so first", async () => {
    const other = await udt.agent();
    await other.connect([deviceReport("ab-9", { model: "Eta" }), deviceReport("AB-9", { model: "Theta" })]);
    expect(await serials({ serial: "ab-9" })).toEqual(["ab-9", "AB-9"]);
    expect(await serials({ serial: "AB-9" })).toEqual(["AB-9", "ab-9"]);
    expect(await serials({ serial: "aB-9" })).toEqual(["ab-9", "AB-9"]);
    expect(await serials({ serial: "S_3" })).toEqual(["s_3"]);
  });

  it("were seen when their agent was heard last, and when it told that they are gone", async () => {
    const rack = await udt.agent();
    await rack.connect([deviceReport("seen-1"), deviceReport("seen-2")]);
    const seen = async (serial: string) => (await list({ serial })).list[0]!.last_seen_at;
    const reported = await seen("seen-1");
    udt.clock.turn(15_000);
    await rack.heartbeat();
    // Nothing of the device has changed since.
    await until(async () => expect(await seen("seen-1")).toBe(reported + 15_000));
    rack.send({ type: "device_gone", serial: "seen-2", reason: say("device_not_reachable") });
    await until(async () => expect((await list({ serial: "seen-2" })).list[0]!.state).toBe("offline"));
    udt.clock.turn(15_000);
    await rack.heartbeat();
    await until(async () => expect(await seen("seen-1")).toBe(reported + 30_000));
    expect(await seen("seen-2")).toBe(reported + 15_000);
  });
});
