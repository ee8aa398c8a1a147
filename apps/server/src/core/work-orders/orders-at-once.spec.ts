/** Work orders that meet dispatching and self-checks at one moment. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { ENDPOINTS, say } from "@udt/contract";
import { until } from "@udt/testkit";
import { onPostgresql } from "../../../test/databases.ts";
import { TestServer, type Person, type TestAgent } from "../../../test/harness.ts";
import { inOrder, waitForDevice } from "../../../test/in-order.ts";
import { deviceReport } from "../../../test/scripted-agent.ts";
import { sql } from "../../platform/database/sql.ts";

const query = { project: "demo" };
const SECRET = "a secret of some length";

// The embedded database does one transaction at a time.
onPostgresql("work orders at one moment", (open) => {
  let udt: TestServer;
  let owner: Person;
  let agent: TestAgent;
  let device_id: string;

  beforeAll(async () => {
    udt = await TestServer.start(open);
    owner = await udt.person("owner");
    await udt.project(query.project, [{ person: owner, user_type: 1 }]);
    agent = await udt.agent();
    await agent.connect([deviceReport("S1")]);
    device_id = (await udt.ok(ENDPOINTS.deviceList, { as: owner, query })).list[0]!.device_id;
  });
  afterAll(() => udt.dispose());

  const report = () => udt.ok(ENDPOINTS.workOrderCreate, { as: owner, query, body: { device_id, text: "It is dark" } });
  const stateOf = async () => (await udt.ok(ENDPOINTS.deviceList, { as: owner, query })).list[0]!.state;

  it("a device that is reported after the plan and before the lease is given to no run", async () => {
    const { sessions } = udt.server.services.tests;
    const held = sql`select 1 from devices where device_id = ${device_id} for no key update`;
    let test_id = "";
    let order: Awaited<ReturnType<typeof report>> | undefined;
    await inOrder(udt.server.database, held, [
      async () => void (order = await report()),
      // Its devices are planned, and waited for.
      async () => void (test_id = await waitForDevice(sessions, device_id)),
    ]);
    const { number } = order!;
    await until("the plan is over", async () => (await stateOf()) === "idle" || undefined);
    const params = { number };
    await udt.ok(ENDPOINTS.workOrderComment, { as: owner, query, params, body: { text: "Seen" } });
    expect(agent.all("session_start")).toEqual([]);
    await udt.ok(ENDPOINTS.workOrderMove, { as: owner, query, params, body: { state: "processed" } });
    await until(
      "it has the device",
      async () => agent.all("session_start").some((one) => one.test_id === test_id) || undefined,
    );
    await sessions.conclude(test_id, { reason: "user" });
    await until("it is free", async () => (await stateOf()) === "idle" || undefined);
  });

  it("a device is reported while a project that would hear of it is being deleted", async () => {
    const going = { project: await udt.project("going", [{ person: owner, user_type: 1 }]) };
    const channel = {
      name: "CI",
      kind: "webhook",
      language: "en",
      webhook: "http://127.0.0.1:1/",
      secret: SECRET,
    } as const;
    const { id } = await udt.ok(ENDPOINTS.channelCreate, { as: owner, query: going, body: channel });
    const body = { buss_type: "device" as const, event: "open-order" as const, channels: [id] };
    await udt.ok(ENDPOINTS.triggerCreate, { as: owner, query: going, body });
    const [held, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const deleting = udt.server.database.transaction(async (tx) => {
      await tx.execute(sql`select 1 from projects where project_id = ${going.project} for update`);
      held.resolve();
      await over.promise;
    });
    await held.promise;
    const { number } = await report();
    await udt.ok(ENDPOINTS.workOrderMove, { as: owner, query, params: { number }, body: { state: "processed" } });
    over.resolve();
    await deleting;
    expect((await udt.ok(ENDPOINTS.deliveryList, { as: owner, query: going })).list).toEqual([]);
  });

  it("an order that a person closes while a self-check passes is closed once", async () => {
    const check = async (state: "passed" | "failed") => {
      const { selfcheck_id: test_id } = await udt.ok(ENDPOINTS.selfCheckStart, {
        as: owner,
        query,
        params: { device_id },
      });
      const { lease_token } = await until("it begins", async () =>
        agent.all("session_start").find((one) => one.test_id === test_id),
      );
      const message = state === "failed" ? say("check_picture_dark", { percent: 100 }) : null;
      const result = { step: "capture_check" as const, state, cost_ms: 1, message, evidence_name: null, remedy: null };
      const end = () =>
        udt.ok(ENDPOINTS.agentSelfCheck, {
          bearer: agent.token,
          params: { test_id, device_id },
          body: { lease_token, results: [result], step: null },
        });
      return async () => {
        await end();
        await until("it is free", async () => (await stateOf()) === "idle" || undefined);
      };
    };
    for (let time = 0; time < 2; time++) await (await check("failed"))();
    const { list } = await udt.ok(ENDPOINTS.workOrderList, { as: owner, query: { ...query, state: "unprocessed" } });
    const { number } = list[0]!;
    const passed = await check("passed");
    const params = { number };
    await inOrder<unknown>(
      udt.server.database,
      sql`select 1 from work_orders where number = ${number} for no key update`,
      [() => udt.ok(ENDPOINTS.workOrderMove, { as: owner, query, params, body: { state: "processed" } }), passed],
    );
    const whole = await udt.ok(ENDPOINTS.workOrderGet, { as: owner, query, params });
    expect(whole).toMatchObject({ closed_by: "person" });
    expect(whole.entries).toHaveLength(1);
  });
});
