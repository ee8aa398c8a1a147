import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { ENDPOINTS } from "@udt/contract";
import { onEachDatabase } from "../../../../test/databases.ts";
import { TestServer, until, type Person } from "../../../../test/harness.ts";
import { partsOf } from "../../../../test/run-agents.ts";
import { makeDevices, makeRun, type MadeCase } from "../../../../test/run-factory.ts";
import { monkeyConfig, runProject } from "../../../../test/run-project.ts";
import { deviceReport } from "../../../../test/scripted-agent.ts";
import { sql } from "../../../platform/database/sql.ts";
import { rollUpNext } from "./roll-up.repository.ts";

const FAILED = { state: "failed", cause: "assertion", error: "boom" } as const;
const HOUR_MS = 3_600_000;

onEachDatabase("runs in the quality board", (open) => {
  let udt: TestServer;
  let member: Person;
  let query: { project: string };
  let count = 0;

  const figures = async () =>
    (await udt.ok(ENDPOINTS.qualityBoard, { as: member, query: { project_ids: query.project } })).totals;
  const counted = () => until(async () => expect(await pending()).toBe(0));
  const pending = async () => {
    const { rows } = await udt.server.database.db.execute<{ n: number }>(
      sql`select count(*)::int as n from runs where verdict is not null and not is_rolled_up`,
    );
    return rows[0]!.n;
  };
  /** All that was rolled up, in one order. */
  const all = async () => {
    const { db } = udt.server.database;
    const tables = ["run_figures", "case_failures", "flaky_cases"];
    const rows = await Promise.all(
      tables.map((table) => db.execute(sql`select * from ${sql.identifier(table)} order by ${sql.identifier(table)}`)),
    );
    return rows.map((each) => each.rows);
  };

  beforeAll(async () => {
    udt = await TestServer.start(open);
  });
  afterAll(() => udt.dispose());
  beforeEach(async () => {
    count++;
    query = { project: `counted-${count}` };
    member = (await runProject(udt, query.project)).starter;
  });

  it("are there once they are over, and once however often their results are told", async () => {
    const agent = await udt.agent("agent", [query.project]);
    await agent.connect([deviceReport(`serial-${count}`)]);
    const body = { name: "Nightly", config: monkeyConfig() };
    const { job_id } = await udt.ok(ENDPOINTS.jobCreate, { as: member, query, body });
    const { test_id } = await udt.ok(ENDPOINTS.jobRun, { as: member, query, params: { job_id }, body: {} });
    const [part] = await partsOf(udt, agent, test_id, 1);
    const claimed = await part!.claim();
    if ("code" in claimed) return expect.fail(claimed.code);
    await part!.results(claimed.cases, FAILED);
    expect(await figures()).toMatchObject({ runs: 0, total: 0 });
    await part!.finish();
    await until(async () => expect(await figures()).toMatchObject({ runs: 1, failed: 1, total: 1, new_failures: 0 }));
    // An agent that heard no answer says all of it again.
    await part!.results(claimed.cases, FAILED);
    await part!.finish();
    await counted();
    expect(await figures()).toMatchObject({ runs: 1, failed: 1, total: 1 });
  });

  it("come to the same when all is counted anew, in whatever order they ended", async () => {
    const { db } = udt.server.database;
    const devices = await makeDevices(db, 2, udt.clock.now());
    const from = udt.clock.now() - 20 * HOUR_MS;
    const fails = (run: number, index: number) => (index * 7 + run * 3) % 5 === 0;
    const cases = (run: number, ended: number): MadeCase[] =>
      Array.from({ length: 6 }, (_, index) => ({
        key: `suite::case ${index}`,
        device_seq: index % 2,
        started_at: from + (10 + ended) * HOUR_MS,
        ...(fails(run, index) && FAILED),
        ...(index === 5 && { cause: "skipped" as const, state: "success" as const }),
      }));
    // Those that were made later are over first, and counted.
    const order = [5, 2, 4, 0, 1, 3];
    const made_as = new Map<number, string>();
    for (const [ended, run] of order.entries()) {
      const commit_id = String(run % 3).repeat(40);
      const made = { project_id: query.project, user_id: member.user_id, devices, commit_id };
      made_as.set(run, (await makeRun(db, { ...made, at: from + run * HOUR_MS, cases: cases(run, ended) })).test_id);
      await until(async () => {
        await rollUpNext(udt.server.database);
        expect(await pending()).toBe(0);
      });
    }
    const before = await all();
    const [, failures = [], flaky = []] = before;
    expect(flaky.length).toBeGreaterThan(0);
    // Of the runs that were made before and had ended by then the one that was made last says whether it had passed; the last case never came out.
    const expected = order.flatMap((run, ended) => {
      const last = order
        .slice(0, ended)
        .reduce((newest, other) => (other < run ? Math.max(newest, other) : newest), -1);
      const is_new = (index: number) => last >= 0 && fails(run, index) && !fails(last, index);
      return [0, 1, 2, 3, 4].filter(is_new).map((index) => `${made_as.get(run)} suite::case ${index}`);
    });
    expect(expected.length).toBeGreaterThan(0);
    const known = failures.flatMap(({ is_new, test_id, case_key }) => (is_new ? [`${test_id} ${case_key}`] : []));
    expect(known.toSorted()).toEqual(expected.toSorted());
    const root = await udt.person(`root-${count}`, { udt_admin: true });
    expect((await udt.ok(ENDPOINTS.qualityRecompute, { as: root, body: {} })).runs).toBeGreaterThanOrEqual(6);
    await counted();
    expect(await all()).toEqual(before);
    expect((await udt.call(ENDPOINTS.qualityRecompute, { as: member, body: {} })).code).toBe("admin_only");
  });

  it("are counted by the next server where one died after they ended", async () => {
    const { db } = udt.server.database;
    const at = udt.clock.now() - HOUR_MS;
    await makeRun(db, { project_id: query.project, user_id: member.user_id, at, cases: [{ key: "a::one" }] });
    // Nobody told of its end: it is found by the clock.
    udt.clock.turn(60_000);
    await counted();
    expect(await figures()).toMatchObject({ runs: 1, success: 1 });
  });

  it("are counted by one of those that try at once", async () => {
    const { db } = udt.server.database;
    const at = udt.clock.now() - HOUR_MS;
    const made = { project_id: query.project, user_id: member.user_id, at };
    for (let run = 0; run < 4; run++) await makeRun(db, { ...made, cases: [{ key: "a::one", ...FAILED }] });
    await until(async () => {
      await Promise.all([rollUpNext(udt.server.database), rollUpNext(udt.server.database)]);
      expect(await pending()).toBe(0);
    });
    expect(await figures()).toMatchObject({ runs: 4, failed: 4, total: 4 });
  });

  it("are counted past one that cannot be, which is told and tried again after pauses that grow", async () => {
    const { db } = udt.server.database;
    const root = await udt.person(`healthy-${count}`, { udt_admin: true });
    const queues = async () => (await udt.ok(ENDPOINTS.systemHealth, { as: root })).queues;
    const made = { project_id: query.project, user_id: member.user_id, cases: [{ key: "a::one" }] };
    const { test_id } = await makeRun(db, { ...made, at: udt.clock.now() - HOUR_MS });
    // A sequence counts on where what was tried is taken back.
    await db.execute(
      sql.raw(`create sequence tries;
      create function break_it() returns trigger language plpgsql as $$ begin
        perform nextval('tries'); raise exception 'broken'; end $$;
      create trigger broken before insert on run_figures for each row when (new.test_id = '${test_id}')
        execute function break_it()`),
    );
    const tries = async () => {
      const { rows } = await db.execute<{ n: number }>(
        sql`select case when is_called then last_value::int else 0 end as n from tries`,
      );
      return rows[0]!.n;
    };
    const lookAgain = async (others: number, tried: number) => {
      await makeRun(db, { ...made, at: udt.clock.now() });
      udt.clock.turn(60_000);
      await until(async () => {
        expect(await figures()).toMatchObject({ runs: others, success: others });
        expect(await tries()).toBe(tried);
      });
    };
    await lookAgain(1, 1);
    expect(await queues()).toMatchObject({ roll_ups_waiting: 1, roll_ups_failing: 1 });
    // After a minute, and two minutes after that.
    await lookAgain(2, 2);
    await lookAgain(3, 2);
    await lookAgain(4, 3);
    await db.execute(sql.raw("drop trigger broken on run_figures; drop function break_it; drop sequence tries"));
    udt.clock.turn(4 * 60_000);
    await counted();
    expect(await figures()).toMatchObject({ runs: 5, success: 5 });
    expect(await queues()).toMatchObject({ roll_ups_waiting: 0, roll_ups_failing: 0 });
  });

  it("go with their project", async () => {
    const { db } = udt.server.database;
    const owner = await udt.person(`owner-${count}`);
    const project = `doomed-${count}`;
    await udt.project(project, [{ person: owner, user_type: 1 }]);
    const at = udt.clock.now() - HOUR_MS;
    const cases: MadeCase[] = [
      { key: "a::one", ...FAILED, superseded: true },
      { key: "a::one", attempt: 2, repeats: 0 },
      { key: "a::two", ...FAILED },
    ];
    await makeRun(db, { project_id: project, user_id: owner.user_id, at, cases });
    udt.clock.turn(60_000);
    await counted();
    const left = async () => {
      const { rows } = await db.execute(sql`select
        (select count(*)::int from run_figures where project_id = ${project}) as figures,
        (select count(*)::int from case_failures where project_id = ${project}) as failures,
        (select count(*)::int from flaky_cases where project_id = ${project}) as flaky`);
      return rows[0];
    };
    expect(await left()).toEqual({ figures: 1, failures: 1, flaky: 1 });
    const of = { as: owner, params: { project_id: project }, query: { project, confirm: project } };
    await udt.ok(ENDPOINTS.projectDelete, of);
    expect(await left()).toEqual({ figures: 0, failures: 0, flaky: 0 });
  });
});
