import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ENDPOINTS } from "@udt/contract";
import { onPostgresql } from "../../../test/databases.ts";
import { TestServer, until, type Person, type TestAgent } from "../../../test/harness.ts";
import { inOrder, waitForDevice } from "../../../test/in-order.ts";
import { makeRun } from "../../../test/run-factory.ts";
import { deviceReport } from "../../../test/scripted-agent.ts";
import { sql } from "../../platform/database/sql.ts";

const query = { project: "demo" };
const elsewhere = { project: "elsewhere" };
const OPEN = { site: "", location: "", task_access: true, remote_access: true };
let device_id: string;
let agent: TestAgent;
let [udt, admin, owner, member, stranger] = [] as unknown as [TestServer, Person, Person, Person, Person];

const call = (as: Person, of = query) => ({ as, query: of, params: { device_id } });
const place = (body: Partial<typeof OPEN>, as = owner, of = query) =>
  udt.ok(ENDPOINTS.devicePlace, { ...call(as, of), body });
const session = () => ({ as: member, query, body: { kind: "debug" as const, device_id, duration_minutes: 30 } });
const device = () => udt.ok(ENDPOINTS.deviceGet, call(member));
const deviceIs = (facts: object) => until(async () => expect(await device()).toMatchObject(facts));
const begun = (test_id: string) =>
  until(() => agent.all("session_start").find((start) => start.test_id === test_id) ?? expect.fail("not begun"));
const end = (test_id: string) => udt.server.services.tests.sessions.conclude(test_id, { reason: "user" });
const bySerial = { attribute: "serial" as const, operator: "equals" as const, values: ["S1"] };
const run = async () => {
  const waiting = { project_id: query.project, user_id: member.user_id, at: udt.clock.now() };
  const config = { devices: { kind: "rule" as const, rules: [bySerial], count: 1 } };
  return makeRun(udt.server.database.db, { ...waiting, state: "queued", devices: [null], config });
};

async function start(open?: Parameters<typeof TestServer.start>[0]) {
  udt = await TestServer.start(open);
  admin = await udt.person("admin", { udt_admin: true });
  [owner, member] = [await udt.person("owner"), await udt.person("member")];
  stranger = await udt.person("stranger");
  await udt.project(query.project, [
    { person: owner, user_type: 1 },
    { person: member, user_type: 2 },
  ]);
  await udt.project(elsewhere.project, [{ person: stranger, user_type: 1 }]);
  agent = await udt.agent("lab", [query.project]);
  await agent.connect([deviceReport("S1")]);
  const seen = await udt.ok(ENDPOINTS.deviceList, { as: member, query });
  device_id = seen.list[0]!.device_id;
  return () => udt.dispose();
}

describe("where a device stands and what it is there for", () => {
  beforeAll(() => start());
  beforeEach(() => () => place(OPEN).then(() => deviceIs({ state: "idle", ...OPEN })));

  it("is anywhere and everything, until somebody says otherwise, each by itself", async () => {
    expect(await device()).toMatchObject(OPEN);
    await place({ site: " Rack 3 " });
    await place({ task_access: false });
    expect(await device()).toMatchObject({ site: "Rack 3", task_access: false, remote_access: true, state: "idle" });
    await udt.ok(ENDPOINTS.adminDevicePlace, { as: admin, params: { device_id }, body: { remote_access: false } });
    expect(await device()).toMatchObject({ site: "Rack 3", task_access: false, remote_access: false });
    const { list } = await udt.ok(ENDPOINTS.auditList, { as: admin, query: { action: "device.place" } });
    const detail = { site: "Rack 3", task_access: false };
    expect(list.slice(0, 2)).toMatchObject([
      { user_name: "admin", project_id: "", target: "S1", detail: { ...detail, remote_access: false } },
      { user_name: "owner", project_id: "demo", target: "S1", detail: { ...detail, remote_access: true } },
    ]);
  });

  it("has a location beside its site, which rules look at and is said by itself", async () => {
    await place({ site: "Rack 3" });
    await place({ location: " Slot 7, left " });
    expect(await device()).toMatchObject({ ...OPEN, site: "Rack 3", location: "Slot 7, left" });
    await place({ site: "Rack 4" });
    expect(await device()).toMatchObject({ site: "Rack 4", location: "Slot 7, left" });
    const rules = [{ attribute: "location" as const, operator: "contains" as const, values: ["slot 7"] }];
    const choice = { rules, included_device_ids: [], excluded_device_ids: [] };
    const preview = async () => (await udt.ok(ENDPOINTS.tagPreview, { as: owner, query, body: choice })).list;
    expect(await preview()).toMatchObject([{ device_id }]);
    const listed = async (location: string) => {
      const own = await udt.ok(ENDPOINTS.deviceList, { as: owner, query: { ...query, location } });
      const all = await udt.ok(ENDPOINTS.adminDeviceList, { as: admin, query: { location } });
      return [own.total, all.total];
    };
    expect(await listed("SLOT 7")).toEqual([1, 1]);
    // What is a pattern elsewhere is but a sign here.
    for (const location of ["slot 8", "slot%left"]) expect(await listed(location)).toEqual([0, 0]);
    await place({ location: "" });
    expect(await preview()).toEqual([]);
    const { list } = await udt.ok(ENDPOINTS.auditList, { as: admin, query: { action: "device.place" } });
    expect(list[1]?.detail).toMatchObject({ site: "Rack 4", location: "Slot 7, left" });
    await udt.refused(ENDPOINTS.devicePlace, { ...call(owner), body: { location: "x".repeat(101) } }, "invalid_param");
  });

  it("is said by administrators of a project that sees it, and by those of the server", async () => {
    const body = { site: "Mine" };
    await udt.refused(ENDPOINTS.devicePlace, { ...call(member), body }, "no_permission");
    await udt.refused(ENDPOINTS.devicePlace, { ...call(stranger), body }, "user_not_in_project");
    await udt.refused(ENDPOINTS.devicePlace, { ...call(stranger, elsewhere), body }, "device_not_in_project");
    await udt.refused(ENDPOINTS.adminDevicePlace, { as: owner, params: { device_id }, body }, "admin_only");
    await udt.refused(ENDPOINTS.devicePlace, { ...call(owner), body: { site: "x".repeat(61) } }, "invalid_param");
    expect((await device()).site).toBe("");
  });

  it("is what rules of tags and tasks look at, from the moment on that it is said", async () => {
    const atRack = { attribute: "site" as const, operator: "equals" as const, values: ["rack 3"] };
    const { tag_id } = await udt.ok(ENDPOINTS.tagCreate, {
      as: owner,
      query,
      body: {
        name: "at-the-rack",
        is_default: false,
        rules: [atRack],
        included_device_ids: [],
        excluded_device_ids: [],
        inspection: null,
      },
    });
    const tagged = async () =>
      (await udt.ok(ENDPOINTS.deviceList, { as: owner, query: { ...query, tag_id } })).list.map(({ tags }) => tags);
    expect(await tagged()).toEqual([]);
    const waiting = { project_id: query.project, user_id: member.user_id, at: udt.clock.now() };
    const config = { devices: { kind: "rule" as const, rules: [atRack], count: 1 } };
    const { test_id } = await makeRun(udt.server.database.db, { ...waiting, state: "queued", devices: [null], config });
    const { list } = await udt.ok(ENDPOINTS.runDevices, { as: member, query, params: { test_id } });
    expect(list.map(({ queue }) => queue?.reason)).toEqual(["no_device"]);
    await place({ site: "Rack 3" });
    await begun(test_id);
    expect(await tagged()).toEqual([[{ tag_id, name: "at-the-rack" }]]);
    await place({ site: "Rack 4" });
    expect(await tagged()).toEqual([]);
    await end(test_id);
    await deviceIs({ state: "idle" });
  });

  it("is said by no project that does not see it alone", async () => {
    const give = (body: object) => udt.ok(ENDPOINTS.deviceGive, { as: admin, params: { device_id }, body });
    await give({ given_to: "projects", project_ids: ["demo", "elsewhere"] });
    const body = { task_access: false, remote_access: false };
    await udt.refused(ENDPOINTS.devicePlace, { ...call(stranger, elsewhere), body }, "device_shared");
    await udt.refused(ENDPOINTS.devicePlace, { ...call(owner), body }, "device_shared");
    expect(await device()).toMatchObject(OPEN);
    await give({ given_to: "agent" });
    await place({ site: "Rack 3" });
  });

  it("lets no debug session take it, and tasks all the same", async () => {
    await place({ remote_access: false });
    await udt.refused(ENDPOINTS.testCreate, session(), "device_no_remote");
    const { test_id } = await run();
    await waitForDevice(udt.server.services.tests.sessions, device_id, "inspection").then(end);
    await begun(test_id);
    await end(test_id);
    await deviceIs({ state: "idle" });
  });

  it("gives it to no run, which says why it waits, and to debug sessions all the same", async () => {
    await place({ task_access: false });
    const { test_id } = await run();
    // This one wakes the queue, and a self-check is no task.
    const check = await waitForDevice(udt.server.services.tests.sessions, device_id, "inspection");
    await begun(check);
    const { list } = await udt.ok(ENDPOINTS.runDevices, { as: member, query, params: { test_id } });
    expect(list.map(({ queue }) => queue?.reason)).toEqual(["devices_no_tasks"]);
    await end(check);
    await deviceIs({ state: "idle" });
    const { test_id: debugging } = await udt.ok(ENDPOINTS.testCreate, session());
    await begun(debugging);
    await udt.ok(ENDPOINTS.testCancel, { as: member, query, params: { test_id: debugging } });
    await deviceIs({ state: "idle" });
    expect(agent.all("session_start").map((one) => one.test_id)).not.toContain(test_id);
    await place({ task_access: true });
    await begun(test_id);
    await end(test_id);
  });

  it("leaves what runs on it to its end", async () => {
    const { test_id } = await udt.ok(ENDPOINTS.testCreate, session());
    await begun(test_id);
    await place({ remote_access: false });
    await deviceIs({ state: "busy", remote_access: false });
    await udt.ok(ENDPOINTS.testCancel, { as: member, query, params: { test_id } });
    await deviceIs({ state: "idle" });
    await udt.refused(ENDPOINTS.testCreate, session(), "device_no_remote");
  });
});

// The embedded database does one transaction at a time.
onPostgresql("a device that is closed at the moment", (open) => {
  beforeAll(() => start(open));
  const held = () => sql`select 1 from devices where device_id = ${device_id} for no key update`;

  it("after the plan and before the lease is given to no run", async () => {
    let test_id = "";
    await inOrder<unknown>(udt.server.database, held(), [
      () => place({ task_access: false }),
      // Its devices are planned, and waited for.
      async () => void (test_id = await waitForDevice(udt.server.services.tests.sessions, device_id, "job")),
    ]);
    // The plan is over once what comes after it has begun.
    const { selfcheck_id } = await udt.ok(ENDPOINTS.selfCheckStart, call(owner));
    await begun(selfcheck_id);
    expect(agent.all("session_start").map((one) => one.test_id)).toEqual([selfcheck_id]);
    await end(selfcheck_id);
    await deviceIs({ state: "idle" });
    await place({ task_access: true });
    await begun(test_id);
    await end(test_id);
    await deviceIs({ state: "idle" });
  });

  it("before a session takes it is not taken", async () => {
    await inOrder<unknown>(udt.server.database, held(), [
      () => place({ remote_access: false }),
      () => udt.refused(ENDPOINTS.testCreate, session(), "device_no_remote"),
    ]);
    await place({ remote_access: true });
  });

  it("after a session took it is the session's to its end", async () => {
    const [taken] = await inOrder<unknown>(udt.server.database, held(), [
      () => udt.ok(ENDPOINTS.testCreate, session()),
      () => place({ remote_access: false }),
    ]);
    await begun((taken as { test_id: string }).test_id);
    await deviceIs({ state: "busy", remote_access: false });
  });
});
