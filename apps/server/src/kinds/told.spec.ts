import { afterAll, beforeAll, expect, it } from "vitest";
import { ENDPOINTS, type DeviceChoice, type EndReason, type JobConfig, type Verdict } from "@udt/contract";
import { onEachDatabase } from "../../test/databases.ts";
import { TestServer, type Person } from "../../test/harness.ts";
import { deviceReport } from "../../test/scripted-agent.ts";
import { test_devices, tests } from "../platform/database/core.schema.ts";
import { slots } from "../platform/database/scheduling.schema.ts";
import { insertRun } from "./job/runs/runs.repository.ts";
import { TOLD_OF } from "./told.ts";

const FROM = 1_000_000;
const TO = 2_000_000;

onEachDatabase("a project's summary", (open) => {
  let udt: TestServer;
  let people: [Person, Person];
  let device_ids: string[];
  let count = 0;

  beforeAll(async () => {
    udt = await TestServer.start(open);
    people = [await udt.person("Anna"), await udt.person("Bo")];
    for (const project of ["alpha", "beta"]) await udt.project(project, [{ person: people[0], user_type: 1 }]);
    const agent = await udt.agent();
    await agent.connect([deviceReport("one"), deviceReport("two")]);
    const query = { project: "alpha" };
    const { list } = await udt.ok(ENDPOINTS.deviceList, { as: people[0], query });
    device_ids = list.map(({ device_id }) => device_id);
  });
  afterAll(() => udt?.dispose());

  /** A test that ended, on one device; with a verdict it is an automated one. */
  async function ended(
    ended_at: number,
    facts: {
      project_id?: string;
      by?: Person;
      device?: number;
      end_reason?: EndReason;
      run?: { job_name: string; verdict: Verdict; success: number; skipped: number; failed: number };
      /** Devices that the run lost and went on without. */
      lost?: string[];
    } = {},
  ): Promise<void> {
    const { project_id = "alpha", by = people[0], device = 0, end_reason = "user", run, lost = [] } = facts;
    const test_id = `t${++count}`;
    const { db } = udt.server.database;
    const kind = run ? "job" : "debug";
    const base = { test_id, project_id, created_at: 0 };
    const times = { duration_minutes: 30, started_at: 0, ended_at, deadline: 0 };
    await db.insert(tests).values({ ...base, ...times, kind, user_id: by.user_id, state: "ended", end_reason });
    const device_id = device_ids[device]!;
    const seen = { serial: "s", brand: "b", model: "m", os: "android", os_version: "1", state: "done" } as const;
    await db.insert(test_devices).values({ test_id, device_id, ...seen });
    if (!run) return;
    const what = { library_name: "", commit_id: "", app_name: "", app_version: "", priority: 0 };
    await insertRun(db, {
      ...base,
      ...what,
      job_name: run.job_name,
      origin: "manual",
      config: {} as JobConfig,
      framework: "shell",
      verdict: run.verdict,
      case_count: run.success + run.skipped + run.failed,
      // The counter holds the skipped ones, too.
      success_count: run.success + run.skipped,
      skipped_count: run.skipped,
      failed_count: run.failed,
    });
    const wanted: DeviceChoice = { kind: "rule", rules: [], count: 1 };
    const slot = { state: "done", result: "failed", wanted, priority: 0, queued_at: 0 } as const;
    await db.insert(slots).values({ test_id, project_id, device_seq: 0, ...slot, lost_device_ids: lost });
  }

  it("counts what ended in its time, and nothing of another time or project", async () => {
    await ended(FROM - 1);
    await ended(FROM, { device: 1 });
    await ended(TO - 1, { by: people[1], end_reason: "device_lost" });
    await ended(TO);
    await ended(FROM, { project_id: "beta" });
    await ended(FROM + 1, { run: { job_name: "Cart", verdict: "passed", success: 10, skipped: 3, failed: 0 } });
    await ended(FROM + 2, { run: { job_name: "Cart", verdict: "failed", success: 8, skipped: 0, failed: 2 } });
    await ended(FROM + 3, {
      run: { job_name: "Search", verdict: "incomplete", success: 1, skipped: 1, failed: 5 },
      lost: ["one", "two"],
    });
    expect(await TOLD_OF.summarise(udt.server.database.db, "alpha", FROM, TO)).toEqual({
      runs: { total: 3, passed: 1, failed: 1, incomplete: 1 },
      cases: { total: 30, success: 19, skipped: 4, failed: 7 },
      failing_jobs: [
        { job_name: "Search", failed: 5 },
        { job_name: "Cart", failed: 2 },
      ],
      debug_sessions: 2,
      people: 2,
      devices: 2,
      // The session that was lost, and the run that lost both of its devices.
      lost: 2,
    });
  });

  it("is all zeros where nothing went on", async () => {
    expect(await TOLD_OF.summarise(udt.server.database.db, "beta", TO, TO + 1)).toEqual({
      runs: { total: 0, passed: 0, failed: 0, incomplete: 0 },
      cases: { total: 0, success: 0, skipped: 0, failed: 0 },
      failing_jobs: [],
      debug_sessions: 0,
      people: 0,
      devices: 0,
      lost: 0,
    });
  });
});
