import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  CASE_STATES,
  SHOWN_CASE_STATES,
  END_REASONS,
  ENDPOINTS,
  type EndReason,
  type ExecutionState,
  type TestState,
  say,
} from "@udt/contract";
import { onEachDatabase } from "../../../../test/databases.ts";
import { TestServer, type Person } from "../../../../test/harness.ts";
import { makeDevices, makeRun, type MadeDevice, type MadeRun } from "../../../../test/run-factory.ts";

const project = "alpha";
/** Document 2's execution state for every state and reason of a test, written down a second time. */
const EXECUTIONS: Record<EndReason, ExecutionState> = {
  user: "user_cancelled",
  admin: "cancelled",
  access_lost: "cancelled",
  device_timeout: "timed_out",
  no_device: "timed_out",
  yielded: "ended",
  test_timeout: "timed_out",
  inactivity: "ended",
  device_lost: "ended",
  agent_lost: "ended",
  start_failed: "ended",
  work_failed: "ended",
  finished: "ended",
};

onEachDatabase("reports", (open) => {
  let udt: TestServer;
  let ada: Person;
  let devices: MadeDevice[];
  let clock = 0;

  const make = (change: Partial<MadeRun>) => {
    clock += 60_000;
    return makeRun(udt.server.database.db, {
      project_id: project,
      user_id: ada.user_id,
      at: udt.clock.now() + clock,
      ...change,
    });
  };
  const get = (test_id: string) => udt.ok(ENDPOINTS.runGet, { as: ada, query: { project }, params: { test_id } });
  const list = (query: Record<string, string | number> = {}) =>
    udt.ok(ENDPOINTS.runList, { as: ada, query: { project, ...query } });
  const cases = (test_id: string, query: Record<string, string | number> = {}) =>
    udt.ok(ENDPOINTS.runCases, { as: ada, query: { project, ...query }, params: { test_id } });
  const names = async (test_id: string, query: Record<string, string | number>) =>
    (await cases(test_id, query)).list.map((one) => one.case_key);
  const slotsOf = (test_id: string, query: Record<string, string | number> = {}) =>
    udt.ok(ENDPOINTS.runDevices, { as: ada, query: { project, ...query }, params: { test_id } });

  beforeAll(async () => {
    udt = await TestServer.start(open);
    ada = await udt.person("Ada Lovelace");
    await udt.project(project, [{ person: ada, user_type: 2 }]);
    await udt.project("beta", [{ person: ada, user_type: 2 }]);
    devices = await makeDevices(udt.server.database.db, 3, udt.clock.now());
  });
  afterAll(() => udt.dispose());

  const every: { state: TestState; end_reason: EndReason | null; execution: ExecutionState }[] = [
    { state: "queued", end_reason: null, execution: "queuing" },
    { state: "running", end_reason: null, execution: "testing" },
    ...END_REASONS.map((end_reason) => ({ state: "ended" as const, end_reason, execution: EXECUTIONS[end_reason] })),
  ];
  it.each(every)("of a test that is $state ($end_reason) say $execution", async ({ state, end_reason, execution }) => {
    const job_id = `job-${state}-${end_reason}`;
    const { test_id } = await make({
      state,
      end_reason,
      job_id,
      verdict: end_reason === "finished" ? "passed" : "incomplete",
    });
    expect(await get(test_id)).toMatchObject({ execution, test: { state, end_reason, kind: "job" } });
    const found = await list({ job_id, execution });
    expect(found.list.map((one) => [one.test_id, one.execution])).toEqual([[test_id, execution]]);
    for (const other of ["queuing", "testing", "timed_out", "user_cancelled", "cancelled", "ended"]) {
      if (other !== execution) expect((await list({ job_id, execution: other })).total).toBe(0);
    }
  });

  it("count every case state once, and skipped cases apart", async () => {
    const { test_id } = await make({
      job_id: "states",
      state: "running",
      devices: [devices[0]!],
      cases: [
        ...CASE_STATES.map((state) => ({
          key: `a::${state}`,
          state,
          device_seq: state === "undistributed" ? null : 0,
        })),
        { key: "a::skipped", state: "success", cause: "skipped" },
      ],
    });
    const totals = {
      undistributed: 1,
      distribution_failed: 1,
      cancelled: 1,
      executing: 1,
      success: 1,
      failed: 1,
      skipped: 1,
      total: 7,
    };
    expect((await get(test_id)).totals).toEqual(totals);
    expect((await cases(test_id)).totals).toEqual(totals);
    for (const state of SHOWN_CASE_STATES) {
      const some = await cases(test_id, { state });
      expect([some.total, some.list.length], state).toEqual([1, 1]);
      expect(some.totals).toEqual(totals);
      expect(await names(test_id, { state, device_seq: 0 })).toEqual(state === "undistributed" ? [] : [`a::${state}`]);
    }
    expect(await names(test_id, { cause: "skipped" })).toEqual(["a::skipped"]);
    expect((await cases(test_id, { cause: "skipped" })).total).toBe(1);
    const [slot] = (await slotsOf(test_id)).list;
    expect(slot!.totals).toEqual({ ...totals, undistributed: 0, total: 6 });
  });

  it("are ordered, searched and paged by the server", async () => {
    const { test_id } = await make({
      job_id: "paging",
      devices: [devices[0]!, devices[1]!],
      cases: Array.from({ length: 60 }, (_, index) => ({
        key: `file_${index % 2}.ts::case ${String(index).padStart(2, "0")}`,
        state: index === 40 ? "failed" : "success",
        cost: 1_000 + ((index * 7) % 60) * 100,
        device_seq: index % 2,
        error: index === 40 ? "50% of _them_ were wrong" : "",
      })),
    });
    const first = await cases(test_id, { page_size: 25 });
    const third = await cases(test_id, { page_size: 25, page_num: 3 });
    expect([first.total, first.list.length, third.list.length]).toEqual([60, 25, 10]);
    expect(third.list.at(-1)!.name).toBe("case 59");
    const slow = (await cases(test_id, { sort: "cost" })).list.map((one) => one.cost!);
    expect(slow).toEqual([...slow].sort((a, b) => b - a));
    expect((await cases(test_id, { sort: "state" })).list[0]).toMatchObject({ name: "case 40", state: "failed" });
    expect(await names(test_id, { keyword: "0% of _THEM_" })).toEqual(["file_0.ts::case 40"]);
    expect(await names(test_id, { keyword: "1% of _THEM_" })).toEqual([]);
    const ofOne = await cases(test_id, { keyword: "file_1", device_seq: 1, page_size: 100 });
    expect([ofOne.total, ofOne.list.length, ofOne.totals.total]).toEqual([30, 30, 30]);
    expect((await cases(test_id, { keyword: "file_1", device_seq: 0 })).total).toBe(0);
  });

  describe("against the run before", () => {
    it("tell new failures, fixed and still failing cases, and new ones", async () => {
      const at = { job_id: "compared", devices: [devices[0]!] };
      const before = await make({
        ...at,
        commit_id: "one",
        cases: [
          { key: "a" },
          { key: "b", state: "failed" },
          { key: "c", state: "failed" },
          { key: "d" },
          { key: "e", state: "cancelled" },
        ],
      });
      // Neither what never had a result nor a repeat of some cases stands between two runs.
      await make({
        ...at,
        commit_id: "two",
        verdict: "incomplete",
        end_reason: "user",
        cases: [{ key: "a", state: "cancelled" }],
      });
      await make({ ...at, commit_id: "two", origin: "rerun", cases: [{ key: "b" }] });
      await make({ ...at, commit_id: "two", state: "running", cases: [{ key: "a", state: "failed" }] });
      const { test_id } = await make({
        ...at,
        commit_id: "three",
        cases: [
          { key: "a", state: "failed" },
          { key: "b" },
          { key: "c", state: "failed" },
          { key: "d" },
          { key: "e", state: "failed" },
          { key: "f", state: "failed" },
        ],
      });
      const run = await get(test_id);
      expect(run.previous?.test_id).toBe(before.test_id);
      expect(run.comparison).toEqual({ new_failures: 1, fixed: 1, flaky: 0 });
      const compared = Object.fromEntries((await cases(test_id)).list.map((one) => [one.case_key, one.compared]));
      expect(compared).toEqual({ a: "new_failure", b: "fixed", c: "still_failing", d: "same", e: "same", f: "new" });
      expect(await names(test_id, { compared: "new_failure" })).toEqual(["a"]);
      expect(await names(test_id, { compared: "fixed" })).toEqual(["b"]);
      expect((await cases(test_id, { compared: "fixed" })).total).toBe(1);
    });

    it("a case that is skipped is neither fixed nor anew to fail nor flaky", async () => {
      const at = { job_id: "skipped", commit_id: "one", devices: [devices[0]!] };
      const skips = { cause: "skipped" as const };
      await make({
        ...at,
        cases: [
          { key: "a", state: "failed" },
          { key: "b", ...skips },
        ],
      });
      const { test_id } = await make({
        ...at,
        cases: [
          { key: "a", ...skips },
          { key: "b", state: "failed" },
        ],
      });
      expect((await get(test_id)).comparison).toEqual({ new_failures: 0, fixed: 0, flaky: 0 });
      const { list } = await cases(test_id);
      expect(list.map(({ compared, flaky }) => [compared, flaky])).toEqual([
        ["same", false],
        ["same", false],
      ]);
      for (const compared of ["new_failure", "fixed", "flaky"]) expect(await names(test_id, { compared })).toEqual([]);
    });

    it("a job's first run is compared with nothing", async () => {
      const { test_id } = await make({ job_id: "first", cases: [{ key: "a", state: "failed" }] });
      expect(await get(test_id)).toMatchObject({ previous: null, comparison: { new_failures: 0, fixed: 0, flaky: 0 } });
      expect((await cases(test_id)).list[0]).toMatchObject({ compared: "same", flaky: false });
      expect((await cases(test_id, { compared: "new_failure" })).total).toBe(0);
    });

    it("a repeat is compared with the run before it, whatever that was", async () => {
      const first = await make({ job_id: "repeat", cases: [{ key: "a", state: "failed" }] });
      const second = await make({ job_id: "repeat", origin: "rerun", cases: [{ key: "a", state: "failed" }] });
      const third = await make({ job_id: "repeat", origin: "rerun", cases: [{ key: "a" }] });
      expect((await get(second.test_id)).previous?.test_id).toBe(first.test_id);
      expect((await get(third.test_id)).previous?.test_id).toBe(second.test_id);
    });

    it("what ran alone is compared with nothing, and nothing with it", async () => {
      const first = await make({ job_id: "alone", cases: [{ key: "a" }, { key: "b" }] });
      const alone = await make({ job_id: "alone", origin: "alone", cases: [{ key: "a", state: "failed" }] });
      const repeat = await make({ job_id: "alone", origin: "rerun", cases: [{ key: "a" }] });
      const next = await make({ job_id: "alone", cases: [{ key: "a" }, { key: "b" }] });
      const nothing = { new_failures: 0, fixed: 0, flaky: 0 };
      expect(await get(alone.test_id)).toMatchObject({ previous: null, comparison: nothing });
      expect((await cases(alone.test_id)).list[0]).toMatchObject({ compared: "same", flaky: false });
      for (const { test_id } of [repeat, next]) {
        expect(await get(test_id)).toMatchObject({ previous: { test_id: first.test_id }, comparison: nothing });
        expect((await cases(test_id)).list.map(({ flaky }) => flaky)).not.toContain(true);
      }
    });
  });

  describe("flaky", () => {
    const flakyOf = async (test_id: string) => {
      const shown = (await cases(test_id)).list.filter((one) => one.flaky).map((one) => one.case_run_id);
      const found = await cases(test_id, { compared: "flaky" });
      expect(found.list.map((one) => one.case_run_id)).toEqual(shown);
      expect(found.total).toBe(shown.length);
      return found.list.map((one) => one.case_key);
    };

    it("is what passed at a later attempt", async () => {
      const { test_id, case_run_ids } = await make({
        job_id: "retried",
        devices: [devices[0]!, devices[1]!],
        cases: [
          { key: "a", state: "failed", superseded: true },
          { key: "a", attempt: 2, repeats: 0, device_seq: 1 },
          { key: "b", state: "failed", superseded: true },
          { key: "b", state: "failed", attempt: 2, repeats: 2 },
          { key: "c" },
        ],
      });
      expect(await flakyOf(test_id)).toEqual(["a"]);
      expect((await get(test_id)).comparison.flaky).toBe(1);
      expect((await get(test_id)).totals).toMatchObject({ total: 3, success: 2, failed: 1 });
      const one = await udt.ok(ENDPOINTS.runCase, {
        as: ada,
        query: { project },
        params: { test_id, case_run_id: case_run_ids[1]! },
      });
      expect(one.attempts.map(({ attempt, state, device_model }) => [attempt, state, device_model])).toEqual([
        [1, "failed", devices[0]!.model],
        [2, "success", devices[1]!.model],
      ]);
    });

    it("is what came out both ways with one app at one commit, and not at two", async () => {
      const at = { job_id: "flaky", devices: [devices[0]!] };
      await make({ ...at, commit_id: "one", cases: [{ key: "a", state: "failed" }, { key: "b" }, { key: "c" }] });
      const same = await make({
        ...at,
        commit_id: "one",
        cases: [{ key: "a" }, { key: "b", state: "failed" }, { key: "c" }],
      });
      expect(await flakyOf(same.test_id)).toEqual(["a", "b"]);
      const other = await make({
        ...at,
        commit_id: "two",
        cases: [{ key: "a" }, { key: "b" }, { key: "c", state: "failed" }],
      });
      expect(await flakyOf(other.test_id)).toEqual([]);
      const build = await make({ ...at, commit_id: "two", app_version: "2.5.0", cases: [{ key: "c" }] });
      expect(await flakyOf(build.test_id)).toEqual([]);
    });

    it("is not what one device fails and another passes when each runs every case", async () => {
      const both = {
        job_id: "per-device",
        devices: [devices[0]!, devices[1]!],
        config: { mode: "sequential" as const },
      };
      const made = [{ key: "a" }, { key: "a", state: "failed" as const, device_seq: 1 }];
      await make({ ...both, cases: made });
      const again = await make({ ...both, cases: made });
      expect(await flakyOf(again.test_id)).toEqual([]);
      const spread = await make({ ...both, config: { mode: "distributed" }, cases: [{ key: "a", device_seq: 1 }] });
      expect(await flakyOf(spread.test_id)).toEqual(["a"]);
    });
  });

  it("show a case with its detail, and none where the run gave none", async () => {
    const detail = {
      message: "expected 1, saw 2",
      location: { file: "cart.test.ts", line: 12, source: [{ line: 12, text: "assert.equal(1, 2)" }] },
      output: "hello",
      steps: [{ name: "open the cart", started_at: 5, ended_at: 9, ok: true, screenshot: "cart.png" }],
    };
    const { test_id, case_run_ids } = await make({
      job_id: "detail",
      cases: [{ key: "cart.test.ts::keeps items", state: "failed", detail, error: "expected 1, saw 2" }, { key: "b" }],
    });
    const one = (index: number) =>
      udt.ok(ENDPOINTS.runCase, {
        as: ada,
        query: { project },
        params: { test_id, case_run_id: case_run_ids[index]! },
      });
    expect(await one(0)).toMatchObject({ name: "keeps items", file: "cart.test.ts", cost: 3_000, detail });
    expect((await one(1)).detail).toEqual({ message: "", location: null, output: "", steps: [] });
    await udt.refused(
      ENDPOINTS.runCase,
      { as: ada, query: { project }, params: { test_id, case_run_id: 999_999_999 } },
      "case_run_not_found",
    );
  });

  it("tell a case's outcomes in the last runs of its job, newest first", async () => {
    for (const [state, origin] of [
      ["success", "manual"],
      ["failed", "alone"],
      ["success", "schedule"],
    ] as const)
      await make({
        job_id: "history",
        origin,
        commit_id: `c-${state}`,
        devices: [devices[2]!],
        cases: [{ key: "a::b", state }, { key: "other" }],
      });
    const query = { project, job_id: "history", case_key: "a::b", page_size: 2 };
    const first = await udt.ok(ENDPOINTS.caseHistory, { as: ada, query });
    expect(first.total).toBe(3);
    expect(first.list.map((one) => [one.state, one.origin])).toEqual([
      ["success", "schedule"],
      ["failed", "alone"],
    ]);
    expect(first.list[0]).toMatchObject({ device_model: devices[2]!.model, commit_id: "c-success" });
    const elsewhere = await udt.ok(ENDPOINTS.caseHistory, { as: ada, query: { ...query, project: "beta" } });
    expect(elsewhere.total).toBe(0);
  });

  describe("of devices", () => {
    it("show phases, results and what was lost", async () => {
      const { test_id } = await make({
        job_id: "devices",
        devices: [devices[0]!, devices[1]!, null],
        slots: [{}, { result: "failed", error: say("install_refused") }, { result: "not_dispatched" }],
        phases: [
          { name: "prepare", cost: 1_000 },
          // The device was ready; the agent's own phases begin with the next.
          { name: "run", cost: 300 },
          { name: "environment", cost: 500 },
          { name: "run", cost: 9_000, error: say("run_failed", {}, "it broke") },
        ],
      });
      const { list: all, total } = await slotsOf(test_id);
      expect(total).toBe(3);
      expect(all.map(({ model, result, error }) => [model, result, error])).toEqual([
        [devices[0]!.model, "passed", null],
        [devices[1]!.model, "failed", say("install_refused")],
        ["", "not_dispatched", null],
      ]);
      expect(all[0]!.phases.map(({ name, cost, error }) => [name, cost, error])).toEqual([
        ["prepare", 1_000, null],
        ["environment", 500, null],
        ["run", 9_000, say("run_failed", {}, "it broke")],
      ]);
      expect(all[2]).toMatchObject({ device_id: null, phases: [], queue: null });
      expect((await slotsOf(test_id, { result: "failed" })).list.map((slot) => slot.device_seq)).toEqual([1]);
      expect((await get(test_id)).device_totals).toEqual({ total: 3, passed: 1, failed: 1, unfinished: 1 });
    });

    it("tell a device whose place another took: what it went through, its cases and its files", async () => {
      const [before, after] = [devices[0]!, devices[1]!];
      const { test_id } = await make({
        job_id: "replaced",
        devices: [after],
        lost: [{ device: before, error: say("device_connection_lost") }],
        slots: [{ lost_device_ids: [before.device_id] }],
        phases: [{ name: "run", cost: 4_000 }],
        cases: [
          { key: "a", device_id: before.device_id },
          { key: "b", device_id: before.device_id, cause: "skipped" },
          { key: "c", state: "failed" },
        ],
      });
      const [slot] = (await slotsOf(test_id)).list;
      expect(slot).toMatchObject({ device_id: after.device_id, totals: { total: 3 } });
      expect(slot!.lost_devices).toMatchObject([
        {
          ...before,
          os_version: "14",
          error: say("device_connection_lost"),
          phases: [{ name: "run", cost: 700, error: say("device_connection_lost") }],
          totals: { success: 1, skipped: 1, total: 2 },
        },
      ]);
      const params = { test_id, device_id: before.device_id };
      expect(await names(test_id, { device_id: params.device_id })).toEqual(["a", "b"]);
      expect(await names(test_id, { device_id: after.device_id })).toEqual(["c"]);
      await udt.ok(ENDPOINTS.resourceList, { as: ada, query: { project }, params });
    });
  });

  it("stay within their project", async () => {
    const { test_id, case_run_ids } = await make({ job_id: "mine", cases: [{ key: "a" }] });
    const query = { project: "beta" };
    const params = { test_id, case_run_id: case_run_ids[0]! };
    for (const endpoint of [ENDPOINTS.runGet, ENDPOINTS.runDevices, ENDPOINTS.runCases, ENDPOINTS.runCase])
      await udt.refused(endpoint, { as: ada, query, params }, "test_not_in_project");
    const theirs = await udt.ok(ENDPOINTS.runList, { as: ada, query });
    expect(theirs.total).toBe(0);
    const other = await makeRun(udt.server.database.db, {
      project_id: "beta",
      user_id: ada.user_id,
      at: udt.clock.now(),
      job_id: "mine",
      cases: [{ key: "a" }],
    });
    await udt.refused(
      ENDPOINTS.runCase,
      { as: ada, query, params: { test_id: other.test_id, case_run_id: case_run_ids[0]! } },
      "case_run_not_found",
    );
  });

  it("are found by job, verdict and who ran them", async () => {
    const { test_id } = await make({
      job_id: "found",
      job_name: "Checkout 100%",
      cases: [{ key: "a", state: "failed" }],
    });
    expect((await list({ keyword: "out 100%" })).list.map((one) => one.test_id)).toEqual([test_id]);
    expect((await list({ keyword: "lovelace", job_id: "found" })).total).toBe(1);
    expect((await list({ job_id: "found", verdict: "failed" })).total).toBe(1);
    expect((await list({ job_id: "found", verdict: "passed" })).total).toBe(0);
    const debug = await udt.ok(ENDPOINTS.testList, { as: ada, query: { project, kind: "debug" } });
    if (debug.list[0])
      await udt.refused(
        ENDPOINTS.runGet,
        { as: ada, query: { project }, params: { test_id: debug.list[0].test_id } },
        "run_not_found",
      );
  });
});
