import { beforeAll, expect, it } from "vitest";
import { ENDPOINTS, say } from "@udt/contract";
import { onEachDatabase } from "../../../test/databases.ts";
import { TestServer, type Person } from "../../../test/harness.ts";
import { makeDevices, makeRun, type MadeDevice, type MadeRun } from "../../../test/run-factory.ts";
import { agent_projects, agents, leases, test_devices, tests } from "../../platform/database/core.schema.ts";
import { eq } from "../../platform/database/sql.ts";
import { newId } from "../../platform/ids.ts";

onEachDatabase("what ran on a device", (open) => {
  let udt: TestServer;
  let member: Person;
  let admin: Person;
  let phone: MadeDevice;
  let other: MadeDevice;
  const query = { project: "demo" };
  /** In the order in which they got the device. */
  const ran: Record<string, string> = {};

  beforeAll(async () => {
    udt = await TestServer.start(open);
    member = await udt.person("member");
    admin = await udt.person("admin", { udt_admin: true });
    await udt.project(query.project, [{ person: member, user_type: 2 }]);
    await udt.project("elsewhere", [{ person: admin, user_type: 1 }]);
    const { db } = udt.server.database;
    [phone, other] = (await makeDevices(db, 2, 1)) as [MadeDevice, MadeDevice];
    const leased = async (name: string, test_id: string, released_at: number | null = 9_000) => {
      await db.insert(leases).values({ device_id: phone.device_id, test_id, created_at: 4_000, released_at });
      ran[name] = test_id;
    };
    const run = async (name: string, made: Partial<MadeRun>, released_at?: number | null) => {
      const about = { project_id: query.project, user_id: member.user_id, at: 1_000, devices: [phone] };
      await leased(name, (await makeRun(db, { ...about, job_name: name, ...made })).test_id, released_at);
    };
    const session = async (name: string, of: Pick<typeof tests.$inferInsert, "kind" | "project_id" | "user_id">) => {
      const test_id = newId();
      const times = { created_at: 1_000, ended_at: 9_000, deadline: 9_000, duration_minutes: 5 };
      await db.insert(tests).values({ test_id, state: "ended", end_reason: "user", ...times, ...of });
      const { device_id, serial, brand, model } = phone;
      const part = { test_id, device_id, serial, brand, model, os_version: "15" };
      await db.insert(test_devices).values({ ...part, os: "android", state: "done" });
      await leased(name, test_id);
    };
    await run("passed", {});
    await run("failed", { slots: [{ result: "partly_passed" }] });
    // Another device took its place, and passed.
    await run("lost", {
      devices: [other],
      slots: [{ lost_device_ids: [phone.device_id] }],
      lost: [{ device: phone, error: say("device_connection_lost") }],
    });
    await run("theirs", { project_id: "elsewhere", user_id: admin.user_id });
    await session("debug", { kind: "debug", project_id: query.project, user_id: member.user_id });
    await session("check", { kind: "inspection", project_id: null, user_id: null });
    await run("running", { state: "running" }, null);
    return () => udt.dispose();
  });

  const list = (filter: object = {}) =>
    udt.ok(ENDPOINTS.deviceTestList, {
      as: member,
      params: { device_id: phone.device_id },
      query: { ...query, ...filter },
    });
  const names = (rows: readonly { test_id: string }[]) =>
    rows.map(({ test_id }) => Object.entries(ran).find(([, id]) => id === test_id)?.[0]);

  it("is the project's own and the platform's, the newest first, with what came of the device's part", async () => {
    const { device, list: rows, total } = await list();
    expect(device).toMatchObject({ device_id: phone.device_id, model: phone.model, serial: phone.serial });
    expect(total).toBe(6);
    expect(names(rows)).toEqual(["running", "check", "debug", "lost", "failed", "passed"]);
    expect(rows.map(({ verdict }) => verdict)).toEqual(["running", "none", "none", "broken_off", "failed", "passed"]);
    expect(rows[0]).toMatchObject({
      kind: "job",
      project: { project_id: "demo" },
      user_name: "member",
      run: { job_name: "running", run_number: expect.any(Number) },
      since: 4_000,
      until: null,
    });
    expect(rows[1]).toMatchObject({ kind: "inspection", project: null, user_name: null, run: null, until: 9_000 });
    expect(rows[3]).toMatchObject({ error: { code: "device_connection_lost" } });
  });

  it("is narrowed to a kind and to a verdict, and read by the page", async () => {
    expect(names((await list({ kind: "job" })).list)).toEqual(["running", "lost", "failed", "passed"]);
    for (const [verdict, found] of [
      ["passed", ["passed"]],
      ["failed", ["failed"]],
      ["broken_off", ["lost"]],
      ["running", ["running"]],
      ["none", ["check", "debug"]],
    ] as const) {
      const narrowed = await list({ verdict });
      expect([names(narrowed.list), narrowed.total]).toEqual([found, found.length]);
    }
    const second = await list({ page_num: 2, page_size: 4 });
    expect([names(second.list), second.total]).toEqual([["failed", "passed"], 6]);
  });

  it("is every project's for administrators alone", async () => {
    const params = { device_id: phone.device_id };
    await udt.refused(ENDPOINTS.adminDeviceTestList, { as: member, params }, "admin_only");
    const { list: rows, total } = await udt.ok(ENDPOINTS.adminDeviceTestList, { as: admin, params });
    expect(total).toBe(7);
    expect(rows.find(({ test_id }) => test_id === ran["theirs"])).toMatchObject({
      project: { project_id: "elsewhere" },
      user_name: "admin",
    });
    const none = { as: admin, params: { device_id: "none" } };
    await udt.refused(ENDPOINTS.adminDeviceTestList, none, "device_not_found");
  });

  it("is told to nobody who does not see the device", async () => {
    const stranger = await udt.person("stranger");
    const asked = { as: stranger, query, params: { device_id: phone.device_id } };
    await udt.refused(ENDPOINTS.deviceTestList, asked, "user_not_in_project");
    const { db } = udt.server.database;
    const [rack] = await db.select().from(agents).where(eq(agents.name, "rack"));
    await db.insert(agent_projects).values({ agent_id: rack!.agent_id, project_id: "elsewhere" });
    await udt.refused(ENDPOINTS.deviceTestList, { ...asked, as: member }, "device_not_in_project");
  });
});
