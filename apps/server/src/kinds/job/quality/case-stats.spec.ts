import { afterAll, beforeAll, expect, it } from "vitest";
import { ENDPOINTS, type BodyInputOf } from "@udt/contract";
import { onEachDatabase } from "../../../../test/databases.ts";
import { TestServer, type Person } from "../../../../test/harness.ts";
import { rolledUp } from "../../../../test/rolled-up.ts";
import { makeDevices, makeRun, type MadeCase, type MadeRun } from "../../../../test/run-factory.ts";
import { sql } from "../../../platform/database/sql.ts";

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const FAILED = { state: "failed", error: "expected 2" } as const;
const SKIPPED = { cause: "skipped" } as const;

onEachDatabase("statistics of cases", (open) => {
  let udt: TestServer;
  let ada: Person;
  let bob: Person;
  let today: number;

  const stats = (as: Person, body: BodyInputOf<typeof ENDPOINTS.biCases> = {}) =>
    udt.ok(ENDPOINTS.biCases, { as, body });
  const made = async (project_id: string, at: number, cases: MadeCase[], more: Partial<MadeRun> = {}) =>
    makeRun(udt.server.database.db, { project_id, user_id: ada.user_id, at, cases, ...more });

  beforeAll(async () => {
    udt = await TestServer.start(open);
    ada = await udt.person("ada");
    bob = await udt.person("bob");
    await udt.project("one", [{ person: ada, user_type: 1 }]);
    await udt.project("two", [
      { person: ada, user_type: 1 },
      { person: bob, user_type: 2 },
    ]);
    await udt.project("none", [{ person: bob, user_type: 1 }]);
    // What was only skipped was not to pass.
    await made("none", udt.clock.now(), [{ key: "a::skips", ...SKIPPED }]);
    today = Math.floor(udt.clock.now() / DAY_MS) * DAY_MS;
    const yesterday = today - DAY_MS;
    const [first, second] = await makeDevices(udt.server.database.db, 2, today);
    const devices = [first!, second!];
    // Eight days ago: what these days are compared with.
    await made("one", today - 8 * DAY_MS, [{ key: "a::one" }, { key: "a::two", ...FAILED }]);
    await made("one", yesterday, [
      { key: "a::one", cost: 9_000 },
      { key: "a::two", ...FAILED },
      { key: "a::skips", ...SKIPPED, cost: 60_000 },
    ]);
    await made("one", yesterday + 1_000, [
      { key: "a::one", cost: 4_000 },
      { key: "a::two", ...FAILED },
      { key: "a::skips", ...SKIPPED },
    ]);
    // A repeat of one case, which passes: the case is flaky, and the day's rate is not touched.
    await made("one", yesterday + 2_000, [{ key: "a::two" }], { origin: "rerun" });
    // On a device that was chosen for it alone; that is like no other run.
    await made("one", yesterday + 3_000, [{ key: "a::one", ...FAILED }], { origin: "alone" });
    // The same case at another commit says nothing of it; one that passes when it is tried again does.
    await made(
      "two",
      yesterday,
      [
        { key: "b::once", ...FAILED },
        { key: "b::retried", ...FAILED, superseded: true },
        { key: "b::retried", attempt: 2, repeats: 1, cost: 7_000 },
      ],
      { job_id: "other", job_name: "Other", commit_id: "1".repeat(40) },
    );
    await made("two", yesterday + 1_000, [{ key: "b::once" }], { job_id: "other", commit_id: "2".repeat(40) });
    // What fails on one device alone is that device's fault, not flaky.
    await made(
      "two",
      yesterday + 2_000,
      [
        { key: "c::device", device_seq: 0 },
        { key: "c::device", device_seq: 1, ...FAILED },
      ],
      { job_id: "devices", devices, config: { mode: "sequential" } },
    );
    await rolledUp(udt.server.database);
  });
  afterAll(() => udt.dispose());

  it("count whole runs by day, each against as many days before", async () => {
    const one = await stats(ada, { project_id: "one" });
    expect(one.by_day).toHaveLength(7);
    const day = { runs: 2, success: 2, skipped: 2, failed: 2, total: 6 };
    expect(one.by_day.at(-2)).toEqual({ day: new Date(today - DAY_MS).toISOString().slice(0, 10), ...day });
    expect(one.by_day.at(-1)).toMatchObject({ runs: 0, total: 0 });
    expect(one.totals).toEqual(day);
    expect(one.before).toEqual({ runs: 1, success: 1, skipped: 0, failed: 1, total: 2 });
    expect((await stats(ada)).totals.runs).toBe(5);
    expect((await stats(ada, { days: 30, project_id: "one" })).totals.runs).toBe(3);
  });

  it("name what fails most, with the last failure's line", async () => {
    const { failing } = await stats(ada, { project_id: "one" });
    expect(failing).toEqual([
      expect.objectContaining({
        case_key: "a::two",
        job_name: "Nightly smoke",
        failed: 2,
        total: 2,
        error: "expected 2",
      }),
    ]);
    const all = await stats(ada);
    expect(all.failing.map(({ project_id, case_key }) => [project_id, case_key])).toEqual([
      ["one", "a::two"],
      ["two", "c::device"],
      ["two", "b::once"],
    ]);
  });

  it("name what came out both ways with the same code, repeats and retries included, and nothing alone", async () => {
    const { flaky } = await stats(ada);
    expect(flaky.map(({ case_key, failed, total }) => [case_key, failed, total])).toEqual([
      ["b::retried", 1, 2],
      // The failure of eight days ago was of this code, too.
      ["a::two", 3, 4],
    ]);
  });

  it("name the slowest of each job's last run, and none that was skipped", async () => {
    const { slowest } = await stats(ada, { project_id: "one" });
    expect(slowest.map(({ case_key, cost }) => [case_key, cost])).toEqual([
      ["a::one", 4_000],
      ["a::two", 3_000],
    ]);
    expect(slowest[0]).toMatchObject({ job_id: "job", file: "a", name: "one" });
  });

  it("draw home's line: whole runs by day, and the newest day against two weeks before it", async () => {
    const line = (as: Person, project: string, time_zone = "UTC") =>
      udt.ok(ENDPOINTS.homePassRate, { as, query: { project, time_zone } });
    const name = (day: number) => new Date(day).toISOString().slice(0, 10);
    const yesterday = { day: name(today - DAY_MS), runs: 2, success: 2, skipped: 2, failed: 2, total: 6 };
    const before = { runs: 1, success: 1, skipped: 0, failed: 1, total: 2 };
    const one = await line(ada, "one");
    expect(one.by_day.map(({ day }) => day)).toEqual(
      Array.from({ length: 14 }, (_, index) => name(today - (13 - index) * DAY_MS)),
    );
    // Neither the repeat of one case nor the days without a run make a rate.
    expect(one.by_day.filter(({ total }) => total > 0)).toEqual([
      { day: name(today - 8 * DAY_MS), ...before },
      yesterday,
    ]);
    expect(one.newest).toEqual({ ...yesterday, before });
    // They were made at UTC's midnight: an hour west of it that was the day before.
    expect((await line(ada, "one", "Atlantic/Cape_Verde")).newest?.day).toBe(name(today - 2 * DAY_MS));
    expect((await line(bob, "none")).newest).toBeNull();
    await udt.refused(ENDPOINTS.homePassRate, { as: bob, query: { project: "one" } }, "user_not_in_project");
  });

  it("are the quality board's own, and what plain SQL finds in the results, in any time zone", async () => {
    const figures = ["runs", "success", "skipped", "failed", "total"] as const;
    const only = (of: Record<(typeof figures)[number], number>) =>
      Object.fromEntries(figures.map((name) => [name, of[name]]));
    /** Midnights of the days since the epoch of a zone that is so many hours east of Greenwich all year. */
    const plain = async (hours: number, days: number, project: string) => {
      const day = sql`(runs.created_at + ${hours * HOUR_MS}) / ${DAY_MS}`;
      const { rows } = await udt.server.database.db.execute<{ day: string } & Record<string, number>>(sql`
        select to_char(to_timestamp((${day} * ${DAY_MS} / 1000)::bigint) at time zone 'UTC', 'YYYY-MM-DD') as day,
          count(distinct runs.test_id)::int as runs,
          (count(*) filter (where state = 'success' and cause <> 'skipped'))::int as success,
          (count(*) filter (where cause = 'skipped'))::int as skipped,
          (count(*) filter (where state = 'failed'))::int as failed, count(*)::int as total
        from runs join case_runs using (test_id)
        where verdict is not null and origin not in ('rerun', 'alone') and not superseded and project_id = ${project}
          and ${day} > (${udt.clock.now()} + ${hours * HOUR_MS}::bigint) / ${DAY_MS} - ${days}
        group by 1 order by 1`);
      return rows;
    };
    const told = (by_day: readonly ({ day: string } & Parameters<typeof only>[0])[]) =>
      by_day.filter(({ runs }) => runs > 0).map(({ day, ...of }) => ({ day, ...only(of) }));
    for (const [time_zone, hours] of [
      ["UTC", 0],
      ["Asia/Shanghai", 8],
      ["Pacific/Honolulu", -10],
    ] as const) {
      for (const project of ["one", "two"]) {
        const board = await udt.ok(ENDPOINTS.qualityBoard, {
          as: ada,
          query: { time_zone, days: "7", project_ids: project },
        });
        const overview = await stats(ada, { project_id: project, days: 7, time_zone });
        expect(told(overview.by_day)).toEqual(await plain(hours, 7, project));
        expect(told(overview.by_day)).toEqual(told(board.by_day));
        expect([overview.totals, overview.before]).toEqual([only(board.totals), only(board.before)]);
        const home = await udt.ok(ENDPOINTS.homePassRate, { as: ada, query: { project, time_zone } });
        expect(told(home.by_day)).toEqual(await plain(hours, 14, project));
        const fortnight = await udt.ok(ENDPOINTS.qualityBoard, {
          as: ada,
          query: { time_zone, days: "14", project_ids: project },
        });
        expect(told(home.by_day)).toEqual(told(fortnight.by_day));
      }
    }
    const named = await udt.ok(ENDPOINTS.qualityCases, { as: ada, query: {} });
    const { failing, flaky, slowest } = await stats(ada);
    const withoutProject = (list: readonly { project_name: string }[]) =>
      list.slice(0, 5).map(({ project_name, ...row }) => (expect(project_name).not.toBe(""), row));
    expect({ failing, flaky, slowest }).toEqual({
      failing: withoutProject(named.failing),
      flaky: withoutProject(named.flaky),
      slowest: withoutProject(named.slowest),
    });
  });

  it("are those of the runs' own reports", async () => {
    for (const project of ["one", "two"]) {
      const { list } = await udt.ok(ENDPOINTS.qualityRuns, { as: ada, query: { project_ids: project, days: "14" } });
      const reports = await udt.ok(ENDPOINTS.runList, { as: ada, query: { project } });
      const own = new Map(reports.list.map(({ test_id, totals }) => [test_id, totals]));
      expect(list.length).toBeGreaterThan(1);
      for (const { test_id, success, skipped, failed, total } of list)
        expect(own.get(test_id)).toMatchObject({ success, skipped, failed, total });
    }
  });

  it("tell of runs that are over and still to be counted, until they are", async () => {
    const all = async (of: Person) => ({
      overview: await stats(of, { project_id: "two" }),
      home: await udt.ok(ENDPOINTS.homePassRate, { as: of, query: { project: "two" } }),
      board: await udt.ok(ENDPOINTS.qualityBoard, { as: of, query: { project_ids: "two" } }),
    });
    const { overview: before } = await all(ada);
    expect(before.pending).toBe(0);
    await made("two", today - DAY_MS + 3_000, [{ key: "b::once", cost: 99_000 }], { job_id: "other" });
    // What was made before the days that are told of is no part of them.
    await made("two", today - 200 * DAY_MS, [{ key: "b::long ago" }], { job_id: "other" });
    for (const of of Object.values(await all(ada))) expect(of.pending).toBe(1);
    expect((await all(ada)).overview).toEqual({ ...before, pending: 1 });
    expect((await stats(bob)).pending).toBe(1);
    await rolledUp(udt.server.database);
    for (const of of Object.values(await all(ada))) expect(of.pending).toBe(0);
    expect((await all(ada)).overview.totals).toMatchObject({ runs: before.totals.runs + 1 });
  });

  it("are of one's own projects alone", async () => {
    expect((await stats(bob)).failing.map(({ project_id }) => project_id)).toEqual(["two", "two"]);
    await udt.refused(ENDPOINTS.biCases, { as: bob, body: { project_id: "one" } }, "user_not_in_project");
    const query = { project: "two" };
    expect(await udt.ok(ENDPOINTS.biCases, { as: ada, query, body: {} })).toEqual(
      await stats(ada, { project_id: "two" }),
    );
    await udt.refused(ENDPOINTS.biCases, { as: ada, query, body: { project_id: "one" } }, "project_mismatch");
  });
});
