import { and, eq } from "../../../platform/database/sql.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ENDPOINTS } from "@udt/contract";
import { onEachDatabase } from "../../../../test/databases.ts";
import { TestServer, type Person } from "../../../../test/harness.ts";
import { makeDevices, makeRun, type MadeCase, type MadeDevice, type MadeRun } from "../../../../test/run-factory.ts";
import { case_runs, runs } from "../../../platform/database/jobs.schema.ts";
import { tests } from "../../../platform/database/core.schema.ts";

const project = "alpha";

onEachDatabase("what a report keeps", (open) => {
  let udt: TestServer;
  let ada: Person;
  let devices: MadeDevice[];
  let clock = 0;

  const make = (change: Partial<MadeRun>) => {
    clock += 60_000;
    const at = udt.clock.now() + clock;
    return makeRun(udt.server.database.db, { project_id: project, user_id: ada.user_id, at, devices, ...change });
  };
  const of = (test_id: string) => ({ as: ada, query: { project }, params: { test_id } });
  const comparison = async (test_id: string) => (await udt.ok(ENDPOINTS.runGet, of(test_id))).comparison;
  const devicesOf = async (test_id: string) =>
    (await udt.ok(ENDPOINTS.runDevices, of(test_id))).list.map(({ totals }) => [totals.success, totals.failed]);
  const fail = (test_id: string, case_key: string) =>
    udt.server.database.db
      .update(case_runs)
      .set({ state: "failed" })
      .where(and(eq(case_runs.test_id, test_id), eq(case_runs.case_key, case_key)));
  const some = (failed: string): MadeCase[] =>
    ["a", "b", "c"].map((key, index) => ({
      key,
      device_seq: index % 2,
      ...(key === failed && { state: "failed" as const }),
    }));

  beforeAll(async () => {
    udt = await TestServer.start(open);
    ada = await udt.person("Ada Lovelace");
    await udt.project(project, [{ person: ada, user_type: 2 }]);
    devices = await makeDevices(udt.server.database.db, 2, udt.clock.now());
  });
  afterAll(() => udt.dispose());

  it("is found out once of a run that has ended", async () => {
    await make({ job_id: "ended", cases: some("a") });
    const { test_id } = await make({ job_id: "ended", cases: some("b") });
    const found = { new_failures: 1, fixed: 1, flaky: 2 };
    expect(await comparison(test_id)).toEqual(found);
    expect(await devicesOf(test_id)).toEqual([
      [2, 0],
      [0, 1],
    ]);
    await fail(test_id, "c");
    expect(await comparison(test_id)).toEqual(found);
    expect(await devicesOf(test_id)).toEqual([
      [2, 0],
      [0, 1],
    ]);
  });

  it("is nothing of a run that goes on", async () => {
    await make({ job_id: "open", cases: some("a").map((one) => ({ ...one, key: `open/${one.key}` })) });
    const cases = some("b").map((one) => ({ ...one, key: `open/${one.key}` }));
    const { test_id } = await make({ job_id: "open", state: "running", cases });
    expect((await comparison(test_id)).new_failures).toBe(1);
    expect((await devicesOf(test_id))[0]).toEqual([2, 0]);
    await fail(test_id, "open/c");
    expect((await comparison(test_id)).new_failures).toBe(2);
    expect((await devicesOf(test_id))[0]).toEqual([1, 1]);
  });

  it("calls a case fixed once no device is still to run it", async () => {
    const on = (state: NonNullable<MadeCase["state"]>): MadeCase[] =>
      [0, 1].map((device_seq) => ({ key: "both", device_seq, ...(device_seq === 1 && { state }) }));
    await make({ job_id: "both", cases: on("failed") });
    const told = async (state: NonNullable<MadeCase["state"]>) => {
      const { test_id } = await make({ job_id: "both", state: "running", cases: on(state) });
      const { list } = await udt.ok(ENDPOINTS.runCases, of(test_id));
      const { fixed } = await comparison(test_id);
      const { total } = await udt.ok(ENDPOINTS.runCases, { ...of(test_id), query: { project, compared: "fixed" } });
      return { fixed, total, marks: list.map(({ compared }) => compared) };
    };
    expect(await told("undistributed")).toEqual({ fixed: 0, total: 0, marks: ["same", "same"] });
    expect(await told("executing")).toEqual({ fixed: 0, total: 0, marks: ["same", "same"] });
    expect(await told("success")).toEqual({ fixed: 1, total: 2, marks: ["fixed", "fixed"] });
  });

  it("is ten seconds old at most of a large run that goes on, and new once it has ended", async () => {
    const cases = Array.from({ length: 5_000 }, (_, index): MadeCase => ({ key: `large/${index}` }));
    await make({ job_id: "large", cases });
    const { test_id } = await make({ job_id: "large", state: "running", cases });
    expect((await comparison(test_id)).new_failures).toBe(0);
    await fail(test_id, "large/1");
    expect((await comparison(test_id)).new_failures).toBe(0);
    udt.clock.turn(10_000);
    expect((await comparison(test_id)).new_failures).toBe(1);
    await fail(test_id, "large/2");
    const { db } = udt.server.database;
    await db.update(tests).set({ state: "ended", end_reason: "finished" }).where(eq(tests.test_id, test_id));
    expect((await comparison(test_id)).new_failures).toBe(2);
  });

  it("is found out anew when the run before ends later", async () => {
    const { db } = udt.server.database;
    await make({ job_id: "later", cases: some("a"), commit_id: "1" });
    const slow = await make({ job_id: "later", state: "running", cases: some("c"), commit_id: "2" });
    const { test_id } = await make({ job_id: "later", cases: some("c"), commit_id: "3" });
    expect(await comparison(test_id)).toEqual({ new_failures: 1, fixed: 1, flaky: 0 });
    await db.update(tests).set({ state: "ended", end_reason: "finished" }).where(eq(tests.test_id, slow.test_id));
    await db.update(runs).set({ verdict: "failed" }).where(eq(runs.test_id, slow.test_id));
    expect(await comparison(test_id)).toEqual({ new_failures: 0, fixed: 0, flaky: 0 });
  });

  it("leaves every page as it is, from the first to the last and beyond", async () => {
    const cases = Array.from({ length: 23 }, (_, index): MadeCase => ({
      key: `pages/${index}`,
      device_seq: index % 2,
      cost: (index * 7) % 5,
      ...(index % 3 === 0 && { state: "failed" as const }),
    }));
    const { test_id } = await make({ job_id: "pages", cases });
    const filters: Record<string, string | number>[] = [
      {},
      { sort: "cost" },
      { sort: "state" },
      { state: "failed" },
      { device_seq: 1 },
      { device_seq: 1, state: "failed" },
      { keyword: "pages" },
      { cause: "assertion", sort: "cost" },
    ];
    for (const filter of filters) {
      const page = (page_num: number, page_size: number) =>
        udt.ok(ENDPOINTS.runCases, {
          ...of(test_id),
          query: { project, ...filter, page_num, page_size },
        });
      const whole = await page(1, 100);
      const keys = whole.list.map((one) => one.case_key);
      expect(keys.length).toBe(whole.total);
      const pages = [];
      for (let page_num = 1; page_num <= Math.ceil(whole.total / 4); page_num++) pages.push(await page(page_num, 4));
      expect(pages.flatMap(({ list }) => list)).toEqual(whole.list);
      expect(await page(9, 4)).toMatchObject({ list: [], total: whole.total, totals: whole.totals });
      if (filter["sort"] === undefined) {
        const ofFilter = cases.filter(
          ({ device_seq, state }) =>
            (filter["device_seq"] === undefined || device_seq === filter["device_seq"]) &&
            (filter["state"] === undefined || state === filter["state"]),
        );
        expect(keys).toEqual(ofFilter.map(({ key }) => key));
      }
    }
  });

  it("tells which case comes before and after one, in the order and with the filters of any list", async () => {
    const { test_id, case_run_ids } = await make({
      job_id: "around",
      cases: Array.from({ length: 12 }, (_, index): MadeCase => ({
        key: `file_${index % 2}.ts::case ${index}`,
        cost: ((index * 5) % 7) * 1_000,
        device_seq: index % 2,
        ...(index % 3 === 0 && { state: "failed" as const }),
        ...(index % 5 === 1 && { cause: "skipped" as const }),
      })),
    });
    const around = (case_run_id: number, query: Record<string, string | number>) =>
      udt.ok(ENDPOINTS.runCaseAround, { as: ada, query: { project, ...query }, params: { test_id, case_run_id } });
    const lists: Record<string, string | number>[] = [
      {},
      { sort: "cost" },
      { sort: "state" },
      { state: "failed" },
      { state: "skipped" },
      { device_seq: 1, sort: "state" },
      { device_id: devices[0]!.device_id },
      { keyword: "file_1", sort: "cost" },
    ];
    for (const query of lists) {
      const ids = (
        await udt.ok(ENDPOINTS.runCases, { ...of(test_id), query: { project, ...query, page_size: 100 } })
      ).list.map((one) => one.case_run_id);
      expect(ids.length).toBeGreaterThan(1);
      for (const [index, id] of ids.entries())
        expect(await around(id, query)).toEqual({
          previous: ids[index - 1] ?? null,
          next: ids[index + 1] ?? null,
          position: index + 1,
          total: ids.length,
        });
    }
    const left_out = { previous: null, next: null, position: null };
    expect(await around(case_run_ids[1]!, { state: "failed" })).toEqual({ ...left_out, total: 4 });
    const params = { test_id, case_run_id: 1 };
    await udt.refused(ENDPOINTS.runCaseAround, { as: ada, query: { project }, params }, "case_run_not_found");
  });
});
