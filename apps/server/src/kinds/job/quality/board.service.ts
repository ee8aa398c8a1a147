import { LIMITS, type DataOf, type ENDPOINTS, type QualityFigures, type QueryOf } from "@udt/contract";
import type { ServerClock } from "../../../platform/clock.ts";
import type { Database } from "../../../platform/database/database.ts";
import type { CallerUser } from "../../../platform/http/caller.ts";
import * as board from "./board.repository.ts";
import * as cases from "./cases.repository.ts";
import { daysOf, NOTHING, scopeOf, sum } from "./figures.ts";
import type { BoardScope, BoardTime } from "./scope.ts";

type Asked = QueryOf<(typeof ENDPOINTS)["qualityBoard"]>;
type Board = DataOf<(typeof ENDPOINTS)["qualityBoard"]>;
type Cases = DataOf<(typeof ENDPOINTS)["qualityCases"]>;
type Runs = DataOf<(typeof ENDPOINTS)["qualityRuns"]>;
type Flaky = DataOf<(typeof ENDPOINTS)["qualityFlaky"]>;
type Waits = DataOf<(typeof ENDPOINTS)["qualityWaits"]>;
type Results = DataOf<(typeof ENDPOINTS)["qualityResults"]>;

const NAMED = 10;

/** What the quality board tells of runs: of the projects that its reader belongs to, and of no other. */
export class BoardService {
  readonly #database: Database;
  readonly #clock: ServerClock;
  constructor(needs: { database: Database; clock: ServerClock }) {
    this.#database = needs.database;
    this.#clock = needs.clock;
  }

  async board(user: CallerUser, asked: Asked): Promise<Board> {
    const { db } = this.#database;
    const { scope, time, before, dates, starts } = this.#days(user, asked);
    const byDay = await this.#byDay(scope, starts);
    const totals = async (from: number, to: number, of: BoardTime): Promise<QualityFigures> => ({
      ...sum(byDay.slice(from, to)),
      flaky: await board.countFlaky(db, scope, of),
    });
    return {
      by_day: dates.map((day, index) => ({ ...(byDay[asked.days + index] ?? NO_DAY), day })),
      totals: await totals(asked.days, 2 * asked.days, time),
      before: await totals(0, asked.days, before),
      queue: { now: await board.waits(db, scope, time), before: await board.waits(db, scope, before) },
      choices: await board.choices(db, scope, time, LIMITS.quality_versions_told),
      pending: await board.countPending(db, scope, { ...time, from: before.from }),
    };
  }

  async cases(user: CallerUser, asked: Asked): Promise<Cases> {
    const { db } = this.#database;
    const { scope, time } = this.#days(user, asked);
    return cases.namedCases(db, scope, time, NAMED);
  }

  async clusters(user: CallerUser, asked: Asked): Promise<DataOf<(typeof ENDPOINTS)["qualityClusters"]>> {
    const { scope, time } = this.#days(user, asked);
    const rows = await cases.clusters(this.#database.db, scope, time, NAMED);
    return {
      list: rows.map((row) => ({
        signature: row.signature,
        project_id: row.project_id,
        project_name: row.project_name,
        failures: Number(row.failures),
        cases: Number(row.cases),
        first_at: Number(row.first_at),
        last_at: Number(row.last_at),
        is_new: Number(row.first_at) >= time.from,
        test_id: row.test_id,
        case_run_id: Number(row.case_run_id),
        job_id: row.job_id,
        name: row.name,
        file: row.file,
        error: row.error,
        reason: row.reason,
      })),
    };
  }

  async runs(user: CallerUser, asked: QueryOf<(typeof ENDPOINTS)["qualityRuns"]>): Promise<Runs> {
    const { scope, time } = this.#daysOf(user, asked);
    const { page_num, page_size } = asked;
    const { rows, total } = await cases.listRuns(this.#database.db, scope, time, limitsOf(asked));
    const list = rows.map((row) => ({
      ...cases.namedRunOf(row),
      verdict: row.verdict,
      created_at: Number(row.created_at),
      success: Number(row.success),
      skipped: Number(row.skipped),
      failed: Number(row.failed),
      total: Number(row.total),
    }));
    return { list, total, page_num, page_size };
  }

  async results(user: CallerUser, asked: QueryOf<(typeof ENDPOINTS)["qualityResults"]>): Promise<Results> {
    const { db } = this.#database;
    const { scope, time } = this.#daysOf(user, asked);
    const { figure, job_id, case_key, signature, page_num, page_size } = asked;
    const { rows, total } =
      figure === "device_fault"
        ? await cases.listFaults(db, scope, time, limitsOf(asked))
        : await cases.listFailures(db, scope, time, {
            ...limitsOf(asked),
            only_new: figure === "new_failure",
            job_id,
            case_key,
            signature,
          });
    const list = rows.map((row) => ({
      ...cases.namedOf(row),
      run_number: row.run_number,
      device_model: row.device_model ?? "",
      created_at: Number(row.created_at),
      error: row.error,
      reason: row.reason,
    }));
    return { list, total, page_num, page_size };
  }

  /** The cases that the figure counts, each by its newest attempt. */
  async flaky(user: CallerUser, asked: QueryOf<(typeof ENDPOINTS)["qualityFlaky"]>): Promise<Flaky> {
    const { db } = this.#database;
    const { scope, time } = this.#daysOf(user, asked);
    const { page_num, page_size } = asked;
    const rows = await cases.mostFlaky(db, scope, time, limitsOf(asked));
    return { list: rows.map(cases.flakyOf), total: await board.countFlaky(db, scope, time), page_num, page_size };
  }

  async waits(user: CallerUser, asked: QueryOf<(typeof ENDPOINTS)["qualityWaits"]>): Promise<Waits> {
    const { db } = this.#database;
    const { scope, time } = this.#days(user, asked);
    const { page_num, page_size } = asked;
    const list = await cases.listWaits(db, scope, time, limitsOf(asked));
    return { list, total: (await board.waits(db, scope, time))?.count ?? 0, page_num, page_size };
  }

  /** The days of a board alone. */
  async days(user: CallerUser, asked: Asked): Promise<Board["by_day"]> {
    const { scope, dates, starts } = this.#days(user, asked);
    const days = (await this.#byDay(scope, starts)).slice(asked.days);
    return days.map((figures, index) => ({ ...figures, day: dates[index] ?? "" }));
  }

  /** The days that are asked for, and as many before them. */
  #days(user: CallerUser, asked: Asked) {
    return { scope: scopeOf(user, asked), ...daysOf(asked.time_zone, asked.days, this.#clock.now()) };
  }

  /** The same, of one of its days alone where that is named. */
  #daysOf(user: CallerUser, asked: Asked & { day?: string | undefined }): { scope: BoardScope; time: BoardTime } {
    const { scope, time, dates, starts } = this.#days(user, asked);
    if (asked.day === undefined) return { scope, time };
    const place = dates.indexOf(asked.day);
    const [from = 0, to = 0] = place < 0 ? [] : starts.slice(asked.days + place);
    return { scope, time: { from, to } };
  }

  async #byDay(scope: BoardScope, starts: readonly [number, ...number[]]): Promise<QualityFigures[]> {
    const { db } = this.#database;
    const counted = await board.countByDay(db, scope, starts);
    const flaky = await board.flakyByDay(db, scope, starts);
    return counted.map((figures, place) => ({ ...figures, flaky: flaky.get(place) ?? 0 }));
  }
}

const NO_DAY: Readonly<QualityFigures> = { ...NOTHING, flaky: 0 };

const limitsOf = ({ page_num, page_size }: { page_num: number; page_size: number }) => ({
  limit: page_size,
  offset: (page_num - 1) * page_size,
});
