import { PASS_RATE_DAYS, wantedCases, type BodyOf, type DataOf, type ENDPOINTS, type RankedCase } from "@udt/contract";
import type { ServerClock } from "../../../platform/clock.ts";
import type { Database } from "../../../platform/database/database.ts";
import type { CallerUser } from "../../../platform/http/caller.ts";
import type { ProjectsService } from "../../../people/projects/projects.service.ts";
import * as repository from "./case-stats.repository.ts";

export { cameOut, isLike, isWhole, RANKED, ranWhole, type RankedRow } from "./case-stats.repository.ts";

type BiCases = (typeof ENDPOINTS)["biCases"];
type HomePassRate = (typeof ENDPOINTS)["homePassRate"];

const DAY_MS = 86_400_000;
const RANKED = 5;

/** How cases come out over days, counted when it is asked. */
export class CaseStatsService {
  readonly #needs: { database: Database; clock: ServerClock; projects: ProjectsService };
  constructor(needs: { database: Database; clock: ServerClock; projects: ProjectsService }) {
    this.#needs = needs;
  }

  /** @throws UdtError project_not_exists, user_not_in_project */
  async stats(user: CallerUser, wish: BodyOf<BiCases>): Promise<DataOf<BiCases>> {
    const { database, projects } = this.#needs;
    const { project_id, days } = wish;
    if (project_id !== undefined) await projects.standing(user, project_id);
    const scope = project_id === undefined ? { user_id: user.user_id } : { project_id };
    // The days before are read with these, for one sum.
    const { these, time, dayOf } = await this.#byDay(scope, days, wish.utc_offset_minutes);
    const { db } = database;
    const failing = await repository.mostFailing(db, scope, time, RANKED);
    const flaky = await repository.mostFlaky(db, scope, time, RANKED);
    const slowest = await repository.slowest(db, scope, time, RANKED);
    return {
      by_day: these.map((day) => ({ day: nameOf(day), ...dayOf(day) })),
      totals: sum(these.map(dayOf)),
      before: sum(these.map((day) => dayOf(day - days))),
      failing: failing.map((row) => ({
        ...rankedOf(row),
        failed: Number(row.failed),
        total: Number(row.total),
        error: row.error,
      })),
      flaky: flaky.map((row) => ({ ...rankedOf(row), failed: Number(row.failed), total: Number(row.total) })),
      slowest: slowest.map((row) => ({ ...rankedOf(row), cost: Number(row.cost) })),
    };
  }

  /** How the cases of one project came out by day, and the newest day with any against the days before it. */
  async passRate(project_id: string, utc_offset_minutes: number): Promise<DataOf<HomePassRate>> {
    const days = PASS_RATE_DAYS;
    const { these, dayOf } = await this.#byDay({ project_id }, days, utc_offset_minutes);
    const newest = these.findLast((day) => wantedCases(dayOf(day)) > 0);
    const beforeOf = (day: number) => sum(these.map((_, index) => dayOf(day - days + index)));
    return {
      by_day: these.map((day) => ({ day: nameOf(day), ...dayOf(day) })),
      newest: newest === undefined ? null : { day: nameOf(newest), ...dayOf(newest), before: beforeOf(newest) },
    };
  }

  /** What these days came to, the newest of which is today, and as many before them. A day is its number since the epoch in a zone. */
  async #byDay(scope: repository.StatsScope, days: number, utc_offset_minutes: number) {
    const { database, clock } = this.#needs;
    const offset_ms = utc_offset_minutes * 60_000;
    const first = Math.floor((clock.now() + offset_ms) / DAY_MS) - days + 1;
    const startOf = (day: number) => day * DAY_MS - offset_ms;
    const time = { from: startOf(first), to: startOf(first + days) };
    const counted = await repository.countByDay(
      database.db,
      scope,
      { ...time, from: startOf(first - days) },
      offset_ms,
    );
    const these = Array.from({ length: days }, (_, index) => first + index);
    return { these, time, dayOf: (day: number) => counted.get(day) ?? repository.NOTHING_COUNTED };
  }
}

const nameOf = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

const sum = (all: readonly repository.CountedCases[]): repository.CountedCases =>
  all.reduce(
    (a, b) => ({
      runs: a.runs + b.runs,
      success: a.success + b.success,
      skipped: a.skipped + b.skipped,
      failed: a.failed + b.failed,
      total: a.total + b.total,
    }),
    repository.NOTHING_COUNTED,
  );

export const rankedOf = ({ case_run_id, ...row }: repository.RankedRow): RankedCase => ({
  project_id: row.project_id,
  job_id: row.job_id,
  job_name: row.job_name,
  case_key: row.case_key,
  name: row.name,
  file: row.file,
  test_id: row.test_id,
  case_run_id: Number(case_run_id),
});
