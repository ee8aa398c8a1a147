import { Rounds } from "@udt/base";
import { sql } from "../../../platform/database/sql.ts";
import { UdtError, type Schedule, type Timing, type Refused } from "@udt/contract";
import { every } from "../../../platform/clock.ts";
import type { Queries } from "../../../platform/database/database.ts";
import type { CallerUser } from "../../../platform/http/caller.ts";
import { newId } from "../../../platform/ids.ts";
import type { ServiceNeeds } from "../../../platform/service-needs.ts";
import type { JobsService, PlannedRun } from "../jobs/jobs.service.ts";
import type { DeviceSessionsService } from "../../../core/sessions/sessions.service.ts";
import { comingTimes, nextTimes } from "./next-times.ts";
import * as repository from "./schedules.repository.ts";

const PREVIEW = 5;
/** Later than this after its time, a schedule was missed: the server was down. It fires once, and says so. */
const MISSED_MS = 60_000;
/** A timer of another server's making, or a database that was away, is noticed within this. */
const LOOK_EVERY_MS = 30_000;

export interface SchedulesDependencies extends ServiceNeeds {
  jobs: JobsService;
  sessions: DeviceSessionsService;
  /** Who a schedule acts as; undefined when they may not sign in any more. */
  userOf(user_id: string): Promise<CallerUser | undefined>;
}

/** Runs jobs by the clock. */
export class SchedulesService {
  readonly #needs: SchedulesDependencies;
  readonly #stop: (() => void)[];
  #cancel = () => {};
  readonly #rounds = new Rounds(
    () => this.#fireDue(),
    (error) => this.#needs.log.error({ err: error }, "schedules"),
  );

  constructor(needs: SchedulesDependencies) {
    this.#needs = needs;
    this.#stop = [
      needs.bus.subscribe(({ payload }) => {
        if (payload.type === "job.changed") this.#rounds.wake();
      }),
      every(needs.clock, LOOK_EVERY_MS, () => this.#rounds.wake()),
    ];
    this.#rounds.wake();
  }

  async list(
    project_id: string,
    query: { job_id?: string | undefined; keyword: string; page_num: number; page_size: number },
  ) {
    const { rows, total } = await repository.listSchedules(this.#needs.database.db, { project_id, ...query });
    return { list: rows.map(answerOf), total, page_num: query.page_num, page_size: query.page_size };
  }

  /** @throws UdtError cron_invalid, time_zone_invalid */
  preview(timing: Timing): { times: number[] } {
    return { times: comingTimes(timing, this.#needs.clock.now(), PREVIEW) };
  }

  /** @throws UdtError job_not_found, cron_invalid, time_zone_invalid */
  async create(
    user: CallerUser,
    project_id: string,
    wish: { job_id: string; name: string; timing: Timing },
  ): Promise<Schedule> {
    const { jobs, clock, bus } = this.#needs;
    await jobs.get(project_id, wish.job_id);
    const now = clock.now();
    const schedule_id = newId();
    const [next_at] = comingTimes(wish.timing, now, 1);
    await bus.transaction(async (tx, announce) => {
      await repository.insertSchedule(tx, {
        schedule_id,
        project_id,
        job_id: wish.job_id,
        name: wish.name,
        timing: wish.timing,
        next_at,
        state: "started",
        last_fired_at: null,
        last_test_id: null,
        last_error: null,
        last_missed: false,
        user_id: user.user_id,
        updated_at: now,
      });
      announce(project_id, { type: "job.changed", job_id: wish.job_id });
    });
    return this.#get(project_id, schedule_id);
  }

  /** @throws UdtError schedule_not_found, cron_invalid, time_zone_invalid */
  async update(
    user: CallerUser,
    project_id: string,
    schedule_id: string,
    wish: { name: string; timing: Timing },
  ): Promise<Schedule> {
    const now = this.#needs.clock.now();
    const [coming] = comingTimes(wish.timing, now, 1);
    const { state } = await this.#get(project_id, schedule_id);
    const next_at = state === "started" ? coming : null;
    return this.#change(project_id, schedule_id, { ...wish, next_at, user_id: user.user_id, updated_at: now });
  }

  /** @throws UdtError schedule_not_found */
  async setState(
    user: CallerUser,
    project_id: string,
    schedule_id: string,
    state: "started" | "stopped",
  ): Promise<Schedule> {
    const { timing } = await this.#get(project_id, schedule_id);
    const now = this.#needs.clock.now();
    const next_at = state === "started" ? (nextTimes(timing, now, 1)[0] ?? null) : null;
    return this.#change(project_id, schedule_id, { state, next_at, user_id: user.user_id, updated_at: now });
  }

  /** @throws UdtError schedule_not_found */
  async delete(project_id: string, schedule_id: string): Promise<void> {
    const { job_id } = await this.#get(project_id, schedule_id);
    await this.#needs.bus.transaction(async (tx, announce) => {
      await repository.deleteSchedule(tx, schedule_id);
      announce(project_id, { type: "job.changed", job_id });
    });
  }

  async close(): Promise<void> {
    const closed = this.#rounds.close();
    this.#cancel();
    for (const stop of this.#stop) stop();
    await closed;
  }

  async #get(project_id: string, schedule_id: string): Promise<Schedule> {
    const found = await repository.findSchedule(this.#needs.database.db, project_id, schedule_id);
    if (!found) throw new UdtError("schedule_not_found", { schedule_id });
    return answerOf(found);
  }

  async #change(project_id: string, schedule_id: string, change: Partial<repository.ScheduleRow>): Promise<Schedule> {
    const { job_id } = await this.#get(project_id, schedule_id);
    await this.#needs.bus.transaction(async (tx, announce) => {
      await repository.updateSchedule(tx, schedule_id, change);
      announce(project_id, { type: "job.changed", job_id });
    });
    return this.#get(project_id, schedule_id);
  }

  async #fireDue(): Promise<void> {
    const { clock, database } = this.#needs;
    while (!this.#rounds.isClosed && (await this.#fireOne(clock.now())));
    const next = await repository.nextDue(database.db);
    this.#cancel();
    this.#cancel = () => {};
    if (next !== undefined && !this.#rounds.isClosed) this.#cancel = clock.at(next, () => this.#rounds.wake());
  }

  /**
   * Fires what is due, in one transaction with the run that it makes: it happens exactly once. What a run needs is looked up
   * before, and whether the schedule still is as it was, within.
   */
  async #fireOne(now: number): Promise<boolean> {
    const { sessions, jobs, database } = this.#needs;
    const due = await repository.findDue(database.db, now);
    if (!due || due.next_at === null) return false;
    const { next_at } = due;
    const planned = await this.#plan(due);
    return sessions.change(async (change) => {
      // Another server may have fired it meanwhile, or somebody changed it: then there is nothing more to do here.
      if (!(await repository.lockDue(change.tx, due.schedule_id, next_at))) return true;
      const fired =
        "refusal" in planned
          ? planned
          : await savepoint(change.tx, () => jobs.beginPlanned(change, planned.user, planned.plan));
      await repository.updateSchedule(change.tx, due.schedule_id, {
        next_at: nextTimes(due.timing, now, 1)[0] ?? null,
        last_fired_at: now,
        last_test_id: "refusal" in fired ? null : fired.value,
        last_error: "refusal" in fired ? fired.refusal : null,
        last_missed: now - next_at > MISSED_MS,
      });
      change.announce(due.project_id, { type: "job.changed", job_id: due.job_id });
      return true;
    });
  }

  async #plan(due: repository.ScheduleRow): Promise<{ refusal: Refused } | { user: CallerUser; plan: PlannedRun }> {
    try {
      const user = await this.#needs.userOf(due.user_id);
      if (!user) return { refusal: { code: "user_disabled", args: {} } };
      return { user, plan: await this.#needs.jobs.plan(due.project_id, due.job_id) };
    } catch (error) {
      if (error instanceof UdtError) return { refusal: { code: error.code, args: error.args } };
      throw error;
    }
  }
}

/** Undoes what a refused piece of a transaction wrote, and only that. */
async function savepoint<T>(tx: Queries, work: () => Promise<T>): Promise<{ value: T } | { refusal: Refused }> {
  await tx.execute(sql`savepoint fired`);
  try {
    return { value: await work() };
  } catch (error) {
    if (!(error instanceof UdtError)) throw error;
    await tx.execute(sql`rollback to savepoint fired`);
    return { refusal: { code: error.code, args: error.args } };
  }
}

function answerOf({ schedule, job_name, user_name }: repository.ScheduleListing): Schedule {
  return {
    schedule_id: schedule.schedule_id,
    job_id: schedule.job_id,
    job_name,
    name: schedule.name,
    kind: schedule.timing.kind,
    timing: schedule.timing,
    state: schedule.state,
    next_at: schedule.next_at,
    last_fired_at: schedule.last_fired_at,
    last_test_id: schedule.last_test_id,
    last_error: schedule.last_error,
    last_missed: schedule.last_missed,
    user_name,
    updated_at: schedule.updated_at,
  };
}
