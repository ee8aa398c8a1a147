import { afterAll, beforeAll, expect, it } from "vitest";
import { ENDPOINTS, type DataOf } from "@udt/contract";
import { onEachDatabase } from "../../../../test/databases.ts";
import { TestServer, type Person } from "../../../../test/harness.ts";
import {
  makeDevices,
  makeRun,
  MONKEY_JOB,
  type MadeCase,
  type MadeDevice,
  type MadeRun,
} from "../../../../test/run-factory.ts";

const HOUR_MS = 3_600_000;

/** Cases by their names: those in capitals failed. */
const cases = (names: string): MadeCase[] =>
  names
    .split(" ")
    .map((name) => ({ key: `t::${name.toLowerCase()}`, ...(name !== name.toLowerCase() && { state: "failed" }) }));

/** A case's runs, one a letter, oldest first: Passed, Failed, Retried (passed after a failed attempt), Skipped, `-` not in it. */
function attemptsOf(letter: string, key: string): MadeCase[] {
  if (letter === "-") return [];
  if (letter === "R")
    return [
      { key, state: "failed", superseded: true },
      { key, attempt: 2 },
    ];
  return [{ key, ...(letter === "F" && { state: "failed" }), ...(letter === "S" && { cause: "skipped" }) }];
}

onEachDatabase("what of a project's tests needs somebody", (open) => {
  let udt: TestServer;
  let ada: Person;
  let devices: MadeDevice[];
  let count = 0;

  const needs = (project: string): Promise<DataOf<typeof ENDPOINTS.homeNeeds>> =>
    udt.ok(ENDPOINTS.homeNeeds, { as: ada, query: { project } });
  /** A project of its own: its risers are kept for a while. */
  async function place(): Promise<string> {
    const project = `needs-${count++}`;
    await udt.project(project, [{ person: ada, user_type: 1 }]);
    return project;
  }
  async function job(project: string, name: string): Promise<Partial<MadeRun> & { job_id: string }> {
    const body = { name, config: MONKEY_JOB };
    const { job_id } = await udt.ok(ENDPOINTS.jobCreate, { as: ada, query: { project }, body });
    return { job_id, job_name: name };
  }
  const made = (project_id: string, hours_ago: number, of: MadeCase[], more: Partial<MadeRun>) =>
    makeRun(udt.server.database.db, {
      project_id,
      user_id: ada.user_id,
      at: udt.clock.now() - hours_ago * HOUR_MS,
      cases: of,
      ...more,
    });
  /** Runs of one job: those of the days before, and those of the last days, in which a case came out as the letters say. */
  async function weeks(project: string, before: string, now: string, more: Partial<MadeRun> = {}): Promise<void> {
    const rest: MadeCase = { key: "t::steady" };
    const of = (letter: string) => [...attemptsOf(letter, "t::one"), rest];
    for (const [index, letter] of [...before].entries())
      await made(project, 13 * 24 - index * 6, of(letter), { job_id: "job", ...more });
    for (const [index, letter] of [...now].entries())
      await made(project, 6 * 24 - index * 6, of(letter), { job_id: "job", ...more });
  }
  const risers = async (before: string, now: string, more: Partial<MadeRun> = {}) => {
    const project = await place();
    await weeks(project, before, now, more);
    return (await needs(project)).flaky_risers.map((one) => [
      one.case_key,
      `${one.flaky_runs} of ${one.runs}`,
      `${one.flaky_runs_before} of ${one.runs_before}`,
    ]);
  };

  beforeAll(async () => {
    udt = await TestServer.start(open);
    ada = await udt.person("ada");
    devices = await makeDevices(udt.server.database.db, 2, udt.clock.now());
  });
  afterAll(() => udt.dispose());

  it("are the jobs that failed last, those with most new failures first, as their reports count them", async () => {
    const project = await place();
    const old = await job(project, "Old failures");
    await made(project, 3, cases("A B c"), old);
    await made(project, 1, cases("A B c"), old);
    const fresh = await job(project, "New failures");
    await made(project, 9, cases("a B c d"), fresh);
    // Whole runs are not compared with repeats, nor with what is not over, nor with those of another job.
    await made(project, 8, cases("B"), { ...fresh, origin: "rerun" });
    await made(project, 7, cases("A B C D"), { ...fresh, state: "running", verdict: null });
    const failed = await made(project, 5, cases("A B C d E"), fresh);
    // One case that was run alone mends nothing of the others, nor breaks them.
    await made(project, 1, cases("a"), { ...fresh, origin: "alone" });
    const first = await job(project, "First run");
    await made(project, 2, cases("A b"), first);
    const mended = await job(project, "Passes again");
    await made(project, 4, cases("A b"), mended);
    await made(project, 3, cases("a b"), mended);
    await made(project, 1, cases("B"), { ...mended, origin: "alone" });
    const everywhere = await job(project, "Every phone");
    const onAll = { ...everywhere, devices, config: { mode: "sequential" as const } };
    const onEach = (state: "failed" | "success"): MadeCase[] =>
      devices.map((_, device_seq) => ({ key: "t::a", state, device_seq }));
    await made(project, 7, onEach("success"), onAll);
    await made(project, 6, onEach("failed"), onAll);

    const { failed_jobs } = await needs(project);
    expect(failed_jobs.map((one) => [one.job_name, one.new_failures, one.failed])).toEqual([
      ["New failures", 2, 4],
      // On both devices it is one case.
      ["Every phone", 1, 1],
      ["Old failures", 0, 2],
      ["First run", null, 1],
    ]);
    expect(failed_jobs[0]).toMatchObject({ job_id: fresh.job_id, test_id: failed.test_id });
    for (const { test_id, new_failures } of failed_jobs) {
      const run = await udt.ok(ENDPOINTS.runGet, { as: ada, query: { project }, params: { test_id } });
      expect(run.comparison.new_failures).toBe(new_failures ?? 0);
    }
  });

  it("are of the four jobs with most new failures no more than these", async () => {
    const project = await place();
    for (const name of ["a", "b", "c", "d", "e"]) {
      const one = await job(project, name);
      await made(project, 5, cases("a b"), one);
      await made(project, 2, cases(name === "c" ? "a B" : "A B"), one);
    }
    const { failed_jobs } = await needs(project);
    expect(failed_jobs.map(({ job_name }) => job_name).toSorted()).toEqual(["a", "b", "d", "e"]);
  });

  it.each([
    ["came and went with the same code", "PPPP", "PFPFP", [["t::one", "4 of 5", "0 of 4"]]],
    ["passed only when it was tried again", "PPPP", "RPRPR", [["t::one", "3 of 5", "0 of 4"]]],
    ["was flaky before, and is more so now", "PPPPPPPPFP", "PFPFP", [["t::one", "4 of 5", "2 of 10"]]],
  ])("are cases whose flakiness rose: one that %s", async (_, before, now, told) => {
    expect(await risers(before, now)).toEqual(told);
  });

  it.each([
    ["had one odd run", "PPPP", "PPFPP"],
    ["broke, and stays so", "PPPP", "PFFFF"],
    ["is as flaky as it was", "PFPPFP", "PFPPFP"],
    ["is less flaky than it was", "RRRR", "RRRPPPP"],
    ["was not known before", "--", "PFPFP"],
    ["was skipped before: that is no result", "SSSS", "PFPFP"],
  ])("are none that %s", async (_, before, now) => {
    expect(await risers(before, now)).toEqual([]);
  });

  it("count only what changed with the same app at the same commit", async () => {
    const project = await place();
    await weeks(project, "PPPP", "");
    for (const [index, letter] of [..."PFPFPF"].entries())
      await made(project, 100 - index, attemptsOf(letter, "t::one"), { commit_id: String(index).repeat(40) });
    expect((await needs(project)).flaky_risers).toEqual([]);
  });

  it("do not count what ran alone, on a device that somebody chose for it", async () => {
    const project = await place();
    await weeks(project, "PPPP", "PPP");
    for (const [index, letter] of [..."FPFPF"].entries())
      await made(project, 100 - index, attemptsOf(letter, "t::one"), { origin: "alone" });
    expect((await needs(project)).flaky_risers).toEqual([]);
  });

  it("are not flaky where they fail on one device alone", async () => {
    const project = await place();
    const onTwo = (): MadeCase[] => [
      { key: "t::one", device_seq: 0 },
      { key: "t::one", device_seq: 1, state: "failed" },
    ];
    const more = { devices, config: { mode: "sequential" as const } };
    for (const hours of [300, 290, 280, 40, 30, 20, 10]) await made(project, hours, onTwo(), more);
    expect((await needs(project)).flaky_risers).toEqual([]);
  });

  it("are three at most, what rose most first, each with its newest attempt", async () => {
    const project = await place();
    const letters = ["PFPFPF", "RPPRPR", "PFPFPP", "RRRRRR"];
    const at = (index: number, from: number, of: (which: number) => string) =>
      made(
        project,
        from - index,
        letters.flatMap((_, which) => attemptsOf(of(which), `t::${which}`)),
        {},
      );
    for (let index = 0; index < 4; index++) await at(index, 300, () => "P");
    let newest: number[] = [];
    for (let index = 0; index < 6; index++)
      newest = (await at(index, 100, (which) => letters[which]![index]!)).case_run_ids;
    const { flaky_risers } = await needs(project);
    expect(flaky_risers.map(({ case_key, flaky_runs }) => [case_key, flaky_runs])).toEqual([
      ["t::3", 6],
      ["t::0", 5],
      ["t::2", 4],
    ]);
    expect(flaky_risers[0]?.case_run_id).toBe(newest.at(-1));
    expect(flaky_risers[0]).toMatchObject({ project_id: project, name: "3", runs: 6, flaky_runs_before: 0 });
  });

  it("are of the project alone", async () => {
    const project = await place();
    expect(await needs(project)).toEqual({ failed_jobs: [], flaky_risers: [] });
    const bob = await udt.person("bob");
    await udt.refused(ENDPOINTS.homeNeeds, { as: bob, query: { project } }, "user_not_in_project");
  });
});
