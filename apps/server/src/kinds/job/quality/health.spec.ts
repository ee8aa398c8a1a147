import { afterAll, beforeAll, expect, it } from "vitest";
import { CASE_HEALTH, CASE_NEW_RUNS, ENDPOINTS, type CaseHealth } from "@udt/contract";
import { onEachDatabase } from "../../../../test/databases.ts";
import { TestServer, type Person } from "../../../../test/harness.ts";
import { rolledUp } from "../../../../test/rolled-up.ts";
import { makeDevices, makeRun, type MadeCase, type MadeDevice } from "../../../../test/run-factory.ts";
import { sql } from "../../../platform/database/sql.ts";
import { judgeCases, packOutcomes } from "./outcomes.ts";

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const CASES = 24;

type Asked = Record<string, string>;

it("packs outcomes by two bits each, and takes what a run had on all kinds of devices together", () => {
  expect([...packOutcomes([0, 5], [1, 5])]).toEqual([0b1001, 0b1100]);
  expect(packOutcomes([], [])).toHaveLength(0);
  const one = { test_id: "newest", outcomes: packOutcomes([0, 9], []) };
  const other = { test_id: "newest", outcomes: packOutcomes([1], [0]) };
  const older = { test_id: "older", outcomes: packOutcomes([0, 1, 2], []) };
  expect(judgeCases([one, other, older], [], new Set([2]))).toEqual([
    { number: 0, health: "new", runs: 2, failed: 1, test_id: "newest" },
    { number: 1, health: "new", runs: 2, failed: 0, test_id: "newest" },
    { number: 2, health: "flaky", runs: 1, failed: 0, test_id: "older" },
    { number: 9, health: "new", runs: 1, failed: 0, test_id: "newest" },
  ]);
});

onEachDatabase("the health of cases", (open) => {
  let udt: TestServer;
  let ada: Person;
  let bob: Person;
  let today: number;
  let devices: MadeDevice[];

  const health = (as: Person, query: Asked = {}) => udt.ok(ENDPOINTS.qualityHealth, { as, query });
  const cases = (as: Person, query: Asked = {}) => udt.ok(ENDPOINTS.qualityHealthCases, { as, query });

  /** Cases that fail always, from some run on, up to some run, at times, or never; some come late, some are skipped. */
  const fails = (run: number, index: number) =>
    [false, true, run > 6, run < 6, run < 11, (run * 5 + index) % 7 === 0, run === 13, false][index % 8] ?? false;
  const casesOf = (run: number): MadeCase[] =>
    Array.from({ length: CASES }, (_, index): MadeCase[] => {
      if (index >= 16 && run < 12 + (index % 3)) return [];
      const key = `suite::case ${index}`;
      if (index === 7 && run === 13) return [{ key, cause: "skipped" }];
      const made = (device_seq: number): MadeCase =>
        fails(run, index) && (device_seq === 0 || index % 5 !== 0)
          ? { key, device_seq, state: "failed", error: "boom" }
          : { key, device_seq };
      return index % 5 === 0 ? [made(0), made(1)] : [made(index % 2)];
    }).flat();

  beforeAll(async () => {
    udt = await TestServer.start(open);
    [ada, bob] = [await udt.person("ada"), await udt.person("bob")];
    await udt.project("one", [{ person: ada, user_type: 1 }]);
    await udt.project("two", [
      { person: ada, user_type: 1 },
      { person: bob, user_type: 2 },
    ]);
    const { db } = udt.server.database;
    today = Math.floor(udt.clock.now() / DAY_MS) * DAY_MS;
    devices = await makeDevices(db, 2, today);
    // Fourteen runs, one each day; the newest days are one commit, so that what fails at times is flaky there.
    for (let run = 0; run < 14; run++)
      await makeRun(db, {
        project_id: run % 5 === 4 ? "two" : "one",
        user_id: ada.user_id,
        at: today - (13 - run) * DAY_MS + 23.5 * HOUR_MS - DAY_MS,
        commit_id: String(Math.floor(run / 2)).padStart(40, "0"),
        app_version: run > 10 ? "2.5.0" : "2.4.1",
        config: { mode: "sequential" },
        devices,
        cases: casesOf(run),
      });
    // A repeat counts for what is flaky alone.
    await makeRun(db, {
      project_id: "one",
      user_id: ada.user_id,
      at: today - HOUR_MS,
      commit_id: "6".padStart(40, "0"),
      app_version: "2.5.0",
      origin: "rerun",
      config: { mode: "sequential" },
      devices,
      cases: [{ key: "suite::case 1", device_seq: 1 }],
    });
    await rolledUp(udt.server.database);
  });
  afterAll(() => udt.dispose());

  /** The rule of the documents, over all results. */
  async function plain(from: number, middle: number, narrowed = sql`true`): Promise<Map<string, string>> {
    const { rows } = await udt.server.database.db.execute<{ key: string; health: string }>(sql`
      with came as (
        select r.project_id, r.job_id, c.case_key, r.test_id, r.created_at >= ${middle} as is_now,
          bool_or(c.state = 'failed') as failed,
          row_number() over (partition by r.project_id, r.job_id, c.case_key, r.created_at >= ${middle}
            order by r.created_at desc) as nth
        from runs r join case_runs c using (test_id) left join test_devices t on t.test_id = c.test_id and t.device_id = c.device_id
        where r.verdict is not null and r.origin not in ('rerun', 'alone') and not c.superseded and r.created_at >= ${from}
          and (c.state = 'failed' or (c.state = 'success' and c.cause <> 'skipped')) and ${narrowed}
        group by r.project_id, r.job_id, c.case_key, r.test_id, r.created_at),
      judged as (
        select project_id, job_id, case_key, count(*) filter (where is_now) as runs,
          count(*) filter (where is_now and failed) as failed, bool_or(failed) filter (where is_now and nth = 1) as last,
          bool_or(failed) filter (where not is_now and nth = 1) as before
        from came group by 1, 2, 3),
      both_ways as (
        select r.project_id, r.job_id, c.case_key from runs r join case_runs c using (test_id)
          left join test_devices t on t.test_id = c.test_id and t.device_id = c.device_id
        where r.verdict is not null and r.origin <> 'alone' and (c.state = 'failed' or (c.state = 'success' and c.cause <> 'skipped'))
        group by r.project_id, r.job_id, c.case_key, r.commit_id, r.app_name, r.app_version, c.device_id
        having bool_or(c.state = 'failed') and bool_or(c.state = 'success') and bool_or(${narrowed})
          and greatest(min(r.created_at) filter (where c.state = 'failed'), min(r.created_at) filter (where c.state = 'success')) >= ${middle})
      select project_id || ' ' || case_key as key, case
        when exists (select 1 from both_ways b where b.project_id = j.project_id and b.case_key = j.case_key) then 'flaky'
        when before is null and runs < ${CASE_NEW_RUNS} then 'new'
        when failed = runs and before is distinct from false then 'broken'
        when last then 'regressing'
        when failed > 0 or before then 'recovering' else 'stable' end as health
      from judged j where runs > 0`);
    return new Map(rows.map(({ key, health }) => [key, health]));
  }

  const told = async (query: Asked) => {
    const { list, total } = await cases(ada, { ...query, page_size: "100" });
    expect(list).toHaveLength(total);
    return new Map(list.map((one) => [`${one.project_id} ${one.case_key}`, one.health as string]));
  };
  const sorted = (of: Map<string, string>) => [...of].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const countsOf = (of: Map<string, string>) =>
    Object.fromEntries(CASE_HEALTH.map((one) => [one, [...of.values()].filter((each) => each === one).length]));

  it("is for each case what plain SQL finds by the rule, and each of the six is there", async () => {
    const expected = await plain(today - 13 * DAY_MS, today - 6 * DAY_MS);
    expect(sorted(await told({}))).toEqual(sorted(expected));
    expect(new Set(expected.values())).toEqual(new Set<CaseHealth>(CASE_HEALTH));
    expect(await health(ada)).toEqual({ counts: countsOf(expected), total: expected.size });
  });

  it("is judged by the days of any time zone, and by what the board is narrowed to", async () => {
    // The runs of 23:30 in Greenwich are of the next day in Shanghai: one more is among the days before.
    const shanghai = await plain(today - 13 * DAY_MS - 8 * HOUR_MS, today - 6 * DAY_MS - 8 * HOUR_MS);
    const there = await told({ time_zone: "Asia/Shanghai" });
    expect(sorted(there)).toEqual(sorted(shanghai));
    expect(sorted(there)).not.toEqual(sorted(await told({})));
    const [first, second] = devices;
    for (const device of [first!, second!]) {
      const narrowed = await plain(today - 13 * DAY_MS, today - 6 * DAY_MS, sql`t.brand = ${device.brand}`);
      expect(sorted(await told({ brand: device.brand }))).toEqual(sorted(narrowed));
    }
    const version = await plain(today - 13 * DAY_MS, today - 6 * DAY_MS, sql`r.app_version = '2.5.0'`);
    expect(sorted(await told({ app_version: "2.5.0" }))).toEqual(sorted(version));
    expect((await health(ada, { framework: "pytest" })).total).toBe(0);
  });

  it("is listed by page, by health and by what is in its key, the worst first", async () => {
    const { counts, total } = await health(ada, { project_ids: "one" });
    const pages = await Promise.all(
      [1, 2, 3].map((page_num) => cases(ada, { project_ids: "one", page_size: "10", page_num: String(page_num) })),
    );
    const all = pages.flatMap(({ list }) => list);
    expect(new Set(all.map(({ case_key }) => case_key)).size).toBe(total);
    expect(all.map(({ health }) => CASE_HEALTH.indexOf(health))).toEqual(
      all.map(({ health }) => CASE_HEALTH.indexOf(health)).toSorted((a, b) => a - b),
    );
    for (const one of CASE_HEALTH) {
      const { list, total } = await cases(ada, { project_ids: "one", health: one });
      expect([total, list.every(({ health }) => health === one)]).toEqual([counts[one], true]);
    }
    const found = await cases(ada, { project_ids: "one", keyword: "CASE 1" });
    expect(found.list.every(({ case_key }) => case_key.includes("case 1"))).toBe(true);
    expect(found.total).toBe(all.filter(({ case_key }) => case_key.includes("case 1")).length);
    expect((await cases(ada, { keyword: "100%" })).total).toBe(0);
    // Where it failed anywhere in its last run, that is the attempt to look at.
    const broken = all.find(({ health }) => health === "broken")!;
    expect(broken.runs).toBe(broken.failed);
    const { rows } = await udt.server.database.db.execute<{ state: string }>(
      sql`select state from case_runs where case_run_id = ${broken.case_run_id}`,
    );
    expect(rows).toEqual([{ state: "failed" }]);
  });

  it("is told of no project that the caller does not belong to", async () => {
    expect((await cases(bob)).list.every(({ project_id }) => project_id === "two")).toBe(true);
    expect((await cases(bob)).total).toBeGreaterThan(0);
    expect(await cases(bob, { project_ids: "one" })).toMatchObject({ list: [], total: 0 });
    expect(await health(bob, { project_ids: "one" })).toMatchObject({ total: 0, counts: { stable: 0 } });
    expect((await health(await udt.person("stranger"))).total).toBe(0);
  });

  it("comes to the same when all is counted anew", async () => {
    const before = await cases(ada, { page_size: "100" });
    const root = await udt.person("root", { udt_admin: true });
    await udt.ok(ENDPOINTS.qualityRecompute, { as: root, body: {} });
    await rolledUp(udt.server.database);
    expect(await cases(ada, { page_size: "100" })).toEqual(before);
  });
});
