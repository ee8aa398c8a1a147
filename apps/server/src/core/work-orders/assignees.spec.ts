import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { must } from "@udt/base";
import { ENDPOINTS } from "@udt/contract";
import { onEachDatabase } from "../../../test/databases.ts";
import { TestServer, type Person } from "../../../test/harness.ts";
import { inOrder } from "../../../test/in-order.ts";
import { deviceReport } from "../../../test/scripted-agent.ts";
import { sql } from "../../platform/database/sql.ts";

const query = { project: "demo" };
const other = { project: "other" };

onEachDatabase("whom a work order is assigned to", (open) => {
  let udt: TestServer;
  let [owner, second, member, elsewhere] = [] as unknown as Person[] & [Person, Person, Person, Person];
  let device_id: string;
  let number: number;

  beforeAll(async () => {
    udt = await TestServer.start(open);
    const people = ["owner", "second", "member", "elsewhere"].map((name) => udt.person(name));
    [owner, second, member, elsewhere] = (await Promise.all(people)) as [Person, Person, Person, Person];
    await udt.project(query.project, [
      { person: owner, user_type: 1 },
      { person: second, user_type: 1 },
      { person: member, user_type: 2 },
    ]);
    await udt.project(other.project, [{ person: elsewhere, user_type: 1 }]);
    await (await udt.agent()).connect([deviceReport("S1")]);
    const [device] = (await udt.ok(ENDPOINTS.deviceList, { as: member, query })).list;
    ({ device_id } = must(device, "device"));
  });
  afterAll(() => udt.dispose());
  beforeEach(async () => {
    const body = { device_id, text: "No touch" };
    ({ number } = await udt.ok(ENDPOINTS.workOrderCreate, { as: member, query, body }));
    return async () => void (await udt.call(ENDPOINTS.workOrderMove, { ...at(owner), body: { state: "processed" } }));
  });

  const at = (as: Person, of = query) => ({ as, query: of, params: { number } });
  const assign = (as: Person, user_id: string | null, instead_of: string | null = null, of = query) => ({
    ...at(as, of),
    body: { user_id, instead_of },
  });

  it("is any administrator of the project, or nobody, by whoever processes its orders; the state stays", async () => {
    const { list, total } = await udt.ok(ENDPOINTS.workOrderAssignees, at(owner));
    expect([list.map(({ user_name }) => user_name), total]).toEqual([["owner", "second"], 2]);
    const found = await udt.ok(ENDPOINTS.workOrderAssignees, { ...at(owner), query: { ...query, keyword: "SEC" } });
    expect(found.list).toMatchObject([{ user_id: second.user_id, user_name: "second" }]);
    const given = await udt.ok(ENDPOINTS.workOrderAssign, assign(owner, second.user_id));
    expect(given).toMatchObject({ state: "unprocessed", assignee_id: second.user_id, assignee_name: "second" });
    const back = await udt.ok(ENDPOINTS.workOrderAssign, assign(second, null, second.user_id));
    expect(back).toMatchObject({ assignee_id: null, assignee_name: null });
    expect(back.entries).toMatchObject([
      { user_name: "owner", state: null, assigned: { user_name: "second" }, text: "" },
      { user_name: "second", state: null, assigned: { user_name: null } },
    ]);
    const admin = await udt.person("admin", { udt_admin: true });
    const { list: told } = await udt.ok(ENDPOINTS.auditList, { as: admin, query: { project_id: query.project } });
    expect(told[0]).toMatchObject({ action: "work_order.assign", user_name: "second", target: "S1" });
  });

  it("is whoever of the server's administrators takes it on through no project, who finds theirs", async () => {
    const root = await udt.person("root", { udt_admin: true });
    const mine = () =>
      udt.ok(ENDPOINTS.adminDeviceOrderList, { as: root, params: { device_id }, query: { mine: "1" as const } });
    expect((await mine()).list).toEqual([]);
    const body = { state: "processing" as const };
    const taken = await udt.ok(ENDPOINTS.adminOrderMove, { as: root, params: { number }, body });
    expect(taken).toMatchObject({ state: "processing", assignee_name: "root" });
    expect((await mine()).list).toMatchObject([{ number, assignee_name: "root" }]);
    // A project gives it to its own.
    const given = await udt.ok(ENDPOINTS.workOrderAssign, assign(owner, second.user_id, root.user_id));
    expect(given).toMatchObject({ assignee_name: "second" });
    expect((await mine()).list).toEqual([]);
  });

  it("is nobody whose account has expired", async () => {
    const { db } = udt.server.database;
    const expire = (at: number | null) =>
      db.execute(sql`update users set expires_at = ${at} where user_id = ${second.user_id}`);
    await expire(udt.clock.now());
    const { list } = await udt.ok(ENDPOINTS.workOrderAssignees, at(owner));
    expect(list.map(({ user_name }) => user_name)).toEqual(["owner"]);
    await udt.refused(ENDPOINTS.workOrderAssign, assign(owner, second.user_id), "work_order_assignee");
    await expire(null);
  });

  it("is nobody who does not process the project's orders, and said by none of those", async () => {
    for (const user_id of [member.user_id, elsewhere.user_id, "none"])
      await udt.refused(ENDPOINTS.workOrderAssign, assign(owner, user_id), "work_order_assignee");
    await udt.refused(ENDPOINTS.workOrderAssign, assign(member, second.user_id), "no_permission");
    await udt.refused(ENDPOINTS.workOrderAssignees, at(member), "no_permission");
    await udt.refused(ENDPOINTS.workOrderAssign, assign(elsewhere, second.user_id), "user_not_in_project");
    // Who sees the device by another project assigns it to that one's people.
    await udt.refused(ENDPOINTS.workOrderAssign, assign(elsewhere, owner.user_id, null, other), "work_order_assignee");
    await udt.ok(ENDPOINTS.workOrderAssign, assign(elsewhere, elsewhere.user_id, null, other));
    // Of a device that the project does not see there is no order.
    const far = await udt.agent(`far ${number}`, [other.project]);
    await far.connect([deviceReport(`F${number}`)]);
    const theirs = await udt.ok(ENDPOINTS.deviceList, { as: elsewhere, query: { ...other, keyword: `F${number}` } });
    const body = { device_id: must(theirs.list[0], "device").device_id, text: "Theirs" };
    const made = await udt.ok(ENDPOINTS.workOrderCreate, { as: elsewhere, query: other, body });
    const params = { number: made.number };
    const call = { ...assign(owner, owner.user_id), params };
    await udt.refused(ENDPOINTS.workOrderAssign, call, "work_order_not_found");
    await udt.refused(ENDPOINTS.workOrderAssignees, { ...at(owner), params }, "work_order_not_found");
  });

  it("is told to who saw another's name, and of two at one moment one is", async () => {
    await udt.ok(ENDPOINTS.workOrderAssign, assign(owner, second.user_id));
    await udt.refused(ENDPOINTS.workOrderAssign, assign(owner, owner.user_id), "work_order_reassigned");
    const held = sql`select 1 from work_orders where number = ${number} for no key update`;
    const by = (as: Person, user_id: string | null) => () =>
      udt.call(ENDPOINTS.workOrderAssign, assign(as, user_id, second.user_id));
    const calls = [by(owner, owner.user_id), by(second, null)];
    // The embedded database does one transaction at a time.
    const answers =
      udt.server.database.kind === "pglite"
        ? await Promise.all(calls.map((call) => call()))
        : await inOrder(udt.server.database, held, calls);
    expect(answers.map(({ code }) => code ?? "done").toSorted()).toEqual(["done", "work_order_reassigned"]);
    const { entries } = await udt.ok(ENDPOINTS.workOrderGet, at(owner));
    expect(entries).toHaveLength(2);
  });

  it("changes with taking it on and giving it back, and not once it is processed", async () => {
    await udt.ok(ENDPOINTS.workOrderAssign, assign(owner, second.user_id));
    const taken = await udt.ok(ENDPOINTS.workOrderMove, { ...at(owner), body: { state: "processing" } });
    expect(taken).toMatchObject({ assignee_name: "owner" });
    await udt.ok(ENDPOINTS.workOrderAssign, assign(owner, second.user_id, owner.user_id));
    await udt.ok(ENDPOINTS.workOrderMove, { ...at(owner), body: { state: "processed" } });
    const call = assign(owner, null, second.user_id);
    await udt.refused(ENDPOINTS.workOrderAssign, call, "work_order_state");
  });

  it("finds the orders that are theirs", async () => {
    const mine = async (as: Person) =>
      (await udt.ok(ENDPOINTS.workOrderList, { as, query: { ...query, mine: "1" } })).list.map((one) => one.number);
    expect(await mine(member)).toEqual([]);
    await udt.ok(ENDPOINTS.workOrderAssign, assign(owner, second.user_id));
    expect(await mine(second)).toContain(number);
    expect(await mine(owner)).not.toContain(number);
  });
});
