/** An agent whose only project is to be deleted while devices of it are given to others. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ENDPOINTS } from "@udt/contract";
import { onPostgresql } from "../../../test/databases.ts";
import { TestServer, until, type Answer, type Person, type TestAgent } from "../../../test/harness.ts";
import { inOrder } from "../../../test/in-order.ts";
import { deviceReport } from "../../../test/scripted-agent.ts";
import { sql } from "../../platform/database/sql.ts";

let [udt, admin, owner] = [] as unknown as [TestServer, Person, Person];
let agent: TestAgent;
let device_id: string;
let project: string;
let count = 0;

async function start(open?: Parameters<typeof TestServer.start>[0]) {
  udt = await TestServer.start(open);
  admin = await udt.person("admin", { udt_admin: true });
  owner = await udt.person("owner");
  await udt.project("other", [{ person: owner, user_type: 1 }]);
}

async function bound() {
  project = `last-${++count}`;
  await udt.project(project, [{ person: owner, user_type: 1 }]);
  agent = await udt.agent(`lab ${count}`, [project]);
  await agent.connect([deviceReport(`S${count}-1`), deviceReport(`S${count}-2`)]);
  const { list } = await udt.ok(ENDPOINTS.adminDeviceList, { as: admin, query: { serial: `S${count}-1` } });
  device_id = list[0]!.device_id;
}

const give = (given_to: "agent" | "all" | "projects", ...project_ids: string[]) =>
  udt.call(ENDPOINTS.deviceGive, { as: admin, params: { device_id }, body: { given_to, project_ids } });
const removing = (as = owner, id = project) => ({
  as,
  params: { project_id: id },
  query: { project: id, confirm: id },
});
const remove = (id = project) => udt.call(ENDPOINTS.projectDelete, removing(owner, id));
const register = (...project_ids: string[]) =>
  udt.call(ENDPOINTS.agentEdit, {
    as: admin,
    params: { agent_id: agent.agent_id },
    body: { name: `lab ${count}`, project_ids },
  });
const codes = (answers: readonly Answer[]) => answers.map((answer) => answer.code ?? "done");
const serialsOf = async (id: string) =>
  (await udt.ok(ENDPOINTS.deviceList, { as: owner, query: { project: id } })).list.map(({ serial }) => serial);
const registered = async () => {
  const { list } = await udt.ok(ENDPOINTS.agentList, { as: admin, query: { keyword: `lab ${count}` } });
  return list.map(({ project_ids }) => project_ids);
};

describe("the last project of an agent", () => {
  beforeAll(() => start());
  beforeEach(async () => {
    await bound();
    return () => give("agent");
  });
  afterAll(() => udt.dispose());

  it("stays while devices of the agent are given to others, whoever deletes it, and nothing is ended for it", async () => {
    await give("projects", "other");
    const { list } = await udt.ok(ENDPOINTS.deviceList, { as: owner, query: { project } });
    const body = { kind: "debug" as const, device_id: list[0]!.device_id, duration_minutes: 30 };
    const { test_id } = await udt.ok(ENDPOINTS.testCreate, { as: owner, query: { project }, body });
    await until(() => expect(agent.all("session_start")).toHaveLength(1));
    for (const as of [owner, admin]) {
      const { data } = await udt.refused(ENDPOINTS.projectDelete, removing(as), "agent_gives_elsewhere");
      expect(data).toMatchObject({ args: { names: `lab ${count}`, count: 1 } });
    }
    const test = await udt.ok(ENDPOINTS.testGet, { as: owner, query: { project }, params: { test_id } });
    expect(test).toMatchObject({ state: "running" });
    expect(await serialsOf("other")).toEqual([`S${count}-1`]);
    await give("all");
    await udt.refused(ENDPOINTS.projectDelete, removing(), "agent_gives_elsewhere");
    await give("projects", "other");
    expect(agent.closed).toBeUndefined();
  });

  it("goes once administrators registered the agent for another, whose alone it is then", async () => {
    await give("projects", "other");
    const third = `third-${count}`;
    await udt.project(third, [{ person: owner, user_type: 1 }]);
    expect(codes([await register(project, third), await remove()])).toEqual(["done", "done"]);
    expect(agent.closed).toBeUndefined();
    expect(await registered()).toEqual([[third]]);
    expect([await serialsOf("other"), await serialsOf(third)]).toEqual([[`S${count}-1`], [`S${count}-2`]]);
  });

  it("goes with the agent once its devices are its own again, or nobody's", async () => {
    await give("projects", "other");
    await give("projects", project);
    await give("projects");
    expect(codes([await remove()])).toEqual(["done"]);
    await until(() => expect(agent.closed).toEqual({ code: 4401, reason: "agent_token" }));
    expect(await registered()).toEqual([]);
    expect(codes([await give("all")])).toEqual(["device_not_in_project"]);
  });
});

// The embedded database does one transaction at a time.
onPostgresql("the last project of an agent, deleted at the moment", (open) => {
  beforeAll(() => start(open));
  beforeEach(async () => {
    await bound();
    return () => give("agent");
  });
  afterAll(() => udt.dispose());
  const theProject = () => sql`select 1 from projects where project_id = ${project} for update`;
  const theAgent = () => sql`select 1 from agents where agent_id = ${agent.agent_id} for no key update`;

  it("after a device of it was given to another stays", async () => {
    const answers = await inOrder(udt.server.database, theProject(), [() => give("projects", "other"), remove]);
    expect(codes(answers)).toEqual(["done", "agent_gives_elsewhere"]);
    expect(await serialsOf("other")).toEqual([`S${count}-1`]);
  });

  it("before a device of it is given to another takes the device along", async () => {
    const answers = await inOrder(udt.server.database, theProject(), [remove, () => give("projects", "other")]);
    expect(codes(answers)).toEqual(["done", "device_not_in_project"]);
    expect(await serialsOf("other")).toEqual([]);
  });

  it("before the agent is registered for another, too, leaves nothing to register", async () => {
    const answers = await inOrder(udt.server.database, theProject(), [remove, () => register(project, "other")]);
    expect(codes(answers)).toEqual(["done", "project_not_exists"]);
    expect(await registered()).toEqual([]);
  });

  it("with the one before it leaves no agent that serves all", async () => {
    const second = `second-${count}`;
    await udt.project(second, [{ person: owner, user_type: 1 }]);
    await register(project, second);
    const both = await inOrder(udt.server.database, theAgent(), [() => remove(), () => remove(second)]);
    expect(codes(both)).toEqual(["done", "done"]);
    expect(await registered()).toEqual([]);
    await until(() => expect(agent.closed).toEqual({ code: 4401, reason: "agent_token" }));
    expect(await serialsOf("other")).toEqual([]);
  });
});
