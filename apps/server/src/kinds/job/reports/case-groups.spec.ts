import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ENDPOINTS } from "@udt/contract";
import { onEachDatabase } from "../../../../test/databases.ts";
import { TestServer, type Person } from "../../../../test/harness.ts";
import { makeDevices, makeRun, type MadeCase, type MadeDevice } from "../../../../test/run-factory.ts";

const project = "alpha";

/** Three devices run each of four cases: one fails on the second device, one is skipped on all, one passes at last. */
const CASES: MadeCase[] = [0, 1, 2].flatMap((device_seq): MadeCase[] => [
  { key: "a.ts::first", device_seq, cost: 1_000 },
  {
    key: "a.ts::fails",
    device_seq,
    cost: 2_000 + device_seq,
    ...(device_seq === 1 && { state: "failed", error: "expected 2" }),
  },
  { key: "b.ts::skips", device_seq, cause: "skipped", cost: 1 },
  { key: "b.ts::slow", device_seq, cost: 9_000 },
]);

onEachDatabase("cases of several devices", (open) => {
  let udt: TestServer;
  let ada: Person;
  let devices: MadeDevice[];
  let test_id: string;

  const groups = (query: Record<string, string | number> = {}) =>
    udt.ok(ENDPOINTS.runCaseGroups, { as: ada, query: { project, ...query }, params: { test_id } });
  const keys = async (query: Record<string, string | number>) =>
    (await groups(query)).list.map(({ case_key }) => case_key);

  beforeAll(async () => {
    udt = await TestServer.start(open);
    ada = await udt.person("Ada Lovelace");
    await udt.project(project, [{ person: ada, user_type: 2 }]);
    const { db } = udt.server.database;
    devices = await makeDevices(db, 3, udt.clock.now());
    const cases = [...CASES];
    const slow = cases.findIndex(({ key, device_seq }) => key === "b.ts::slow" && device_seq === 2);
    cases[slow] = { ...cases[slow]!, state: "failed", superseded: true };
    cases.push({ ...CASES[slow]!, attempt: 2, repeats: slow, cost: 8_000 });
    const made = { project_id: project, user_id: ada.user_id, at: udt.clock.now(), devices };
    ({ test_id } = await makeRun(db, { ...made, config: { mode: "sequential" }, cases }));
  });
  afterAll(() => udt.dispose());

  it("are one row each, with what came of them on every device by its last attempt", async () => {
    const { list, total, totals } = await groups({ sort: "state" });
    expect(total).toBe(4);
    // One that failed on one device passed on two.
    expect(totals).toMatchObject({ failed: 1, success: 3, skipped: 1, executing: 0, total: 4 });
    const [failed] = list;
    expect(failed).toMatchObject({ case_key: "a.ts::fails", name: "fails", file: "a.ts" });
    expect(failed!.first).toMatchObject({ device_seq: 1, state: "failed", error: "expected 2" });
    expect(failed!.cells.map(({ device_seq, device_model, state }) => [device_seq, device_model, state])).toEqual([
      [0, devices[0]!.model, "success"],
      [1, devices[1]!.model, "failed"],
      [2, devices[2]!.model, "success"],
    ]);
    const slow = list.find(({ case_key }) => case_key === "b.ts::slow")!;
    expect(slow.first).toMatchObject({ device_seq: 0, cost: 9_000 });
    expect(slow.cells.map(({ attempt, flaky }) => [attempt, flaky])).toEqual([
      [1, false],
      [1, false],
      [2, true],
    ]);
  });

  it("are narrowed by what came of them on one device, and ordered by the worst or slowest", async () => {
    expect(await keys({ sort: "state" })).toEqual(["a.ts::fails", "b.ts::skips", "a.ts::first", "b.ts::slow"]);
    expect(await keys({ sort: "cost" })).toEqual(["b.ts::slow", "a.ts::fails", "a.ts::first", "b.ts::skips"]);
    expect(await keys({})).toEqual(["a.ts::first", "a.ts::fails", "b.ts::skips", "b.ts::slow"]);
    expect(await keys({ state: "failed" })).toEqual(["a.ts::fails"]);
    expect(await keys({ state: "success" })).toEqual(["a.ts::first", "a.ts::fails", "b.ts::slow"]);
    expect(await keys({ state: "skipped" })).toEqual(["b.ts::skips"]);
    expect(await keys({ compared: "flaky" })).toEqual(["b.ts::slow"]);
    expect(await keys({ compared: "flaky", state: "failed" })).toEqual([]);
    // What one device said of it brings the whole case.
    const found = await groups({ keyword: "expected 2" });
    expect(found.list.map(({ cells }) => cells.length)).toEqual([3]);
    expect(found.totals).toMatchObject({ failed: 1, success: 1, total: 1 });
  });

  it("are paged", async () => {
    const [one, two, three] = [1, 2, 3].map((page_num) => groups({ sort: "state", page_num, page_size: 2 }));
    expect((await one!).list.map(({ case_key }) => case_key)).toEqual(["a.ts::fails", "b.ts::skips"]);
    expect((await two!).list.map(({ case_key }) => case_key)).toEqual(["a.ts::first", "b.ts::slow"]);
    expect(await three!).toMatchObject({ list: [], total: 4 });
  });

  describe("in a list", () => {
    const rows = async (query: Record<string, string | number>) => {
      const answer = await udt.ok(ENDPOINTS.runCases, { as: ada, query: { project, ...query }, params: { test_id } });
      return answer.list;
    };

    it("stand device by device, each as it is ordered", async () => {
      const list = await rows({ group: "device", sort: "state" });
      const orders = Map.groupBy(list, ({ device_seq }) => device_seq);
      const passed = ["a.ts::first", "a.ts::fails", "b.ts::slow"];
      expect([...orders].map(([seq, some]) => [seq, some.map(({ case_key }) => case_key)])).toEqual([
        [0, ["b.ts::skips", ...passed]],
        [1, ["a.ts::fails", "b.ts::skips", "a.ts::first", "b.ts::slow"]],
        [2, ["b.ts::skips", ...passed]],
      ]);
      expect(list.map(({ device_seq }) => device_seq)).toEqual([0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2]);
      const last = await rows({ group: "device", sort: "order", page_num: 4, page_size: 3 });
      expect(last.map(({ device_seq, case_key }) => `${device_seq} ${case_key}`)).toEqual([
        "2 a.ts::fails",
        "2 b.ts::skips",
        "2 b.ts::slow",
      ]);
    });

    it.each([
      ["a word", { keyword: ".ts" }, 12],
      ["a word and a state", { keyword: ".ts", state: "failed" }, 1],
      ["a cause", { cause: "skipped" }, 3],
      ["a comparison", { compared: "flaky" }, 1],
    ])("stand device by device when %s narrows them", async (_, narrowing, count) => {
      for (const sort of ["order", "cost", "state"]) {
        const seqs = (await rows({ group: "device", sort, ...narrowing })).map(({ device_seq }) => device_seq);
        expect(seqs).toHaveLength(count);
        expect(seqs).toEqual(seqs.toSorted((a, b) => a! - b!));
      }
    });

    it("lead from one device's last to the next device's first", async () => {
      const list = await rows({ group: "device", sort: "state" });
      const around = await udt.ok(ENDPOINTS.runCaseAround, {
        as: ada,
        query: { project, group: "device", sort: "state" },
        params: { test_id, case_run_id: list[3]!.case_run_id },
      });
      expect(around).toEqual({
        previous: list[2]!.case_run_id,
        next: list[4]!.case_run_id,
        position: 4,
        total: 12,
      });
    });
  });
});
