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
type Gift = { given_to: "agent" | "all" | "projects"; project_ids?: string[]; change?: "set" | "add" | "remove" };

let device_id: string;
let agent: TestAgent;
let [udt, admin, owner, elsewhere] = [] as unknown as [TestServer, Person, Person, Person];

const params = () => ({ device_id });
const gift = (body: Gift, as = admin) => ({ as, params: params(), body });
const give = (body: Gift) => udt.ok(ENDPOINTS.deviceGive, gift(body));
const session = (as: Person, of = query) => ({
  as,
  query: of,
  body: { kind: "debug" as const, device_id, duration_minutes: 30 },
});
const shown = () => udt.ok(ENDPOINTS.adminDeviceGet, { as: admin, params: params() });
const begun = (test_id: string) =>
  until(() => agent.all("session_start").find((start) => start.test_id === test_id) ?? expect.fail("not begun"));
const end = (test_id: string) => udt.server.services.tests.sessions.conclude(test_id, { reason: "user" });
const idle = () => until(async () => expect(await shown()).toMatchObject({ state: "idle" }));
const audited = async () => (await udt.ok(ENDPOINTS.auditList, { as: admin, query: { action: "device.give" } })).list;
const bySerial = { attribute: "serial" as const, operator: "equals" as const, values: ["S1"] };
const run = async (as: Person, of = query) => {
  const waiting = { project_id: of.project, user_id: as.user_id, at: udt.clock.now() };
  const config = { devices: { kind: "rule" as const, rules: [bySerial], count: 1 } };
  return makeRun(udt.server.database.db, { ...waiting, state: "queued", devices: [null], config });
};
const reasons = async (test_id: string, as: Person, of = query) =>
  (await udt.ok(ENDPOINTS.runDevices, { as, query: of, params: { test_id } })).list.map(({ queue }) => queue?.reason);

async function start(open?: Parameters<typeof TestServer.start>[0]) {
  udt = await TestServer.start(open);
  admin = await udt.person("admin", { udt_admin: true });
  [owner, elsewhere] = [await udt.person("owner"), await udt.person("elsewhere")];
  await udt.project(query.project, [{ person: owner, user_type: 1 }]);
  await udt.project(other.project, [{ person: elsewhere, user_type: 1 }]);
  await (agent = await udt.agent("lab", [query.project])).connect([deviceReport("S1"), deviceReport("S2")]);
  const { list } = await udt.ok(ENDPOINTS.adminDeviceList, { as: admin, query: { serial: "S1" } });
  device_id = list[0]!.device_id;
  return () => udt.dispose();
}

describe("a device that is given", () => {
  beforeAll(() => start());
  beforeEach(() => () => give({ given_to: "agent" }));

  it("is its agent's projects' until somebody says otherwise, and again when that is taken back", async () => {
    expect(await shown()).toMatchObject({ given_to: "agent", project_count: 1, projects: [{ project_id: "demo" }] });
    await give({ given_to: "all" });
    expect(await shown()).toMatchObject({ given_to: "all", project_count: null, projects: [], shared: true });
    await give({ given_to: "projects", project_ids: ["other", "other"] });
    expect(await shown()).toMatchObject({
      given_to: "projects",
      project_count: 1,
      projects: [{ project_id: "other" }],
    });
    // What its agent says of it later changes nothing of that.
    agent.send({ type: "device", device: deviceReport("S1", { battery_level: 41 }) });
    await until(async () => expect(await shown()).toMatchObject({ battery_level: 41, given_to: "projects" }));
    await give({ given_to: "agent" });
    expect(await shown()).toMatchObject({ given_to: "agent", projects: [{ project_id: "demo" }], shared: false });
  });

  it("is given by administrators of the server alone, and to projects that are there", async () => {
    await udt.refused(ENDPOINTS.deviceGive, gift({ given_to: "all" }, owner), "admin_only");
    await udt.refused(ENDPOINTS.deviceProjectList, { as: owner, params: params() }, "admin_only");
    await udt.refused(
      ENDPOINTS.deviceGive,
      gift({ given_to: "projects", project_ids: ["none"] }),
      "project_not_exists",
    );
    const none = { ...gift({ given_to: "all" }), params: { device_id: "none" } };
    await udt.refused(ENDPOINTS.deviceGive, none, "device_not_found");
    const many = Array.from({ length: 201 }, (_, index) => `p${index}`);
    await udt.refused(ENDPOINTS.deviceGive, gift({ given_to: "projects", project_ids: many }), "invalid_param");
    expect(await shown()).toMatchObject({ given_to: "agent" });
  });

  it("keeps in the audit log who gave it to whom, and who had it before", async () => {
    await give({ given_to: "projects", project_ids: ["other"] });
    await give({ given_to: "projects", project_ids: ["demo"], change: "add" });
    await give({ given_to: "projects", project_ids: ["demo"], change: "add" });
    await give({ given_to: "projects", project_ids: ["other"], change: "remove" });
    const about = { user_name: "admin", target: "S1" };
    expect((await audited()).slice(0, 3)).toMatchObject([
      { ...about, detail: { device_id, before: "projects demo other", after: "projects demo" } },
      { ...about, detail: { device_id, before: "projects other", after: "projects demo other" } },
      { ...about, detail: { device_id, before: "agent", after: "projects other" } },
    ]);
  });

  it("tells the projects of many by the page, and names the first in lists", async () => {
    const ids = Array.from({ length: 30 }, (_, index) => `farm-${String(index).padStart(2, "0")}`);
    for (const project_id of ids) await udt.project(project_id, []);
    await give({ given_to: "projects", project_ids: ids });
    expect(await shown()).toMatchObject({ project_count: 30, projects: ids.slice(0, 3).map((name) => ({ name })) });
    const listed = (asked: object) =>
      udt.ok(ENDPOINTS.deviceProjectList, { as: admin, params: params(), query: { ...asked } });
    const second = await listed({ page_num: 2, page_size: 25 });
    expect([second.total, second.list.map(({ project_id }) => project_id)]).toEqual([30, ids.slice(25)]);
    expect(await listed({ keyword: "M-07" })).toMatchObject({ total: 1, list: [{ project_id: "farm-07" }] });
    await give({ given_to: "all" });
    expect(await listed({})).toMatchObject({ total: 0 });
    await give({ given_to: "agent" });
    expect(await listed({})).toMatchObject({ total: 1, list: [{ project_id: "demo" }] });
  });

  it("is taken by those that it is given to, and by no others", async () => {
    await give({ given_to: "projects", project_ids: ["other"] });
    await udt.refused(ENDPOINTS.testCreate, session(owner), "device_not_in_project");
    const { test_id } = await udt.ok(ENDPOINTS.testCreate, session(elsewhere, other));
    await begun(test_id);
    await udt.ok(ENDPOINTS.testCancel, { as: elsewhere, query: other, params: { test_id } });
    await idle();
  });

  it("is given to runs of those that see it, and chosen and counted by their rules alone", async () => {
    const found = (as: Person, of: typeof query) =>
      udt.ok(ENDPOINTS.jobDevices, { as, query: of, body: { devices: { kind: "rule", rules: [bySerial], count: 1 } } });
    const tagged = (as: Person, of: typeof query) =>
      udt.ok(ENDPOINTS.tagPreview, {
        as,
        query: of,
        body: { rules: [bySerial], included_device_ids: [], excluded_device_ids: [] },
      });
    expect(await found(elsewhere, other)).toMatchObject({ total: 0 });
    expect(await tagged(elsewhere, other)).toMatchObject({ total: 0, device_total: 0 });
    const { test_id } = await run(elsewhere, other);
    expect(await reasons(test_id, elsewhere, other)).toEqual(["no_device"]);
    await give({ given_to: "projects", project_ids: ["other"] });
    await begun(test_id);
    expect(await found(elsewhere, other)).toMatchObject({ total: 1 });
    expect(await tagged(elsewhere, other)).toMatchObject({ total: 1, device_total: 1 });
    expect(await found(owner, query)).toMatchObject({ total: 0 });
    await end(test_id);
    await idle();
    const { test_id: waiting } = await run(owner);
    // This one wakes the queue as well.
    const check = await waitForDevice(udt.server.services.tests.sessions, device_id, "inspection");
    await begun(check);
    await end(check);
    expect(await reasons(waiting, owner)).toEqual(["no_device"]);
    await end(waiting);
    await idle();
  });

  it("is taken from no project that uses it, and stays in its records afterwards", async () => {
    const { test_id } = await udt.ok(ENDPOINTS.testCreate, session(owner));
    await begun(test_id);
    const away = gift({ given_to: "projects", project_ids: ["other"] });
    const { data } = await udt.refused(ENDPOINTS.deviceGive, away, "device_used_by_project");
    expect(data).toMatchObject({ args: { serial: "S1" } });
    expect(await shown()).toMatchObject({ given_to: "agent", project_count: 1 });
    // Who gets it besides takes it from nobody.
    await give({ given_to: "projects", project_ids: ["demo", "other"] });
    await udt.ok(ENDPOINTS.testCancel, { as: owner, query, params: { test_id } });
    await idle();
    await give({ given_to: "projects", project_ids: ["other"] });
    const { list } = await udt.ok(ENDPOINTS.testList, { as: owner, query });
    expect(list.find((test) => test.test_id === test_id)).toMatchObject({ devices: [{ device_id, serial: "S1" }] });
    const mine = await udt.ok(ENDPOINTS.testGet, { as: owner, query, params: { test_id } });
    expect(mine.devices).toMatchObject([{ device_id }]);
    await udt.refused(ENDPOINTS.deviceGet, { as: owner, query, params: params() }, "device_not_in_project");
  });

  it("is checked for no project that lost it: what that asked for ends before it begins", async () => {
    const draining = (is: boolean) =>
      udt.ok(ENDPOINTS.agentDrain, { as: admin, params: { agent_id: agent.agent_id }, body: { draining: is } });
    const newest = async () => {
      const { list } = await udt.ok(ENDPOINTS.selfCheckList, { as: elsewhere, query: other, params: params() });
      return list[0];
    };
    await draining(true);
    const asked = await udt.ok(ENDPOINTS.selfCheckStart, { as: owner, query, params: params() });
    await give({ given_to: "projects", project_ids: ["demo", "other"] });
    expect(await newest()).toMatchObject({ ...asked, state: "waiting" });
    await give({ given_to: "projects", project_ids: ["other"] });
    expect(await newest()).toMatchObject({ ...asked, state: "broken_off", error: { code: "check_given_away" } });
    await draining(false);
    await idle();
    expect(agent.all("session_start").map(({ test_id }) => test_id)).not.toContain(asked.selfcheck_id);
  });

  it("is told to those that lose it and those that get it, and to nobody else", async () => {
    await udt.project("third", [{ person: owner, user_type: 1 }]);
    const hear = (as: Person, of: typeof query) => udt.socket(SOCKETS.events, { as, query: of });
    const [lost, got, third] = [
      await hear(owner, query),
      await hear(elsewhere, other),
      await hear(owner, { project: "third" }),
    ];
    await give({ given_to: "projects", project_ids: ["other"] });
    const changed = expect.objectContaining({ type: "device.changed", device_id });
    for (const events of [lost, got]) await until(() => expect(events.json).toContainEqual(changed));
    // Once it is given to nobody, what happens to it is nobody's to hear.
    await give({ given_to: "projects", project_ids: [] });
    const heard = () => got.json.filter((event) => changed.asymmetricMatch(event)).length;
    /** Resolves with how often it was told by the time that something else is, which comes after all that was before. */
    const heardBefore = async (name: string) => {
      const body = { name, is_default: false, excluded_device_ids: [], included_device_ids: [], rules: [] };
      const { tag_id } = await udt.ok(ENDPOINTS.tagCreate, { as: elsewhere, query: other, body });
      await until(() => expect(got.json).toContainEqual(expect.objectContaining({ type: "tag.changed", tag_id })));
      return heard();
    };
    const before = await heardBefore("given-to-nobody");
    expect(before).toBeGreaterThanOrEqual(2);
    agent.send({ type: "device", device: deviceReport("S1", { battery_level: 12 }) });
    await until(async () => expect(await shown()).toMatchObject({ battery_level: 12 }));
    await give({ given_to: "projects", project_ids: ["third"] });
    await until(() => expect(third.json).toContainEqual(changed));
    expect(await heardBefore("given-to-third")).toBe(before);
  });

  it("is nobody's once the only project that it was given to is deleted, which administrators are shown", async () => {
    await udt.project("going", [{ person: elsewhere, user_type: 1 }]);
    await give({ given_to: "projects", project_ids: ["going"] });
    const gone = { as: elsewhere, query: { project: "going", confirm: "going" }, params: { project_id: "going" } };
    await udt.ok(ENDPOINTS.projectDelete, gone);
    expect(await shown()).toMatchObject({ given_to: "projects", project_count: 0, projects: [], shared: false });
    const { list } = await udt.ok(ENDPOINTS.deviceList, { as: owner, query });
    expect(list.map(({ serial }) => serial)).toEqual(["S2"]);
  });

  it("makes its agent one that serves others, too, whose project sees no more of it", async () => {
    const at = { as: owner, query, params: { agent_id: agent.agent_id } };
    const served = async () => (await udt.ok(ENDPOINTS.projectAgentList, { as: owner, query })).list;
    expect(await served()).toMatchObject([{ serves: "one", device_count: 2 }]);
    await give({ given_to: "projects", project_ids: ["other"] });
    expect(await served()).toMatchObject([{ serves: "several", project_ids: ["demo"], device_count: 1 }]);
    await udt.refused(ENDPOINTS.projectAgentDrain, { ...at, body: { draining: true } }, "agent_shared");
    await udt.refused(ENDPOINTS.projectAgentLog, at, "agent_shared");
    const { list, total } = await udt.ok(ENDPOINTS.projectAgentDevices, at);
    expect([list.map(({ serial }) => serial), total]).toEqual([["S2"], 1]);
    // Whom the agent serves is then no longer what the device's tests depend on.
    const { test_id } = await udt.ok(ENDPOINTS.testCreate, session(elsewhere, other));
    await begun(test_id);
    const edit = (project_ids: string[]) => ({
      as: admin,
      params: { agent_id: agent.agent_id },
      body: { name: "lab", project_ids },
    });
    await udt.project("another", []);
    await udt.ok(ENDPOINTS.agentEdit, edit(["another"]));
    await udt.ok(ENDPOINTS.agentEdit, edit(["demo"]));
    await end(test_id);
    await idle();
  });
});

// The embedded database does one transaction at a time.
onPostgresql("a device that is given away at the moment", (open) => {
  beforeAll(() => start(open));
  const held = () => sql`select 1 from devices where device_id = ${device_id} for no key update`;
  const away: Gift = { given_to: "projects", project_ids: ["other"] };

  it("before a session takes it is not taken", async () => {
    await inOrder<unknown>(udt.server.database, held(), [
      () => give(away),
      () => udt.refused(ENDPOINTS.testCreate, session(owner), "device_not_in_project"),
    ]);
    await give({ given_to: "agent" });
  });

  it("after a session took it is not given away", async () => {
    const [taken] = await inOrder<unknown>(udt.server.database, held(), [
      () => udt.ok(ENDPOINTS.testCreate, session(owner)),
      () => udt.refused(ENDPOINTS.deviceGive, gift(away), "device_used_by_project"),
    ]);
    const { test_id } = taken as { test_id: string };
    await begun(test_id);
    await end(test_id);
    await idle();
  });

  it("by two administrators is as the later one says, and the log has both", async () => {
    const before = (await audited()).length;
    await inOrder<unknown>(udt.server.database, held(), [() => give({ given_to: "all" }), () => give(away)]);
    expect(await shown()).toMatchObject({ given_to: "projects", projects: [{ project_id: "other" }] });
    const [last, first] = await audited();
    expect([first?.detail, last?.detail]).toMatchObject([
      { before: "agent", after: "all" },
      { before: "all", after: "projects other" },
    ]);
    expect((await audited()).length).toBe(before + 2);
  });
});
