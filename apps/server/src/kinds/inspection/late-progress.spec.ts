import { must } from "@udt/base";
import { DEFAULT_INSPECTION, ENDPOINTS, say } from "@udt/contract";
import { expect, it } from "vitest";
import { onPostgresql } from "../../../test/databases.ts";
import { TestServer, until } from "../../../test/harness.ts";
import { inOrder } from "../../../test/in-order.ts";
import { makeRun } from "../../../test/run-factory.ts";
import { deviceReport } from "../../../test/scripted-agent.ts";
import { sql } from "../../platform/database/sql.ts";

const TAG = { is_default: false, included_device_ids: [], excluded_device_ids: [] };

onPostgresql("what an agent tells of a check before a run", (open) => {
  it("opens no phase of a part that ended while it waited, whose lease comes free", async () => {
    const udt = await TestServer.start(open);
    const owner = await udt.person("owner");
    const query = { project: await udt.project("alpha", [{ person: owner, user_type: 1 }]) };
    const agent = await udt.agent("lab", [query.project]);
    Object.assign(agent.script, { reportsRunning: false, reportsCleaned: false });
    await agent.connect([deviceReport("S-1"), deviceReport("S-2")]);
    const rules = [{ attribute: "serial" as const, operator: "contains" as const, values: ["S-"] }];
    const inspection = { ...DEFAULT_INSPECTION, before_sessions: "run" as const };
    await udt.ok(ENDPOINTS.tagCreate, { as: owner, query, body: { ...TAG, name: "strict", rules, inspection } });
    const { db } = udt.server.database;
    const run = { project_id: query.project, user_id: owner.user_id, at: udt.clock.now(), state: "queued" as const };
    const config = { devices: { kind: "rule" as const, rules, count: 1 } };
    const { test_id } = await makeRun(db, { ...run, devices: [null], config });
    // It wakes the queue.
    await udt.ok(ENDPOINTS.tagCreate, { as: owner, query, body: { ...TAG, name: "wake", rules: [] } });
    const start = await until(() =>
      must(
        agent.all("session_start").find((one) => one.test_id === test_id),
        "start",
      ),
    );
    const { device_id, lease_token } = start;
    const { sessions } = udt.server.services.tests;
    const of = { test_id, device_id };
    const tell = { bearer: agent.token, params: of, body: { lease_token, results: [], step: "storage" as const } };
    const held = sql`select 1 from tests where test_id = ${test_id} for no key update`;
    const [, told] = await inOrder<unknown>(udt.server.database, held, [
      () => sessions.concludeDevice(of, { reason: "start_failed", error: say("agent_not_ready_in_time") }),
      () => udt.call(ENDPOINTS.agentCheckBefore, tell),
    ]);
    expect(told).toMatchObject({ status: 409 });
    await db.execute(
      sql`update phases set started_at = started_at - 10000000, ended_at = ended_at - 10000000 where device_id = ${device_id}`,
    );
    await sessions.releaseOverdue();
    const { rows } = await db.execute(sql`select released_at from leases where lease_token = ${lease_token}`);
    expect(rows[0]?.["released_at"]).not.toBeNull();
    await udt.dispose();
  });
});
