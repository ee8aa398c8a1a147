/** Agents that are drained, or leave a project, while their devices are being given. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { ENDPOINTS } from "@udt/contract";
import { until } from "@udt/testkit";
import { onPostgresql } from "../../../test/databases.ts";
import { TestServer, type Answer, type Person, type TestAgent } from "../../../test/harness.ts";
import { inOrder, waitForDevice } from "../../../test/in-order.ts";
import { deviceReport } from "../../../test/scripted-agent.ts";
import { sql } from "../../platform/database/sql.ts";

const query = { project: "demo" };

// The embedded database does one transaction at a time.
onPostgresql("agents cared for at one moment", (open) => {
  let udt: TestServer;
  let admin: Person;
  let agent: TestAgent;
  let device_id: string;

  beforeAll(async () => {
    udt = await TestServer.start(open);
    admin = await udt.person("root", { udt_admin: true });
    await udt.project(query.project, [{ person: admin, user_type: 1 }]);
    await udt.project("other", []);
    agent = await udt.agent("lab", [query.project]);
    await agent.connect([deviceReport("S1")]);
    device_id = (await udt.ok(ENDPOINTS.deviceList, { as: admin, query })).list[0]!.device_id;
  });
  afterAll(() => udt.dispose());

  const params = () => ({ agent_id: agent.agent_id });
  const drain = (draining: boolean) =>
    udt.call(ENDPOINTS.agentDrain, { as: admin, params: params(), body: { draining } });
  const move = (project: string) =>
    udt.call(ENDPOINTS.agentEdit, { as: admin, params: params(), body: { name: "lab", project_ids: [project] } });
  const debug = () =>
    udt.call(ENDPOINTS.testCreate, {
      as: admin,
      query,
      body: { kind: "debug", device_id, duration_minutes: 30 },
    });
  const codeOf = ({ data }: Answer) => (data as { code?: string } | null)?.code;
  const held = () => sql`select 1 from devices where device_id = ${device_id} for no key update`;
  const waiting = (begin: (() => Promise<Answer>)[]) => inOrder(udt.server.database, held(), begin);
  const idle = () =>
    until("it is free", async () => {
      const { state } = await udt.ok(ENDPOINTS.deviceGet, { as: admin, query, params: { device_id } });
      return state === "idle" || undefined;
    });
  const end = async (answer: Answer | undefined) => {
    const { test_id = "" } = (answer?.data ?? {}) as { test_id?: string };
    await udt.ok(ENDPOINTS.testCancel, { as: admin, query, params: { test_id } });
    await idle();
  };

  it("one that is drained after the plan and before the lease gives its device to no run", async () => {
    const { sessions } = udt.server.services.tests;
    let test_id = "";
    const queue = async () => void (test_id = await waitForDevice(sessions, device_id));
    // Its device is planned, as nothing of the draining is to be seen yet, and waited for.
    await inOrder<unknown>(udt.server.database, held(), [() => drain(true), queue]);
    await idle();
    // What a pass of the dispatcher does comes before what wakes the next.
    await udt.ok(ENDPOINTS.agentDevices, { as: admin, params: params() });
    expect(agent.all("session_start")).toEqual([]);
    await drain(false);
    await until(
      "it has the device",
      async () => agent.all("session_start").some((one) => one.test_id === test_id) || undefined,
    );
    await sessions.conclude(test_id, { reason: "user" });
    await idle();
  });

  it("one that is drained a moment before gives its device to no session, and a moment later goes on with it", async () => {
    const [drained, refused] = await waiting([() => drain(true), debug]);
    expect([drained?.status, refused && codeOf(refused)]).toEqual([200, "device_draining"]);
    await drain(false);
    const [session, after] = await waiting([debug, () => drain(true)]);
    expect([session?.status, after?.status]).toEqual([200, 200]);
    await end(session);
    await drain(false);
  });

  it("one leaves a project before a session begins there, or does not because it has", async () => {
    const [session, kept] = await waiting([debug, () => move("other")]);
    expect([session?.status, kept && codeOf(kept)]).toEqual([200, "agent_project_in_use"]);
    await end(session);
    const [moved, refused] = await waiting([() => move("other"), debug]);
    expect([moved?.status, refused && codeOf(refused)]).toEqual([200, "device_not_in_project"]);
  });
});
