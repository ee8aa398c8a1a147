import { CASE_HEALTH, type CaseHealth, type DataOf, type ENDPOINTS, type QueryOf } from "@udt/contract";
import type { ServerClock } from "../../../platform/clock.ts";
import type { Database } from "../../../platform/database/database.ts";
import type { CallerUser } from "../../../platform/http/caller.ts";
import { namedOf } from "./cases.repository.ts";
import { daysOf, scopeOf } from "./figures.ts";
import { flakyNumbers, namedByNumber, numbersWith, outcomesIn, type OfJob } from "./health.repository.ts";
import { judgeCases, type JudgedCase } from "./outcomes.ts";

type Asked = QueryOf<(typeof ENDPOINTS)["qualityHealth"]>;
type AskedCases = QueryOf<(typeof ENDPOINTS)["qualityHealthCases"]>;
type Judged = JudgedCase & OfJob;

/** How well cases are: judged anew for each that asks, from what the runs of the days keep. */
export class HealthService {
  readonly #database: Database;
  readonly #clock: ServerClock;
  constructor(needs: { database: Database; clock: ServerClock }) {
    this.#database = needs.database;
    this.#clock = needs.clock;
  }

  async counts(user: CallerUser, asked: Asked): Promise<DataOf<(typeof ENDPOINTS)["qualityHealth"]>> {
    const judged = await this.#judged(user, asked);
    const counts = Object.fromEntries(CASE_HEALTH.map((health) => [health, 0])) as Record<CaseHealth, number>;
    for (const { health } of judged) counts[health]++;
    return { counts, total: judged.length };
  }

  /** First what is worst, of that what fails most, and then in the order in which cases became known. */
  async cases(user: CallerUser, asked: AskedCases): Promise<DataOf<(typeof ENDPOINTS)["qualityHealthCases"]>> {
    const { db } = this.#database;
    const { health, keyword, page_num, page_size, ...board } = asked;
    const all = (await this.#judged(user, board)).filter((one) => health === undefined || one.health === health);
    const meant = keyword === "" ? all : await this.#with(all, keyword);
    const rank = (one: Judged) => CASE_HEALTH.indexOf(one.health);
    const sorted = meant.toSorted(
      (a, b) => rank(a) - rank(b) || b.failed - a.failed || a.number - b.number || (keyOf(a) < keyOf(b) ? -1 : 1),
    );
    const shown = sorted.slice((page_num - 1) * page_size, page_num * page_size);
    const named = await namedByNumber(db, scopeOf(user, board), shown);
    const list = shown.flatMap((one, place) => {
      const row = named.get(place);
      return row === undefined ? [] : [{ ...namedOf(row), health: one.health, runs: one.runs, failed: one.failed }];
    });
    return { list, total: sorted.length, page_num, page_size };
  }

  async #judged(user: CallerUser, asked: Asked): Promise<Judged[]> {
    const { db } = this.#database;
    const scope = scopeOf(user, asked);
    const { time, before } = daysOf(asked.time_zone, asked.days, this.#clock.now());
    const now = byJob(await outcomesIn(db, scope, time));
    const then = byJob(await outcomesIn(db, scope, before));
    const flaky = byJob(await flakyNumbers(db, scope, time));
    return [...now].flatMap(([key, rows]) => {
      const [{ project_id, job_id }] = rows;
      const numbers = new Set(flaky.get(key)?.map(({ number }) => number));
      return judgeCases(rows, then.get(key) ?? [], numbers).map((one) => ({ ...one, project_id, job_id }));
    });
  }

  async #with(all: readonly Judged[], keyword: string): Promise<Judged[]> {
    const job_ids = [...new Set(all.map(({ job_id }) => job_id))];
    const found = byJob(await numbersWith(this.#database.db, job_ids, keyword));
    const numbers = new Map([...found].map(([key, rows]) => [key, new Set(rows.map(({ number }) => number))]));
    return all.filter((one) => numbers.get(keyOf(one))?.has(one.number));
  }
}

const keyOf = ({ project_id, job_id }: OfJob): string => `${project_id} ${job_id}`;

function byJob<Row extends OfJob>(rows: readonly Row[]): Map<string, [Row, ...Row[]]> {
  const of = new Map<string, [Row, ...Row[]]>();
  for (const row of rows) {
    const known = of.get(keyOf(row));
    if (known) known.push(row);
    else of.set(keyOf(row), [row]);
  }
  return of;
}
