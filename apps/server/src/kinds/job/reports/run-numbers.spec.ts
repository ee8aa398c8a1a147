/** What people call a run by: its number in its project. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { ENDPOINTS } from "@udt/contract";
import { onEachDatabase } from "../../../../test/databases.ts";
import { TestServer, type Person } from "../../../../test/harness.ts";
import { makeDevices, makeRun, type MadeDevice, type MadeRun } from "../../../../test/run-factory.ts";

onEachDatabase("numbers of runs", (open) => {
  let udt: TestServer;
  let ada: Person;
  let devices: MadeDevice[];
  let minutes = 0;
  const make = (project_id: string, change: Partial<MadeRun> = {}) =>
    makeRun(udt.server.database.db, {
      project_id,
      user_id: ada.user_id,
      at: udt.clock.now() + ++minutes * 60_000,
      ...change,
    });
  const get = (project: string, test_id: string, against?: number) =>
    udt.ok(ENDPOINTS.runGet, { as: ada, query: { project, ...(against && { against }) }, params: { test_id } });
  const numbersOf = async (project: string, keyword: string) =>
    (await udt.ok(ENDPOINTS.runList, { as: ada, query: { project, keyword } })).list.map((run) => run.run_number);

  beforeAll(async () => {
    udt = await TestServer.start(open);
    ada = await udt.person("ada");
    for (const project of ["many", "other", "found", "compared"])
      await udt.project(project, [{ person: ada, user_type: 2 }]);
    devices = await makeDevices(udt.server.database.db, 1, udt.clock.now());
  });
  afterAll(() => udt.dispose());

  it("count from 1 in each project, each given once to those that begin together", async () => {
    await Promise.all(Array.from({ length: 12 }, () => make("many")));
    await make("other");
    expect((await numbersOf("many", "")).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 12 }, (_, i) => i + 1),
    );
    expect(await numbersOf("other", "")).toEqual([1]);
  });

  it("are searched for with and without a #, and lead to the run", async () => {
    const made = [];
    for (let one = 0; one < 12; one++)
      made.push(await make("found", { job_name: one === 0 ? "Release 12" : "Nightly" }));
    expect(await numbersOf("found", "#11")).toEqual([11]);
    expect((await numbersOf("found", "12")).toSorted()).toEqual([1, 12]);
    expect(await numbersOf("found", "99999999999")).toEqual([]);
    const find = (project: string, run_number: number) =>
      udt.call(ENDPOINTS.runByNumber, { as: ada, query: { project }, params: { run_number } });
    expect((await find("found", 11)).data).toEqual({ test_id: made[10]!.test_id, job_id: "job" });
    expect((await find("found", 13)).code).toBe("run_not_found");
    expect((await find("found", 0)).code).toBe("invalid_param");
    const stranger = await udt.person("bea");
    await udt.refused(
      ENDPOINTS.runByNumber,
      { as: stranger, query: { project: "found" }, params: { run_number: 11 } },
      "user_not_in_project",
    );
  });

  it("choose what a run is compared with, in place of the run before", async () => {
    const run = (failing: readonly string[]) =>
      make("compared", {
        devices: [devices[0]!],
        cases: ["a", "b", "c"].map((key) => ({
          key,
          state: failing.includes(key) ? "failed" : "success",
          device_seq: 0,
        })),
      });
    await run([]);
    await run(["a", "b"]);
    const { test_id } = await run(["a", "c"]);
    const usual = await get("compared", test_id);
    expect(usual).toMatchObject({ run_number: 3, previous: { run_number: 2 } });
    expect(usual.comparison).toMatchObject({ new_failures: 1, fixed: 1 });
    const chosen = await get("compared", test_id, 1);
    expect(chosen.previous?.run_number).toBe(1);
    expect(chosen.comparison).toMatchObject({ new_failures: 2, fixed: 0 });
    // What somebody chose is nobody else's answer.
    expect(await get("compared", test_id)).toEqual(usual);
    const query = { project: "compared", compared: "new_failure" as const };
    const failures = async (against?: number) =>
      (
        await udt.ok(ENDPOINTS.runCases, {
          as: ada,
          query: { ...query, ...(against && { against }) },
          params: { test_id },
        })
      ).list.map((one) => one.case_key);
    expect([await failures(), await failures(1)]).toEqual([["c"], ["a", "c"]]);
    const one = async (against?: number) => {
      const call = { as: ada, query: { project: "compared", ...(against && { against }) } };
      const { list } = await udt.ok(ENDPOINTS.runCases, { ...call, params: { test_id } });
      const { case_run_id } = list.find(({ case_key }) => case_key === "a")!;
      const { compared, attempts } = await udt.ok(ENDPOINTS.runCase, { ...call, params: { test_id, case_run_id } });
      expect(attempts.map((attempt) => attempt.compared)).toEqual([compared]);
      return compared;
    };
    expect([await one(), await one(1)]).toEqual(["still_failing", "new_failure"]);
    const exported = async (against?: number) => {
      const asked = { project: "compared", format: "csv" as const, ...(against && { against }) };
      const { text } = await udt.call(ENDPOINTS.runExport, { as: ada, query: asked, params: { test_id } });
      return text.match(/new_failure/g)?.length;
    };
    expect([await exported(), await exported(1)]).toEqual([1, 2]);
    const missing = { as: ada, query: { project: "compared", against: 9 }, params: { test_id } };
    await udt.refused(ENDPOINTS.runGet, missing, "run_not_found");
    const file = { ...missing, query: { ...missing.query, format: "csv" as const } };
    await udt.refused(ENDPOINTS.runExport, file, "run_not_found");
  });
});
