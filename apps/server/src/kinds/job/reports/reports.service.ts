import { isDeepStrictEqual } from "node:util";
import {
  CASE_STATES_WORST_FIRST,
  shownCaseState,
  UdtError,
  type CaseDetail,
  type CaseGroup,
  type CaseRun,
  type CaseTotals,
  type Run,
  type RunSummary,
  type Slot,
} from "@udt/contract";
import type { ServerClock } from "../../../platform/clock.ts";
import type { Database } from "../../../platform/database/database.ts";
import { Lately } from "../../../platform/lately.ts";
import { memoryOfParts } from "../../../assets/memory/run-memory.service.ts";
import { summaryOf, totalsOf, type RunProgresses } from "../runs/runs.service.ts";
import type { DevicesService } from "../../../core/devices/devices.service.ts";
import type { SchedulingService } from "../../../core/scheduling/scheduling.service.ts";
import type { TestsService } from "../../../core/sessions/tests.service.ts";
import * as cases from "./cases.repository.ts";
import { latestFailures, type DeviceFailure } from "./device-failures.repository.ts";
import * as comparisons from "./comparison.repository.ts";
import { caseOf, phasesOf, totalsFrom } from "./reports.answers.ts";
import { findTakeovers, takersOf } from "./takeovers.repository.ts";
import * as groups from "./groups.repository.ts";
import { findFacts, keepFacts } from "./facts.repository.ts";
import * as runs from "./runs.repository.ts";
import * as slots from "./slots.repository.ts";

export interface ReportsNeeds {
  database: Database;
  clock: ServerClock;
  tests: TestsService;
  devices: DevicesService;
  scheduling: SchedulingService;
  progress: RunProgresses;
  /** Somebody reads of a case that runs. */
  watched(of: { test_id: string; device_id: string; case_run_id: number }): Promise<void>;
  /** The lines around a place in a library at a commit; none when they are not there any more. */
  source?(library_id: string, commit_id: string, file: string, line: number): Promise<{ line: number; text: string }[]>;
}

/** Of a device where none is recorded although the job asks for it. */
const NO_MEMORY = { trace_id: null, samples: 0, reading: 0, refused: 0 } as const;

/** A run of so many cases takes some tenths of a second to compare, and changes every second while it goes on. */
const LARGE = 5_000;
const LATELY_MS = 10_000;

interface Page {
  page_num: number;
  page_size: number;
}

/** How cases compare, and with the run of which number. */
interface Compared {
  compared?: comparisons.Comparison | undefined;
  against?: number | undefined;
}

/** What runs did and do, as the live page and the report read it. Keeps no more than what it need not find out again. */
export class ReportsService {
  readonly #needs: ReportsNeeds;
  /** Comparisons of large runs that go on or were asked for, by the two runs. */
  readonly #lately: Lately<Run["comparison"]>;

  constructor(needs: ReportsNeeds) {
    this.#needs = needs;
    this.#lately = new Lately(needs.clock, LATELY_MS);
  }
  get #db() {
    return this.#needs.database.db;
  }

  async list(project_id: string, query: Omit<runs.RunFilter, "project_id">) {
    const { records, total } = await runs.listRuns(this.#db, { ...query, project_id });
    const devices = await runs.countSlots(
      this.#db,
      records.map(({ run }) => run.test_id),
    );
    const list = records.map((record) => ({
      ...summaryOf(record),
      job_id: record.run.job_id,
      job_name: record.run.job_name,
      framework: record.run.framework,
      commit_id: record.run.commit_id,
      device_count: devices.get(record.run.test_id) ?? 0,
    }));
    return { list, total, page_num: query.page_num, page_size: query.page_size };
  }

  /** @param against The number of the run to compare it with. @throws UdtError run_not_found */
  async get(project_id: string, test_id: string, against?: number): Promise<Run> {
    const record = await this.find(project_id, test_id);
    const test = await this.#needs.tests.get(test_id);
    // It went on between the two.
    if (test.state !== record.test.state) return this.get(project_id, test_id, against);
    const { run } = record;
    const { base, previous } = await this.baseline(record, against);
    const results = await slots.countResults(this.#db, test_id);
    const countOf = (...wanted: string[]) =>
      results.reduce((sum, { result, devices }) => (wanted.includes(result) ? sum + devices : sum), 0);
    const total = results.reduce((sum, { devices }) => sum + devices, 0);
    const passed = countOf("passed");
    const failed = countOf("partly_passed", "failed", "timed_out");
    return {
      test,
      run_number: run.run_number,
      job_id: run.job_id,
      job_name: run.job_name,
      execution: summaryOf(record).execution,
      verdict: run.verdict,
      verdict_reason: run.verdict_reason,
      verdict_note: run.verdict_note,
      waits_for_memory: test.state !== "ended" && run.memory_until !== null,
      origin: run.origin,
      framework: run.framework,
      library_id: run.library_id,
      library_name: run.library_name,
      commit_id: run.commit_id,
      app_name: run.app_name,
      app_version: run.app_version,
      config: run.config,
      config_withheld: false,
      totals: totalsOf(run),
      device_totals: { total, passed, failed, unfinished: total - passed - failed },
      previous,
      comparison: await this.#comparisonOf(base, run.case_count),
    };
  }

  /** @throws UdtError run_not_found */
  async devices(
    project_id: string,
    test_id: string,
    query: Page & { result?: Slot["result"] | undefined },
  ): Promise<Page & { list: Slot[]; total: number }> {
    const record = await this.find(project_id, test_id);
    const { rows, total } = await slots.listSlots(this.#db, { ...query, test_id, result: query.result });
    const parts = await slots.deviceParts(this.#db, test_id);
    const totals = await this.#totalsByDevice(record);
    const queue = await this.#needs.scheduling.queue(record.test, rows, new Set(parts.devices.keys()));
    const lost = rows.flatMap(({ lost_device_ids }) => lost_device_ids);
    const ofLost = await cases.countStatesOf(this.#db, test_id, lost);
    const had = [...lost, ...rows.flatMap(({ device_id }) => device_id ?? [])];
    const names = await slots.namesOf(
      this.#db,
      had.filter((device_id) => !parts.devices.has(device_id)),
    );
    const hasMemory = Boolean(record.run.config.memory);
    const recorded = hasMemory ? await memoryOfParts(this.#db, test_id) : undefined;
    const takeover = await findTakeovers(this.#db, [test_id]);
    const isOpen = record.test.state !== "ended";
    const progress = isOpen ? (await this.#needs.progress.of(this.#db, [test_id])).get(test_id) : undefined;
    const partOf = (device_id: string) => {
      const device = parts.devices.get(device_id) ?? names.get(device_id);
      return {
        brand: device?.brand ?? "",
        model: device?.model ?? "",
        serial: device?.serial ?? "",
        os: device?.os ?? "",
        os_version: device?.os_version ?? "",
        phases: phasesOf(parts.phases.get(device_id) ?? []),
        memory: recorded?.get(device_id) ?? null,
      };
    };
    const nobody = { brand: "", model: "", serial: "", os: "", os_version: "", phases: [], memory: null };
    const list = rows.map((row): Slot => {
      return {
        device_seq: row.device_seq,
        state: row.state,
        result: row.result,
        outcome: row.outcome,
        error: row.error,
        device_id: row.device_id,
        ...(row.device_id === null ? nobody : partOf(row.device_id)),
        ...(row.memory_fault !== null && {
          memory: { ...(recorded?.get(row.device_id ?? "") ?? NO_MEMORY), fault: row.memory_fault },
        }),
        totals: totals.get(row.device_seq) ?? totalsFrom(cases.NO_CASES),
        progress: (row.state === "dispatched" && row.device_id && progress?.get(row.device_id)) || null,
        queue: queue.get(row.device_seq) ?? null,
        taken_over: takeover(test_id, row.device_seq) ?? null,
        lost_devices: row.lost_device_ids.map((device_id) => ({
          device_id,
          ...partOf(device_id),
          error: parts.devices.get(device_id)?.error ?? null,
          totals: totalsFrom(ofLost.get(device_id) ?? cases.NO_CASES),
        })),
      };
    });
    return { list, total, page_num: query.page_num, page_size: query.page_size };
  }

  /** @throws UdtError run_not_found */
  async cases(project_id: string, test_id: string, query: Omit<cases.CaseFilter, "test_id"> & Compared) {
    const record = await this.find(project_id, test_id);
    const { base } = await this.baseline(record, query.against);
    const { rows, total, totals } = await this.#findCases(record, base, query);
    const list = await this.compare(base, rows);
    return { list, total, totals, page_num: query.page_num, page_size: query.page_size };
  }

  /** The run counts its cases itself: only what it does not count is counted anew. */
  async #findCases(
    { run, test }: runs.RunRecord,
    base: comparisons.Baseline,
    query: Omit<cases.CaseFilter, "test_id"> & Compared,
  ): Promise<{ rows: cases.CaseRow[]; total: number; totals: CaseTotals }> {
    const filter = { ...query, test_id: run.test_id };
    const isAll = query.keyword === "" && query.device_seq === undefined && query.device_id === undefined;
    if (isAll && query.cause === undefined && query.compared === undefined) {
      const totals = totalsOf(run);
      const total = query.state === undefined ? totals.total : totals[query.state];
      const rows = await cases.listCases(this.#db, filter, test.state === "ended" ? total : undefined);
      return { rows, total, totals };
    }
    const compared = query.compared && (await comparisons.isCompared(this.#db, query.compared, base));
    const found = await cases.searchCases(this.#db, filter, compared, { counts: !isAll });
    return { ...found, totals: found.counts ? totalsFrom(found.counts) : totalsOf(run) };
  }

  /** The same by case: each with what came of it on every device. @throws UdtError run_not_found */
  async caseGroups(
    project_id: string,
    test_id: string,
    query: Omit<groups.GroupFilter, "test_id"> & {
      compared?: comparisons.Comparison | undefined;
      against?: number | undefined;
    },
  ): Promise<Page & { list: CaseGroup[]; total: number; totals: CaseTotals }> {
    const { base } = await this.baseline(await this.find(project_id, test_id), query.against);
    const compared = query.compared && (await comparisons.isCompared(this.#db, query.compared, base));
    const { keys, total, counts, all } = await groups.findGroups(this.#db, { ...query, test_id }, compared);
    const rows = await groups.listOfKeys(this.#db, test_id, keys);
    const byKey = Map.groupBy(await this.compare(base, rows), ({ case_key }) => case_key);
    const list = keys.flatMap((key) => groupOf(byKey.get(key) ?? []));
    return { list, total, totals: { ...counts, total: all }, page_num: query.page_num, page_size: query.page_size };
  }

  /** @param against as of {@link get}. @throws UdtError run_not_found, case_run_not_found */
  async case(project_id: string, test_id: string, case_run_id: number, against?: number) {
    const record = await this.find(project_id, test_id);
    const row = await cases.findCase(this.#db, test_id, case_run_id);
    if (!row) throw new UdtError("case_run_not_found", { case_run_id });
    const { device_id } = row;
    const isRunning = row.state === "executing" && row.started_at !== null;
    if (isRunning && device_id !== null) await this.#needs.watched({ test_id, device_id, case_run_id });
    const { base } = await this.baseline(record, against);
    const comparedOf = await this.#comparing(base, [row]);
    const attempts = await this.compare(base, await cases.listAttempts(this.#db, row));
    const detail = await cases.findDetail(this.#db, case_run_id);
    return { ...comparedOf(row), detail: await this.#withSource(record.run, detail), attempts };
  }

  /** @throws UdtError run_not_found, case_run_not_found */
  async around(
    project_id: string,
    test_id: string,
    case_run_id: number,
    query: Omit<cases.CaseFilter, "test_id" | "page_num" | "page_size"> & Compared,
  ): Promise<cases.Around> {
    const record = await this.find(project_id, test_id);
    const row = await cases.findCase(this.#db, test_id, case_run_id);
    if (!row) throw new UdtError("case_run_not_found", { case_run_id });
    // Lists have each case by its last attempt.
    const last = row.superseded ? ((await cases.listAttempts(this.#db, row)).at(-1) ?? row) : row;
    const { base } = await this.baseline(record, query.against);
    const compared = query.compared && (await comparisons.isCompared(this.#db, query.compared, base));
    return cases.findAround(this.#db, { ...query, test_id }, compared, last.case_run_id);
  }

  async history(project_id: string, query: Page & { job_id: string; case_key: string }) {
    const { rows, total } = await cases.listHistory(this.#db, { ...query, project_id });
    const model = await cases.deviceModels(this.#db, [...new Set(rows.map(({ one }) => one.test_id))]);
    const takerOf = await takersOf(
      this.#db,
      rows.map(({ one }) => one),
    );
    const list = rows.map(({ one, run_number, origin, commit_id, app_version }) => ({
      ...caseOf(one, model(one.test_id, one.device_id), takerOf(one)),
      test_id: one.test_id,
      run_number,
      origin,
      commit_id,
      app_version,
    }));
    return { list, total, page_num: query.page_num, page_size: query.page_size };
  }

  /** @throws UdtError device_not_found */
  async deviceFailures(project_id: string, device_id: string): Promise<{ list: DeviceFailure[] }> {
    if (!(await this.#needs.devices.find(project_id, device_id))) throw new UdtError("device_not_found", { device_id });
    return { list: await latestFailures(this.#db, { project_id, device_id }) };
  }

  /** A run of a project. @throws UdtError run_not_found */
  async find(project_id: string, test_id: string): Promise<runs.RunRecord> {
    const record = await runs.findRun(this.#db, project_id, test_id);
    if (!record) throw new UdtError("run_not_found");
    return record;
  }

  /** The project's run with this number. @throws UdtError run_not_found */
  async numbered(project_id: string, run_number: number): Promise<runs.RunRecord> {
    const record = await runs.findNumbered(this.#db, project_id, run_number);
    if (!record) throw new UdtError("run_not_found");
    return record;
  }

  /** What a run is compared with: the run of that number, else the one before. @throws UdtError run_not_found */
  async baseline(
    { run, test }: runs.RunRecord,
    against?: number,
  ): Promise<{ base: comparisons.Baseline; previous: RunSummary | null }> {
    const previous =
      against === undefined ? await runs.findPrevious(this.#db, run) : await this.numbered(run.project_id, against);
    const sameCode = await runs.findSameCode(this.#db, run);
    const base = {
      test_id: run.test_id,
      previous: previous?.run.test_id,
      same_code: sameCode.map(({ test_id }) => test_id),
      per_device: run.config.mode === "sequential",
      // What somebody chose to compare is counted each time: only the usual comparison is kept.
      is_final: against === undefined && test.state === "ended" && sameCode.every(({ is_over }) => is_over),
    };
    return { base, previous: previous ? summaryOf(previous) : null };
  }

  /** Cases of one run, each with how it compares; `known` are all that are flaky, where they were asked for before. */
  async compare(
    base: comparisons.Baseline,
    rows: readonly cases.CaseRow[],
    known?: ReadonlySet<number>,
  ): Promise<CaseRun[]> {
    return rows.map(await this.#comparing(base, rows, known));
  }

  async #comparing(
    base: comparisons.Baseline,
    rows: readonly cases.CaseRow[],
    known?: ReadonlySet<number>,
  ): Promise<(row: cases.CaseRow) => CaseRun> {
    const model = await cases.deviceModels(this.#db, rows.length === 0 ? [] : [base.test_id]);
    const keys = [...new Set(rows.map((row) => row.case_key))];
    const flaky = known ?? (await comparisons.flakyAmong(this.#db, base, rows));
    const against = base.previous === undefined ? undefined : await this.#outcomes(base.test_id, base.previous, keys);
    const comparedOf = (row: cases.CaseRow): CaseRun["compared"] => {
      if (against === undefined) return "same";
      const was = against.before.get(row.case_key);
      if (was === undefined) return "new";
      if (row.state === "failed")
        return was === "failed" ? "still_failing" : was === "success" ? "new_failure" : "same";
      const hasPassed = row.state === "success" && row.cause !== "skipped";
      return hasPassed && was === "failed" && !against.unfixed.has(row.case_key) ? "fixed" : "same";
    };
    const takerOf = await takersOf(this.#db, rows);
    return (row) => ({
      ...caseOf(row, model(row.test_id, row.device_id), takerOf(row)),
      compared: comparedOf(row),
      flaky: flaky.has(row.case_run_id),
    });
  }

  /** How cases came out in the run before, and which of them failed in this one or may still. */
  async #outcomes(test_id: string, previous: string, keys: string[]) {
    return {
      before: await comparisons.outcomesBefore(this.#db, previous, keys),
      unfixed: await comparisons.unfixedKeys(this.#db, test_id, keys),
    };
  }

  /** Found out once for runs that are over, which many look at, and now and then for large ones that change all the time. */
  async #comparisonOf(base: comparisons.Baseline, case_count: number): Promise<Run["comparison"]> {
    const { test_id, previous = "", same_code } = base;
    if (!base.is_final)
      return case_count < LARGE
        ? comparisons.countComparisons(this.#db, base)
        : this.#lately.get(`${test_id} ${previous}`, () => comparisons.countComparisons(this.#db, base));
    const against = [previous, ...same_code];
    const known = (await findFacts(this.#db, test_id))?.comparison;
    if (known && isDeepStrictEqual(known.against, against)) return known.counts;
    const counts = await comparisons.countComparisons(this.#db, base);
    await keepFacts(this.#db, test_id, { comparison: { against, counts } });
    return counts;
  }

  async #totalsByDevice({ test: { test_id, state } }: runs.RunRecord): Promise<Map<number, CaseTotals>> {
    const known = (await findFacts(this.#db, test_id))?.devices;
    if (known && state === "ended") return new Map(known.map(({ device_seq, totals }) => [device_seq, totals]));
    const counts = await cases.countStatesByDevice(this.#db, test_id);
    const devices = [...counts].map(([device_seq, states]) => ({ device_seq, totals: totalsFrom(states) }));
    if (state === "ended") await keepFacts(this.#db, test_id, { devices });
    return new Map(devices.map(({ device_seq, totals }) => [device_seq, totals]));
  }

  async #withSource(run: runs.RunRow, detail: CaseDetail | undefined): Promise<CaseDetail> {
    if (detail === undefined) return { message: "", location: null, output: "", steps: [] };
    const { location } = detail;
    const { library_id, commit_id } = run;
    if (location === null || location.source.length > 0) return detail;
    if (library_id === null || commit_id === "" || !this.#needs.source) return detail;
    const source = await this.#needs.source(library_id, commit_id, location.file, location.line);
    return { ...detail, location: { ...location, source } };
  }
}

/** One case's attempts, one a device; none where there are none any more. */
function groupOf(cells: CaseRun[]): CaseGroup[] {
  const place = (one: CaseRun) => CASE_STATES_WORST_FIRST.indexOf(shownCaseState(one));
  const [first] = cells.toSorted((a, b) => place(a) - place(b) || (b.cost ?? 0) - (a.cost ?? 0));
  return first ? [{ case_key: first.case_key, name: first.name, file: first.file, first, cells }] : [];
}
