/** A debug session and a check that want one device at one moment. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { ENDPOINTS } from "@udt/contract";
import { onPostgresql } from "../../../test/databases.ts";
import { TestServer, type Person, type TestAgent } from "../../../test/harness.ts";
import { inOrder, waitForDevice } from "../../../test/in-order.ts";
import { deviceReport } from "../../../test/scripted-agent.ts";
import { sql } from "../../platform/database/sql.ts";

const query = { project: "demo" };

// The embedded database does one transaction at a time.
onPostgresql("a debug session that is asked for as a check begins", (open) => {
  let udt: TestServer;
  let user: Person;
  let agent: TestAgent;

  beforeAll(async () => {
    udt = await TestServer.start(open);
    user = await udt.person("user");
    await udt.project(query.project, [{ person: user, user_type: 2 }]);
    agent = await udt.agent();
    await agent.connect([deviceReport("S1")]);
  });
  afterAll(() => udt.dispose());

  it("gets the device from it, as if that had begun before", async () => {
    const [device] = (await udt.ok(ENDPOINTS.deviceList, { as: user, query })).list;
    const { device_id } = device!;
    const body = { kind: "debug", device_id, duration_minutes: 30 } as const;
    const held = sql`select 1 from devices where device_id = ${device_id} for no key update`;
    const [check, debug] = await inOrder<{ test_id: string }>(udt.server.database, held, [
      async () => ({ test_id: await waitForDevice(udt.server.services.tests.sessions, device_id, "inspection") }),
      // It saw the device free, and finds it taken.
      () => udt.ok(ENDPOINTS.testCreate, { as: user, query, body }),
    ]);
    await expect
      .poll(async () => udt.ok(ENDPOINTS.testGet, { as: user, query, params: { test_id: debug!.test_id } }))
      .toMatchObject({ state: "running" });
    expect(agent.all("session_start").map(({ test_id }) => test_id)).toEqual([check!.test_id, debug!.test_id]);
  });
});
