import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ENDPOINTS, SOCKETS } from "@udt/contract";
import { onPostgresql } from "../../../test/databases.ts";
import { TestServer, until, type Person, type TestAgent } from "../../../test/harness.ts";
import { inOrder, waitForDevice } from "../../../test/in-order.ts";
import { makeRun } from "../../../test/run-factory.ts";
import { deviceReport } from "../../../test/scripted-agent.ts";
import { sql } from "../../platform/database/sql.ts";

const query = { project: "demo" };
const other = { project: "other" };
const WHY = "The battery swells";
let device_id: string;
let agent: TestAgent;
let [udt, admin, owner, member, elsewhere] = [] as unknown as [TestServer, Person, Person, Person, Person];

const call = (as: Person, of = query) => ({ as, query: of, params: { device_id } });
/** Several projects see it. */
const takeOut = () => udt.ok(ENDPOINTS.adminDeviceTakeOut, { as: admin, params: { device_id }, body: { reason: WHY } });
const putBack = () => udt.ok(ENDPOINTS.adminDevicePutBack, { as: admin, params: { device_id } });
const give = (body: object) => udt.ok(ENDPOINTS.deviceGive, { as: admin, params: { device_id }, body });
const session = (as = member, of = query) => ({
  as,
  query: of,
  body: { kind: "debug" as const, device_id, duration_minutes: 30 },
});
const deviceIs = (facts: object) =>
  until(async () => expect(await udt.ok(ENDPOINTS.deviceGet, call(member))).toMatchObject(facts));
const begun = (test_id: string) =>
  until(() => agent.all("session_start").find((start) => start.test_id === test_id) ?? expect.fail("not begun"));
const end = (test_id: string) => udt.server.services.tests.sessions.conclude(test_id, { reason: "user" });
const waits = (kind: "job" | "inspection") => waitForDevice(udt.server.services.tests.sessions, device_id, kind);

async function start(open?: Parameters<typeof TestServer.start>[0]) {
  udt = await TestServer.start(open);
  const named = (name: string) => udt.person(name);
  admin = await udt.person("admin", { udt_admin: true });
  [owner, member, elsewhere] = [await named("owner"), await named("member"), await named("elsewhere")];
  const ofDemo = { owner: { person: owner, user_type: 1 }, member: { person: member, user_type: 2 } } as const;
  await udt.project(query.project, Object.values(ofDemo));
  await udt.project(other.project, [{ person: elsewhere, user_type: 1 }]);
  await (agent = await udt.agent()).connect([deviceReport("S1")]);
  const seen = await udt.ok(ENDPOINTS.deviceList, { as: member, query });
  device_id = seen.list[0]!.device_id;
  return () => udt.dispose();
}

describe("a device that is out of use", () => {
  beforeAll(() => start());
  beforeEach(() => takeOut().then(() => () => putBack().then(() => deviceIs({ state: "idle" }))));

  it("says since when, by whom and why, in every project that sees it, and why to members alone", async () => {
    const out_of_use = { since: udt.clock.now(), user_name: "admin", reason: WHY };
    await deviceIs({ state: "out_of_use", state_reason: null, out_of_use });
    const { list } = await udt.ok(ENDPOINTS.deviceList, { as: elsewhere, query: other });
    expect(list).toMatchObject([{ state: "out_of_use", out_of_use }]);
    const { state_counts } = await udt.ok(ENDPOINTS.deviceList, { as: member, query });
    expect(state_counts).toMatchObject({ idle: 0, out_of_use: 1 });
    await udt.project("open", [{ person: owner, user_type: 1 }], { visibility: 2 });
    const guest = await udt.person("guest");
    const seen = await udt.ok(ENDPOINTS.deviceGet, call(guest, { project: "open" }));
    expect(seen.out_of_use).toEqual({ ...out_of_use, reason: "" });
  });

  it("is taken for no session", async () => {
    await udt.refused(ENDPOINTS.testCreate, session(), "device_out_of_use");
    await udt.refused(ENDPOINTS.testCreate, session(elsewhere, other), "device_out_of_use");
  });

  it("is given to no run, which says why it waits, until it is put back", async () => {
    const bySerial = { attribute: "serial" as const, operator: "equals" as const, values: ["S1"] };
    const found = { as: member, query, body: { devices: { kind: "rule" as const, rules: [bySerial], count: 1 } } };
    expect(await udt.ok(ENDPOINTS.jobDevices, found)).toMatchObject({
      total: 1,
      usable: 0,
      left_out: [{ reason: "out_of_use", count: 1 }],
      idle: 0,
    });
    const waiting = { project_id: query.project, user_id: member.user_id, at: udt.clock.now() };
    const config = { devices: { kind: "rule" as const, rules: [bySerial], count: 1 } };
    const { test_id } = await makeRun(udt.server.database.db, { ...waiting, state: "queued", devices: [null], config });
    // A test of whatever kind that nobody asked for by hand waits as well, and this one wakes the queue.
    const check = await waits("inspection");
    const { list } = await udt.ok(ENDPOINTS.runDevices, { as: member, query, params: { test_id } });
    expect(list.map(({ queue }) => queue?.reason)).toEqual(["devices_out_of_use"]);
    // What an administrator asks for begins, and the queue has been gone through by then.
    const { selfcheck_id } = await udt.ok(ENDPOINTS.selfCheckStart, call(owner));
    await begun(selfcheck_id);
    await deviceIs({ state: "inspection", out_of_use: { reason: WHY } });
    // It gives way to nobody, for nobody gets the device.
    await udt.refused(ENDPOINTS.testCreate, session(), "device_out_of_use");
    await end(selfcheck_id);
    await deviceIs({ state: "out_of_use" });
    expect(agent.all("session_start").map((one) => one.test_id)).not.toContain(check);
    await end(check);
    await putBack();
    await begun(test_id);
    await end(test_id);
    await deviceIs({ state: "idle", out_of_use: null });
    await takeOut();
  });

  it("is taken out and put back once, by administrators of the one project that sees it", async () => {
    await give({ given_to: "projects", project_ids: ["demo"] });
    expect(await udt.ok(ENDPOINTS.deviceGet, call(member))).toMatchObject({ shared: false });
    await udt.refused(ENDPOINTS.deviceTakeOut, { ...call(owner), body: { reason: "again" } }, "device_out_of_use");
    for (const as of [member, await udt.person("stranger")]) {
      await udt.refused(ENDPOINTS.devicePutBack, call(as), as === member ? "no_permission" : "user_not_in_project");
    }
    await udt.refused(ENDPOINTS.devicePutBack, call(elsewhere, other), "device_not_in_project");
    await udt.ok(ENDPOINTS.devicePutBack, call(owner));
    await udt.refused(ENDPOINTS.devicePutBack, call(owner), "device_not_out_of_use");
    await udt.refused(ENDPOINTS.deviceTakeOut, { ...call(member), body: { reason: WHY } }, "no_permission");
    for (const reason of ["  ", "x".repeat(201)])
      await udt.refused(ENDPOINTS.deviceTakeOut, { ...call(owner), body: { reason } }, "invalid_param");
    const events = await udt.socket(SOCKETS.events, { as: member, query });
    await udt.ok(ENDPOINTS.deviceTakeOut, { ...call(owner), body: { reason: WHY } });
    await until(() =>
      expect(events.json).toContainEqual(expect.objectContaining({ type: "device.changed", device_id })),
    );
    const { list } = await udt.ok(ENDPOINTS.auditList, { as: admin, query: { project_id: query.project } });
    const about = { user_name: "owner", target: "S1", detail: expect.objectContaining({ reason: WHY }) };
    expect(list.slice(0, 2)).toMatchObject([
      { action: "device.take_out", ...about },
      { action: "device.put_back", ...about },
    ]);
    await give({ given_to: "agent" });
  });

  it("is neither put back nor taken out by one of several projects that see it, but by who looks after the server", async () => {
    for (const given of [
      { given_to: "agent" },
      { given_to: "all" },
      { given_to: "projects", project_ids: ["demo", "other"] },
    ]) {
      await give(given);
      expect(await udt.ok(ENDPOINTS.deviceGet, call(member))).toMatchObject({ shared: true });
      for (const [as, of] of [
        [owner, query],
        [elsewhere, other],
      ] as const) {
        await udt.refused(ENDPOINTS.devicePutBack, call(as, of), "device_shared");
        await udt.refused(ENDPOINTS.deviceTakeOut, { ...call(as, of), body: { reason: WHY } }, "device_shared");
      }
    }
    const key = { as: admin, body: { name: "demo", access: "write", project_id: "demo" } } as const;
    const { secret_id, secret_key } = await udt.ok(ENDPOINTS.keyCreate, key);
    const headers = { authorization: `Basic ${Buffer.from(`${secret_id}:${secret_key}`).toString("base64")}` };
    const bound = { headers, query, params: { device_id } };
    await udt.refused(ENDPOINTS.devicePutBack, bound, "device_shared");
    await udt.refused(ENDPOINTS.deviceTakeOut, { ...bound, body: { reason: WHY } }, "device_shared");
    // An administrator of the server is one, by whichever project they came.
    await udt.ok(ENDPOINTS.devicePutBack, call(admin));
    await udt.refused(ENDPOINTS.deviceTakeOut, { ...call(owner), body: { reason: WHY } }, "device_shared");
    await udt.ok(ENDPOINTS.deviceTakeOut, { ...call(admin), body: { reason: WHY } });
    await give({ given_to: "agent" });
  });
});

describe("a device that is taken out of use while somebody has it", () => {
  beforeAll(() => start());

  it("is theirs to the end, and then nobody's", async () => {
    const { test_id } = await udt.ok(ENDPOINTS.testCreate, session());
    await begun(test_id);
    await takeOut();
    await deviceIs({ state: "busy", out_of_use: { user_name: "admin" } });
    await udt.ok(ENDPOINTS.testCancel, { as: member, query, params: { test_id } });
    await deviceIs({ state: "out_of_use" });
  });
});

// The embedded database does one transaction at a time.
onPostgresql("a device that is taken out of use at the moment", (open) => {
  beforeAll(() => start(open));
  const held = () => sql`select 1 from devices where device_id = ${device_id} for no key update`;

  it("after the plan and before the lease is given to no run", async () => {
    let test_id = "";
    await inOrder<unknown>(udt.server.database, held(), [
      takeOut,
      // Its devices are planned, and waited for.
      async () => void (test_id = await waits("job")),
    ]);
    // The plan is over once what comes after it has begun.
    const { selfcheck_id } = await udt.ok(ENDPOINTS.selfCheckStart, call(owner));
    await begun(selfcheck_id);
    expect(agent.all("session_start").map((one) => one.test_id)).toEqual([selfcheck_id]);
    await end(selfcheck_id);
    await deviceIs({ state: "out_of_use" });
    await putBack();
    await begun(test_id);
    await end(test_id);
    await deviceIs({ state: "idle" });
  });

  it("before a session takes it is not taken", async () => {
    await inOrder<unknown>(udt.server.database, held(), [
      takeOut,
      () => udt.refused(ENDPOINTS.testCreate, session(), "device_out_of_use"),
    ]);
    await putBack();
  });

  it("after a session took it is the session's to its end", async () => {
    const [taken] = await inOrder<unknown>(udt.server.database, held(), [
      () => udt.ok(ENDPOINTS.testCreate, session()),
      takeOut,
    ]);
    const { test_id } = taken as { test_id: string };
    await deviceIs({ state: "busy", out_of_use: { reason: WHY } });
    await begun(test_id);
  });
});
