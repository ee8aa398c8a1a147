import { Readable } from "node:stream";
import { afterAll, beforeAll, expect, it } from "vitest";
import { LIMITS } from "@udt/contract";
import { onEachDatabase } from "../../../test/databases.ts";
import { makeRun } from "../../../test/run-factory.ts";
import { TestServer, until, type TestAgent } from "../../../test/harness.ts";
import { deviceReport } from "../../../test/scripted-agent.ts";
import { loose_blobs } from "../../platform/database/apps.schema.ts";
import { tests } from "../../platform/database/core.schema.ts";
import { eq } from "../../platform/database/sql.ts";
import { poolDevices } from "../scheduling/scheduling.service.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const YOUNGER_DAYS = 30;

onEachDatabase("the platform's own tests", (open) => {
  let udt: TestServer;
  let agent: TestAgent;

  beforeAll(async () => {
    udt = await TestServer.start(open);
    agent = await udt.agent();
    await agent.connect([deviceReport("s-1")]);
  });
  afterAll(() => udt.dispose());

  /** One of the platform's that ran, left a file, and ended now. Answers the file as well. */
  const ended = async () => {
    const { resources } = udt.server.services;
    const { sessions } = udt.server.services.tests;
    const [device] = await poolDevices(udt.server.database.db);
    const started = await sessions.change(async (change) => {
      const deadline = change.now + DAY_MS;
      const wish = { kind: "job", duration_minutes: 5, deadline, app_id: null } as const;
      const test = await sessions.enter(change, "platform", wish);
      return sessions.join(change, test, [device!]);
    });
    for (const session of started) sessions.start(session);
    const { test_id } = started[0]!.test;
    const start = await until(
      () => agent.all("session_start").find((one) => one.test_id === test_id) ?? expect.fail("not begun"),
    );
    const of = { test_id, device_id: device!.device_id, lease_token: start.lease_token };
    const what = { name: "a", kind: "log", content_type: "text/plain", started_at: null, case_run_id: null } as const;
    const { resource_id } = await resources.put(agent.agent_id, of, what, Readable.from([Buffer.from("left")]));
    await sessions.conclude(test_id, { reason: "finished" });
    await until(async () => expect(await sessions.heldBy(agent.agent_id, of).catch(() => null)).toBeNull());
    return { test_id, blob_key: `tests/${test_id}/${resource_id}` };
  };
  const isThere = async ({ test_id, blob_key }: Awaited<ReturnType<typeof ended>>) => {
    const row = (await udt.server.database.db.$count(tests, eq(tests.test_id, test_id))) > 0;
    const file = (await udt.server.blobs.path(blob_key)) !== undefined;
    return { row, file };
  };

  it("go with their files when they are old, and those of projects stay", async () => {
    const owner = await udt.person("owner");
    await udt.project("alpha", [{ person: owner, user_type: 1 }]);
    const { database, services } = udt.server;
    const run = { project_id: "alpha", user_id: owner.user_id, at: udt.clock.now() };
    const { test_id: ofProject } = await makeRun(database.db, run);
    const old = await ended();
    udt.clock.turn(YOUNGER_DAYS * DAY_MS);
    await agent.connect([deviceReport("s-1")]);
    const young = await ended();
    udt.clock.turn((LIMITS.platform_test_days - YOUNGER_DAYS) * DAY_MS - HOUR_MS);
    expect(await isThere(old)).toEqual({ row: true, file: true });
    await until(async () => {
      udt.clock.turn(HOUR_MS);
      expect(await isThere(old)).toEqual({ row: false, file: false });
    });
    expect(await isThere(young)).toEqual({ row: true, file: true });
    expect(await services.tests.getMany([ofProject])).toHaveLength(1);
    await until(async () => expect(await database.db.$count(loose_blobs)).toBe(0));
  });
});
