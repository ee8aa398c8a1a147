import { afterAll, beforeAll, expect, it } from "vitest";
import { ENDPOINTS, LIMITS, SOCKETS } from "@udt/contract";
import { TestServer, until, type Person, type TestAgent } from "../../../test/harness.ts";
import { makeRun } from "../../../test/run-factory.ts";
import { work_order_entries } from "../../platform/database/work-orders.schema.ts";
import { deviceReport } from "../../../test/scripted-agent.ts";

let udt: TestServer;
let owner: Person;
let member: Person;
let elsewhere: Person;
let agent: TestAgent;
let device_id: string;
const query = { project: "demo" };
const other = { project: "other" };

beforeAll(async () => {
  udt = await TestServer.start();
  [owner, member, elsewhere] = [await udt.person("owner"), await udt.person("member"), await udt.person("elsewhere")];
  await udt.project(query.project, [
    { person: owner, user_type: 1 },
    { person: member, user_type: 2 },
  ]);
  await udt.project(other.project, [{ person: elsewhere, user_type: 1 }]);
  agent = await udt.agent();
  await agent.connect([deviceReport("S1")]);
  device_id = (await udt.ok(ENDPOINTS.deviceList, { as: member, query })).list[0]!.device_id;
});
afterAll(() => udt.dispose());

let number: number;
const report = (text: string, test_id: string | null = null) => ({
  as: member,
  query,
  body: { device_id, test_id, text },
});
const at = (as: Person, of = query) => ({ as, query: of, params: { number } });
const move = (as: Person, state: "unprocessed" | "processing" | "processed", text = "") => ({
  ...at(as),
  body: { state, text },
});
const seenAs = async (as: Person, of = query) => (await udt.ok(ENDPOINTS.deviceList, { as, query: of })).list[0]!;
const begun = (test_id: string) =>
  until(() => agent.all("session_start").find((start) => start.test_id === test_id) ?? expect.fail("not begun"));
const idle = () => until(async () => expect(await seenAs(member)).toMatchObject({ state: "idle" }));

/** An automated test that waits for the device alone. */
async function queued(): Promise<string> {
  const rules = [{ attribute: "serial" as const, operator: "equals" as const, values: ["S1"] }];
  const run = await makeRun(udt.server.database.db, {
    project_id: query.project,
    user_id: member.user_id,
    at: udt.clock.now(),
    state: "queued",
    devices: [null],
    config: { devices: { kind: "rule", rules, count: 1 } },
  });
  return run.test_id;
}

it("is opened by who found a device broken, and told to who sees the device", async () => {
  const events = await udt.socket(SOCKETS.events, { as: member, query });
  const { test_id } = await udt.ok(ENDPOINTS.testCreate, {
    as: member,
    query,
    body: { kind: "debug", device_id, duration_minutes: 30 },
  });
  const order = await udt.ok(ENDPOINTS.workOrderCreate, report("The lower half takes no touch", test_id));
  ({ number } = order);
  expect(order).toMatchObject({
    state: "unprocessed",
    source: "person",
    step: null,
    device: { device_id, serial: "S1" },
    text: "The lower half takes no touch",
    reporter_name: "member",
    assignee_name: null,
    test: { test_id, kind: "debug" },
    closed_at: null,
    entries: [],
  });
  await until(() =>
    expect(events.json).toContainEqual(expect.objectContaining({ type: "work_order.changed", device_id, number })),
  );
  expect(await seenAs(owner)).toMatchObject({ open_work_orders: 1 });
  // Who sees the device by another project is not told in which session of this one it was found.
  expect(await udt.ok(ENDPOINTS.workOrderGet, at(elsewhere, other))).toMatchObject({ number, test: null });
  await udt.refused(ENDPOINTS.workOrderCreate, report("again"), "work_order_open");
  await udt.refused(
    ENDPOINTS.workOrderCreate,
    { ...report("x", test_id), as: elsewhere, query: other },
    "test_not_found",
  );
  await udt.refused(
    ENDPOINTS.workOrderCreate,
    { ...report("x"), body: { device_id: "none", text: "x" } },
    "device_not_found",
  );
  await udt.ok(ENDPOINTS.testCancel, { as: member, query, params: { test_id } });
  await idle();
});

it("keeps automated tests from the device, and nobody from debugging it, until it is closed", async () => {
  const test_id = await queued();
  const debug = await udt.ok(ENDPOINTS.testCreate, {
    as: member,
    query,
    body: { kind: "debug", device_id, duration_minutes: 30 },
  });
  await begun(debug.test_id);
  await udt.ok(ENDPOINTS.testCancel, { as: member, query, params: { test_id: debug.test_id } });
  await idle();
  // What the queue was asked after the device came free has been answered: it stays idle.
  const slots = await udt.ok(ENDPOINTS.runDevices, { as: member, query, params: { test_id } });
  expect(slots.list.map(({ queue }) => queue)).toEqual([{ position: 1, reason: "devices_broken", eta: null }]);
  expect(await seenAs(member)).toMatchObject({ state: "idle" });

  await udt.ok(ENDPOINTS.workOrderMove, move(owner, "processed", "New screen"));
  await begun(test_id);
  await udt.server.services.tests.sessions.conclude(test_id, { reason: "user" });
  await idle();
  expect(await seenAs(member)).toMatchObject({ open_work_orders: 0 });
});

it("is moved on by administrators of the project, from one state to the next alone", async () => {
  await udt.refused(ENDPOINTS.workOrderMove, move(owner, "processing"), "work_order_state");
  ({ number } = await udt.ok(ENDPOINTS.workOrderCreate, report("It is hot")));
  await udt.refused(ENDPOINTS.workOrderMove, move(member, "processing"), "no_permission");
  expect(await udt.ok(ENDPOINTS.workOrderMove, move(owner, "processing"))).toMatchObject({ assignee_name: "owner" });
  await udt.refused(ENDPOINTS.workOrderMove, move(owner, "processing"), "work_order_state");
  expect(await udt.ok(ENDPOINTS.workOrderMove, move(owner, "unprocessed", "No spare"))).toMatchObject({
    state: "unprocessed",
    assignee_name: null,
  });
  await udt.ok(ENDPOINTS.workOrderComment, { ...at(member), body: { text: "It is at 48 °C" } });
  await udt.refused(ENDPOINTS.workOrderComment, { ...at(member), body: { text: "  " } }, "invalid_param");
  udt.clock.turn(1_000);
  const closed = await udt.ok(ENDPOINTS.workOrderMove, move(owner, "processed"));
  expect(closed).toMatchObject({ state: "processed", closed_by: "person", closed_at: udt.clock.now() });
  expect(closed.entries.map(({ user_name, state, text }) => ({ user_name, state, text }))).toEqual([
    { user_name: "owner", state: "processing", text: "" },
    { user_name: "owner", state: "unprocessed", text: "No spare" },
    { user_name: "member", state: null, text: "It is at 48 °C" },
    { user_name: "owner", state: "processed", text: "" },
  ]);
  const admin = await udt.person("admin", { udt_admin: true });
  const { list } = await udt.ok(ENDPOINTS.auditList, { as: admin, query: { project_id: query.project } });
  expect(list.map(({ action }) => action)).toEqual(expect.arrayContaining(["work_order.create", "work_order.move"]));
});

it("is found by device, state and words, and by members of projects that see the device alone", async () => {
  const found = async (as: Person, of: object) =>
    (await udt.ok(ENDPOINTS.workOrderList, { as, query: { ...query, ...of } })).list.map(({ text }) => text);
  await udt.ok(ENDPOINTS.workOrderCreate, report("Cable is loose"));
  expect(await found(member, { device_id })).toEqual(["Cable is loose", "It is hot", "The lower half takes no touch"]);
  expect(await found(member, { state: "unprocessed" })).toEqual(["Cable is loose"]);
  expect(await found(member, { keyword: "touch" })).toEqual(["The lower half takes no touch"]);
  expect(await found(member, { device_id: "none" })).toEqual([]);
  const guest = await udt.person("guest");
  await udt.refused(ENDPOINTS.workOrderList, { as: guest, query }, "user_not_in_project");
  await udt.refused(ENDPOINTS.workOrderGet, at(guest), "user_not_in_project");
  // A device of an agent that serves another project alone.
  const far = await udt.agent("far", [other.project]);
  await far.connect([deviceReport("S2")]);
  const { list } = await udt.ok(ENDPOINTS.deviceList, { as: elsewhere, query: { ...other, keyword: "S2" } });
  const body = { device_id: list[0]!.device_id, text: "Theirs" };
  ({ number } = await udt.ok(ENDPOINTS.workOrderCreate, { as: elsewhere, query: other, body }));
  expect(await found(member, {})).not.toContain("Theirs");
  await udt.refused(ENDPOINTS.workOrderGet, at(member), "work_order_not_found");
  await udt.refused(ENDPOINTS.workOrderMove, move(owner, "processed"), "work_order_not_found");
  await udt.refused(ENDPOINTS.workOrderComment, { ...at(member), body: { text: "x" } }, "work_order_not_found");
  await udt.refused(ENDPOINTS.workOrderCreate, { as: member, query, body }, "device_not_in_project");
});

it("takes no more of a history than is read at once, and is closed all the same", async () => {
  const body = { device_id, text: "Nobody knows" };
  // What people reported before is closed, or this one would be refused.
  const { list } = await udt.ok(ENDPOINTS.workOrderList, {
    as: owner,
    query: { ...query, state: "unprocessed", device_id },
  });
  for (const open of list) {
    ({ number } = open);
    await udt.ok(ENDPOINTS.workOrderMove, move(owner, "processed"));
  }
  ({ number } = await udt.ok(ENDPOINTS.workOrderCreate, { as: member, query, body }));
  const entry = { number, user_id: member.user_id, state: null, text: "x", created_at: 1 };
  const { db } = udt.server.database;
  const write = (length: number, as: Person, more: object = {}) =>
    db.insert(work_order_entries).values(Array.from({ length }, () => ({ ...entry, user_id: as.user_id, ...more })));
  const say = (as: Person) => ({ ...at(as), body: { text: "x" } });
  const assign = { ...at(owner), body: { user_id: owner.user_id, instead_of: null } };
  // Who says all that they may takes nobody else's words.
  await write(LIMITS.work_order_comments_each, member);
  await udt.refused(ENDPOINTS.workOrderComment, say(member), "work_order_comments_own");
  await udt.ok(ENDPOINTS.workOrderComment, say(owner));
  await write(LIMITS.work_order_comments_max - LIMITS.work_order_comments_each - 1, elsewhere);
  await udt.refused(ENDPOINTS.workOrderComment, say(owner), "work_order_comments");
  // And no words are in the way of what is done.
  await udt.ok(ENDPOINTS.workOrderAssign, assign);
  await udt.ok(ENDPOINTS.workOrderMove, move(owner, "processing"));
  await udt.ok(ENDPOINTS.workOrderMove, move(owner, "unprocessed"));
  await write(LIMITS.work_order_steps_max - 3, owner, { is_assignment: true, text: "" });
  await udt.refused(ENDPOINTS.workOrderAssign, assign, "work_order_steps");
  await udt.refused(ENDPOINTS.workOrderMove, move(owner, "processing"), "work_order_steps");
  expect(await udt.ok(ENDPOINTS.workOrderMove, move(owner, "processed"))).toMatchObject({ state: "processed" });
});

it("names a session or run that had the device, and no other", async () => {
  const near = await udt.agent("near");
  await near.connect([deviceReport("S3")]);
  const { list } = await udt.ok(ENDPOINTS.deviceList, { as: member, query: { ...query, keyword: "S3" } });
  const { device_id: beside } = list[0]!;
  const { db } = udt.server.database;
  const run = {
    user_id: member.user_id,
    at: udt.clock.now(),
    devices: [{ device_id: beside, serial: "S3", brand: "", model: "" }],
  };
  const [here, there] = [
    await makeRun(db, { ...run, project_id: query.project }),
    await makeRun(db, { ...run, project_id: other.project }),
  ];
  const of = (as: Person, device: string, test_id: string) => ({
    as,
    query,
    body: { device_id: device, test_id, text: "It is cracked" },
  });
  await udt.refused(ENDPOINTS.workOrderCreate, of(member, device_id, here.test_id), "test_not_found");
  await udt.refused(ENDPOINTS.workOrderCreate, of(member, beside, there.test_id), "test_not_found");
  await udt.refused(ENDPOINTS.workOrderCreate, of(member, beside, "none"), "test_not_found");
  const guest = await udt.person("passer-by");
  await udt.refused(ENDPOINTS.workOrderCreate, of(guest, beside, here.test_id), "user_not_in_project");
  expect(await udt.ok(ENDPOINTS.workOrderCreate, of(member, beside, here.test_id))).toMatchObject({
    device: { device_id: beside },
    test: { test_id: here.test_id, kind: "job" },
  });
});
