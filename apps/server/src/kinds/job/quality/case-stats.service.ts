import { PASS_RATE_DAYS, wantedCases, type BodyOf, type DataOf, type ENDPOINTS } from "@udt/contract";
import type { ServerClock } from "../../../platform/clock.ts";
import type { Database } from "../../../platform/database/database.ts";
import type { CallerUser } from "../../../platform/http/caller.ts";
import type { ProjectsService } from "../../../people/projects/projects.service.ts";
import { countByDay, countPending } from "./board.repository.ts";
import { namedCases } from "./cases.repository.ts";
import { daysOf, sum, type Days } from "./figures.ts";
import type { BoardScope } from "./scope.ts";

type BiCases = (typeof ENDPOINTS)["biCases"];
type HomePassRate = (typeof ENDPOINTS)["homePassRate"];

const RANKED = 5;

/** What home and the overview tell of cases: the quality board's figures, of one project or of all that a user belongs to. */
export class CaseStatsService {
  readonly #needs: { database: Database; clock: ServerClock; projects: ProjectsService };
  constructor(needs: { database: Database; clock: ServerClock; projects: ProjectsService }) {
    this.#needs = needs;
  }

  /** @throws UdtError project_not_exists, user_not_in_project */
  async stats(user: CallerUser, wish: BodyOf<BiCases>): Promise<DataOf<BiCases>> {
    const { database, projects } = this.#needs;
    const { project_id, days: count, time_zone } = wish;
    if (project_id !== undefined) await projects.standing(user, project_id);
    const scope: BoardScope = project_id === undefined ? { user_id: user.user_id, project_ids: [] } : { project_id };
    const { days, counted, pending } = await this.#counted(scope, count, time_zone);
    const these = counted.slice(count);
    return {
      by_day: these.map((figures, index) => ({ ...figures, day: days.dates[index] ?? "" })),
      totals: sum(these),
      before: sum(counted.slice(0, count)),
      ...(await namedCases(database.db, scope, days.time, RANKED)),
      pending,
    };
  }

  /** How the cases of one project came out by day, and the newest day with any against the days before it. */
  async passRate(project_id: string, time_zone: string): Promise<DataOf<HomePassRate>> {
    const { days, counted, pending } = await this.#counted({ project_id }, PASS_RATE_DAYS, time_zone);
    const by_day = counted
      .slice(PASS_RATE_DAYS)
      .map((figures, index) => ({ ...figures, day: days.dates[index] ?? "" }));
    const place = by_day.findLastIndex((day) => wantedCases(day) > 0);
    const newest = by_day[place];
    return {
      by_day,
      newest: newest === undefined ? null : { ...newest, before: sum(counted.slice(place, place + PASS_RATE_DAYS)) },
      pending,
    };
  }

  /** What these days came to, and as many before them; and how many of their runs are still to be counted. */
  async #counted(scope: BoardScope, count: number, time_zone: string) {
    const { database, clock } = this.#needs;
    const { db } = database;
    const days: Days = daysOf(time_zone, count, clock.now());
    return {
      days,
      counted: await countByDay(db, scope, days.starts),
      pending: await countPending(db, scope, { from: days.before.from, to: days.time.to }),
    };
  }
}
