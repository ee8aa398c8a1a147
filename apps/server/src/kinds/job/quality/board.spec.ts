import { afterAll, beforeAll, expect, it } from "vitest";
import { ENDPOINTS, say } from "@udt/contract";
import { onEachDatabase } from "../../../../test/databases.ts";
import { TestServer, type Person } from "../../../../test/harness.ts";
import { rolledUp } from "../../../../test/rolled-up.ts";
import { makeDevices, makeRun, type MadeCase, type MadeDevice, type MadeRun } from "../../../../test/run-factory.ts";
import { slots } from "../../../platform/database/scheduling.schema.ts";
import { sql } from "../../../platform/database/sql.ts";

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const FAILED = { state: "failed", error: "expected 2, saw 3" } as const;
const SKIPPED = { cause: "skipped" } as const;
const LOST = { state: "distribution_failed", cause: "device_lost" } as const;

type Asked = Record<string, string>;

onEachDatabase("the quality board", (open) => {
  let udt: TestServer;
  let ada: Person;
  let bob: Person;
  let stranger: Person;
  let today: number;
  let devices: MadeDevice[];

  const board = (as: Person, query: Asked = {}) => udt.ok(ENDPOINTS.qualityBoard, { as, query });
  const cases = (as: Person, query: Asked = {}) => udt.ok(ENDPOINTS.qualityCases, { as, query });
  const clusters = (as: Person, query: Asked = {}) => udt.ok(ENDPOINTS.qualityClusters, { as, query });
  const made = (project_id: string, at: number, of: MadeCase[], more: Partial<MadeRun> = {}) =>
    makeRun(udt.server.database.db, { project_id, user_id: ada.user_id, at, cases: of, devices, ...more });

  beforeAll(async () => {
    udt = await TestServer.start(open);
    ada = await udt.person("ada");
    bob = await udt.person("bob");
    stranger = await udt.person("stranger");
    await udt.project("one", [{ person: ada, user_type: 1 }]);
    await udt.project("two", [
      { person: ada, user_type: 1 },
      { person: bob, user_type: 2 },
    ]);
    today = Math.floor(udt.clock.now() / DAY_MS) * DAY_MS;
    devices = await makeDevices(udt.server.database.db, 2, today);
    const yesterday = today - DAY_MS;
    // Eight days ago: what these days are compared with.
    await made("one", today - 8 * DAY_MS, [{ key: "a::one" }, { key: "a::two", ...FAILED }]);
    await made("one", yesterday, [
      { key: "a::one", cost: 9_000 },
      { key: "a::two", device_seq: 1 },
      { key: "a::skips", ...SKIPPED, cost: 60_000 },
      { key: "a::lost", ...LOST },
    ]);
    // What had passed fails, with another number in what it says.
    await made(
      "one",
      yesterday + 1_000,
      [
        { key: "a::one", cost: 4_000 },
        { key: "a::two", ...FAILED, device_seq: 1 },
        { key: "a::three", ...FAILED, error: "expected 2, saw 77" },
      ],
      { commit_id: "1".repeat(40), app_version: "2.5.0" },
    );
    // A repeat that passes at the same commit: flaky, and no run of the board.
    await made("one", yesterday + 2_000, [{ key: "a::two", device_seq: 1 }], {
      origin: "rerun",
      commit_id: "1".repeat(40),
      app_version: "2.5.0",
    });
    // On a device that somebody chose: like no other run.
    await made("one", yesterday + 3_000, [{ key: "a::one", ...FAILED }], { origin: "alone" });
    // Half an hour before the day ends in Greenwich.
    await made("two", yesterday + 23.5 * HOUR_MS, [{ key: "b::late" }], { job_id: "other", job_name: "Other" });
    // Tried again, and passed.
    await made(
      "two",
      yesterday + HOUR_MS,
      [
        { key: "b::retried", ...FAILED, superseded: true },
        { key: "b::retried", attempt: 2, repeats: 0, cost: 7_000 },
      ],
      { job_id: "other", job_name: "Other" },
    );
    // What is not over does not count.
    await made("two", yesterday + 2 * HOUR_MS, [{ key: "b::late" }], { state: "running", job_id: "other" });
    await rolledUp(udt.server.database);
  });
  afterAll(() => udt.dispose());

  it("counts whole runs that are over, by day, against as many days before", async () => {
    const one = await board(ada, { project_ids: "one" });
    expect(one.by_day).toHaveLength(7);
    const figures = {
      runs: 2,
      success: 3,
      skipped: 1,
      failed: 2,
      device_faults: 1,
      total: 7,
      new_failures: 1,
      flaky: 1,
    };
    expect(one.by_day.at(-2)).toEqual({ ...figures, day: new Date(today - DAY_MS).toISOString().slice(0, 10) });
    expect(one.totals).toEqual(figures);
    expect(one.before).toMatchObject({ runs: 1, success: 1, failed: 1, total: 2, new_failures: 0, flaky: 0 });
    expect(one.pending).toBe(0);
    expect((await board(ada, { days: "14" })).totals).toMatchObject({ runs: 5, flaky: 2 });
  });

  it("says the same as plain SQL over the results", async () => {
    const { rows } = await udt.server.database.db.execute(sql`
      select count(distinct runs.test_id)::int as runs,
        (count(*) filter (where state = 'success' and cause <> 'skipped'))::int as success,
        (count(*) filter (where cause = 'skipped'))::int as skipped,
        (count(*) filter (where state = 'failed'))::int as failed,
        (count(*) filter (where cause in ('device_lost', 'agent_lost')))::int as device_faults, count(*)::int as total
      from runs join case_runs using (test_id)
      where verdict is not null and origin not in ('rerun', 'alone') and not superseded
        and created_at >= ${today - 6 * DAY_MS}`);
    expect((await board(ada)).totals).toMatchObject(rows[0]!);
  });

  it("puts a run at 23:30 in Greenwich on the next day in Shanghai, and an hour back in the zone of Azores", async () => {
    const dayOf = async (time_zone: string) => {
      const { by_day } = await board(ada, { project_ids: "two", time_zone });
      return by_day.filter(({ runs }) => runs > 0).map(({ day, runs }) => [day, runs]);
    };
    const day = (at: number) => new Date(at).toISOString().slice(0, 10);
    expect(await dayOf("UTC")).toEqual([[day(today - DAY_MS), 2]]);
    expect(await dayOf("Asia/Shanghai")).toEqual([
      [day(today - DAY_MS), 1],
      [day(today), 1],
    ]);
    expect(await dayOf("Pacific/Marquesas")).toEqual([
      [day(today - 2 * DAY_MS), 1],
      [day(today - DAY_MS), 1],
    ]);
  });

  it("is narrowed by system, brand, framework and app, and tells what there is", async () => {
    const of = async (query: Asked) => (await board(ada, { project_ids: "one", ...query })).totals;
    const [google, xiaomi] = devices.map(({ brand }) => brand) as [string, string];
    expect(await of({ brand: google })).toMatchObject({ runs: 2, success: 2, skipped: 1, failed: 1, flaky: 0 });
    expect(await of({ brand: xiaomi })).toMatchObject({ runs: 2, success: 1, failed: 1, new_failures: 1, flaky: 1 });
    expect(await of({ app_version: "2.5.0" })).toMatchObject({ runs: 1, failed: 2, flaky: 1 });
    expect(await of({ framework: "pytest" })).toMatchObject({ runs: 0, total: 0 });
    expect(await of({ os: "ios" })).toMatchObject({ runs: 0, flaky: 0 });
    expect(await of({ os: "android" })).toMatchObject({ runs: 2 });
    expect((await board(ada, { framework: "pytest" })).choices).toEqual({
      oses: ["android"],
      brands: [google, xiaomi].toSorted(),
      frameworks: ["node_test"],
      app_versions: ["2.4.1", "2.5.0"],
    });
  });

  it("names the cases that fail, that come out both ways, and the slowest", async () => {
    const { failing, flaky, slowest } = await cases(ada);
    expect(failing.map(({ case_key, failed, total }) => [case_key, failed, total])).toEqual([
      ["a::three", 1, 1],
      ["a::two", 1, 2],
    ]);
    expect(failing[1]).toMatchObject({ project_id: "one", project_name: "one", error: FAILED.error });
    expect(flaky.map(({ case_key, failed, total }) => [case_key, failed, total]).toSorted()).toEqual([
      ["a::two", 1, 2],
      ["b::retried", 1, 2],
    ]);
    expect(slowest.map(({ case_key, cost }) => [case_key, cost])).toEqual([
      ["a::one", 4_000],
      ["a::two", 3_000],
      ["a::three", 3_000],
      ["b::late", 3_000],
    ]);
    const [, xiaomi] = devices.map(({ brand }) => brand);
    expect((await cases(ada, { brand: xiaomi! })).failing).toMatchObject([{ case_key: "a::two", failed: 1, total: 2 }]);
  });

  it("groups failures that say the same but for numbers, with when they were seen first", async () => {
    const { list } = await clusters(ada);
    // The file of both is the same, and a number is no difference.
    expect(list).toMatchObject([
      {
        failures: 2,
        cases: 2,
        first_at: today - 8 * DAY_MS,
        last_at: today - DAY_MS + 1_000,
        is_new: false,
        error: "expected 2, saw 77",
      },
    ]);
    expect((await clusters(ada, { days: "14" })).list).toMatchObject([{ failures: 3, is_new: true }]);
  });

  it("tells failures apart by their line, and what the table says by what stands in it", async () => {
    await udt.project("lines", [{ person: ada, user_type: 1 }]);
    const at = (line: number) => ({
      ...FAILED,
      detail: { message: "", location: { file: "a.py", line, source: [] }, output: "", steps: [] },
    });
    const lost = (locator: string, seconds: number) => ({
      ...at(9),
      error: "",
      reason: say("low_code_not_found", { locator, seconds }),
    });
    await made("lines", today - 40 * DAY_MS, [
      { key: "a.py::one", ...at(3) },
      { key: "a.py::two", ...at(3), error: "expected 7, saw 8" },
      { key: "a.py::three", ...at(4) },
      { key: "a.py::four", ...lost("id: basket", 5) },
      { key: "a.py::five", ...lost("id: basket", 10) },
      { key: "a.py::six", ...lost("id: till", 5) },
    ]);
    await rolledUp(udt.server.database);
    const { list } = await clusters(ada, { project_ids: "lines", days: "90" });
    expect(list.map(({ cases, name }) => [cases, name])).toEqual([
      [2, "five"],
      [2, "two"],
      [1, "six"],
      [1, "three"],
    ]);
    // What has no line of a framework is told by its reason, in every list.
    const reason = say("low_code_not_found", { locator: "id: till", seconds: 5 });
    const query = { project_ids: "lines", days: "90" };
    const { failing } = await cases(ada, query);
    const results = await udt.ok(ENDPOINTS.qualityResults, { as: ada, query: { ...query, figure: "failed" } });
    for (const told of [list, failing, results.list])
      expect(told.find(({ name }) => name === "six")).toMatchObject({ error: "", reason });
  });

  it("lists the runs and the results that its numbers are of", async () => {
    const query = { project_ids: "one" };
    const runs = await udt.ok(ENDPOINTS.qualityRuns, { as: ada, query: { ...query, page_size: 1 } });
    expect(runs).toMatchObject({
      total: 2,
      list: [{ success: 1, failed: 2, total: 3, verdict: "failed", run_number: 3 }],
    });
    const of = async (figure: "failed" | "new_failure" | "device_fault") => {
      const { list, total } = await udt.ok(ENDPOINTS.qualityResults, { as: ada, query: { ...query, figure } });
      expect(list).toHaveLength(total);
      return list.map(({ case_key }) => case_key);
    };
    expect(await of("failed")).toEqual(["a::three", "a::two"]);
    expect(await of("new_failure")).toEqual(["a::two"]);
    expect(await of("device_fault")).toEqual(["a::lost"]);
  });

  it("lists what its other numbers are of: flaky cases, waits, and failures of one case, one day or one kind", async () => {
    const query = { project_ids: "one" };
    const flaky = await udt.ok(ENDPOINTS.qualityFlaky, { as: ada, query });
    expect(flaky).toMatchObject({ total: 1, list: [{ case_key: "a::two", failed: 1, total: 2 }] });
    const of = async (more: Asked) => {
      const { list, total } = await udt.ok(ENDPOINTS.qualityResults, { as: ada, query: { ...query, ...more } });
      expect(list).toHaveLength(total);
      return list.map(({ case_key }) => case_key);
    };
    const { failing } = await cases(ada, query);
    expect(await of({ job_id: failing[0]!.job_id, case_key: failing[0]!.case_key })).toEqual(["a::three"]);
    const { list } = await clusters(ada, query);
    expect(await of({ signature: list[0]!.signature })).toHaveLength(list[0]!.failures);
    expect(await of({ signature: "0" })).toEqual([]);
    const day = (at: number) => new Date(at).toISOString().slice(0, 10);
    expect(await of({ day: day(today - DAY_MS) })).toEqual(["a::three", "a::two"]);
    expect(await of({ day: day(today) })).toEqual([]);
    // A day that the board does not have.
    expect(await of({ day: day(today - 8 * DAY_MS) })).toEqual([]);
    const runs = async (more: Asked) =>
      (await udt.ok(ENDPOINTS.qualityRuns, { as: ada, query: { ...query, ...more } })).total;
    expect([await runs({ day: day(today - DAY_MS) }), await runs({ day: "yesterday" })]).toEqual([2, 0]);
    const found = await udt.ok(ENDPOINTS.qualityFlaky, { as: ada, query: { ...query, day: day(today - DAY_MS) } });
    expect(found.total).toBe(1);
    for (const endpoint of [ENDPOINTS.qualityFlaky, ENDPOINTS.qualityWaits] as const)
      expect(await udt.ok(endpoint, { as: stranger, query: {} })).toMatchObject({ list: [], total: 0 });
  });

  it("counts nothing of a project that the caller does not belong to", async () => {
    expect((await board(bob)).totals).toMatchObject({ runs: 2, success: 2 });
    const nothing = {
      totals: { runs: 0, total: 0, flaky: 0 },
      choices: { brands: [] },
      queue: { now: null },
      pending: 0,
    };
    expect(await board(bob, { project_ids: "one" })).toMatchObject(nothing);
    expect(await board(bob, { project_ids: "unknown" })).toMatchObject(nothing);
    expect(await board(stranger)).toMatchObject(nothing);
    expect(await cases(bob, { project_ids: "one" })).toEqual({ failing: [], flaky: [], slowest: [] });
    expect((await clusters(bob)).list).toEqual([]);
    for (const figure of ["failed", "new_failure", "device_fault"] as const)
      expect((await udt.ok(ENDPOINTS.qualityResults, { as: bob, query: { figure } })).total).toBe(0);
    expect((await udt.ok(ENDPOINTS.qualityRuns, { as: stranger, query: {} })).total).toBe(0);
  });

  it("tells how long devices were waited for", async () => {
    const { db } = udt.server.database;
    await db.update(slots).set({ dispatched_at: sql`${slots.queued_at} + 1000 * (1 + ${slots.device_seq})` });
    const { queue } = await board(ada, { project_ids: "one" });
    expect(queue.now).toEqual({ p50: 1_500, p95: 2_000, count: 8 });
    expect(queue.before).toMatchObject({ count: 2 });
    const listed = await udt.ok(ENDPOINTS.qualityWaits, { as: ada, query: { project_ids: "one" } });
    expect(listed.list.map(({ wait }) => wait)).toEqual([...Array(4).fill(2_000), ...Array(4).fill(1_000)]);
    expect(listed.total).toBe(8);
    expect(listed.list[0]).toMatchObject({ project_id: "one", device_model: devices[1]!.model });
    expect((await board(ada, { project_ids: "one", brand: devices[1]!.brand })).queue.now).toMatchObject({
      p50: 2_000,
    });
  });

  it("is a table of its days as CSV", async () => {
    const answer = await udt.call(ENDPOINTS.qualityExport, { as: ada, query: { project_ids: "one" } });
    const lines = answer.text.replace("\uFEFF", "").trim().split("\r\n");
    expect(lines).toHaveLength(8);
    expect(lines[0]).toBe("day,runs,success,skipped,failed,device_faults,total,new_failures,flaky");
    expect(lines.at(-2)).toBe(`${new Date(today - DAY_MS).toISOString().slice(0, 10)},2,3,1,2,1,7,1,1`);
  });

  it("is tables of its cases as CSV, those that are worst first", async () => {
    const table = async (name: string, as = ada) => {
      const { text } = await udt.call(ENDPOINTS.qualityExport, { as, query: { project_ids: "one", table: name } });
      return text.replace("\uFEFF", "").trim().split("\r\n");
    };
    const [head, ...health] = await table("health");
    expect(head).toBe(
      "health,runs,failed,project_id,project_name,job_id,job_name,case_key,name,file,test_id,case_run_id",
    );
    const query = { project_ids: "one" };
    const { list } = await udt.ok(ENDPOINTS.qualityHealthCases, { as: ada, query });
    expect(list.length).toBeGreaterThan(1);
    expect(health.map((line) => line.split(",").slice(0, 3).join())).toEqual(
      list.map((one) => [one.health, one.runs, one.failed].join()),
    );
    const { failing, flaky, slowest } = await cases(ada, query);
    expect((await table("failing"))[1]).toMatch(
      new RegExp(`^${failing[0]!.failed},${failing[0]!.total},"?expected 2, saw`),
    );
    expect((await table("flaky"))[1]).toContain(`${flaky[0]!.failed},${flaky[0]!.total},one,`);
    expect((await table("slowest"))[1]).toContain(`${slowest[0]!.cost},one,`);
    expect(await table("health", stranger)).toHaveLength(1);
    expect((await udt.call(ENDPOINTS.qualityExport, { as: ada, query: { table: "users" } })).code).toBe(
      "invalid_param",
    );
  });

  it("refuses what is no time zone and no number of days", async () => {
    const refused = async (query: Asked) => (await udt.call(ENDPOINTS.qualityBoard, { as: ada, query })).code;
    for (const query of [{ time_zone: "Mars/Olympus" }, { time_zone: "+08:00" }, { days: "8" }, { project_ids: "a b" }])
      expect(await refused(query)).toBe("invalid_param");
  });
});
