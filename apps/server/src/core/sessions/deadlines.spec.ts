import { afterAll, beforeAll, expect, it } from "vitest";
import { ENDPOINTS } from "@udt/contract";
import { onEachDatabase } from "../../../test/databases.ts";
import { TestServer, until, type Person } from "../../../test/harness.ts";
import { runProject } from "../../../test/run-project.ts";
import { deviceReport } from "../../../test/scripted-agent.ts";
import { sql } from "../../platform/database/sql.ts";

const MINUTE_MS = 60_000;

onEachDatabase("deadlines", (open) => {
  const query = { project: "late" };
  let udt: TestServer;
  let starter: Person;

  const start = async (device_id: string) => {
    const body = { kind: "debug", device_id, duration_minutes: 5 };
    const { test_id } = await udt.ok(ENDPOINTS.testCreate, { as: starter, query, body });
    await until(async () => expect((await read(test_id)).state).toBe("running"));
    return test_id;
  };
  const read = (test_id: string) => udt.ok(ENDPOINTS.testGet, { as: starter, query, params: { test_id } });
  const ended = (test_id: string) =>
    until(async () => expect(await read(test_id)).toMatchObject({ state: "ended", end_reason: "test_timeout" }));
  const execute = (text: string) => udt.server.database.db.execute(sql.raw(text));
  /** How often it was tried to end what cannot be: a sequence counts what is rolled back, too. */
  const tries = async (): Promise<number> => {
    const { rows } = await execute("select case when is_called then last_value else 0 end as tries from tries");
    return Number(rows[0]!["tries"]);
  };

  beforeAll(async () => {
    udt = await TestServer.start(open);
    ({ starter } = await runProject(udt, query.project));
  });
  afterAll(() => udt.dispose());

  it("lets one that cannot be ended wait longer and longer, and the others end in time", async () => {
    const agent = await udt.agent("agent", [query.project]);
    await agent.connect([deviceReport("one"), deviceReport("another")]);
    const { list } = await udt.ok(ENDPOINTS.deviceList, { as: starter, query });
    const stuck = await start(list[0]!.device_id);
    await execute("create sequence tries");
    await execute(`create function refuse() returns trigger language plpgsql as $$
      begin perform nextval('tries'); raise exception 'not now'; end $$`);
    await execute(`create trigger refuse before update on tests for each row
      when (old.test_id = '${stuck}' and new.state = 'ended') execute function refuse()`);
    const later = await start(list[1]!.device_id);
    const extend = () =>
      udt.ok(ENDPOINTS.testExtend, { as: starter, query, params: { test_id: later }, body: { minutes: 1 } });
    await extend();
    const pass = async (ms: number) => {
      for (let left = ms; left > 0; left -= 10_000) {
        udt.clock.turn(Math.min(left, 10_000));
        await agent.heartbeat();
      }
    };
    await pass(5 * MINUTE_MS);
    await until(async () => expect(await tries()).toBe(1));
    const first = udt.clock.now();
    // Time stands still: whatever else changes meanwhile is no cause to try again.
    for (let round = 0; round < 5; round++) {
      await extend();
      expect(await tries()).toBe(1);
    }
    await until(async () => {
      udt.clock.turn(1_000);
      await agent.heartbeat();
      expect(await tries()).toBeGreaterThanOrEqual(5);
    });
    // A second, two, four and eight, each with its upper half left to chance.
    expect(udt.clock.now() - first).toBeGreaterThanOrEqual(7_500);
    await pass(6 * MINUTE_MS);
    await ended(later);
    await execute("drop trigger refuse on tests");
    await pass(MINUTE_MS);
    await ended(stuck);
  });
});
