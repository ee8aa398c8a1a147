import type { BodyOf, DataOf, ENDPOINTS, QueryOf } from "@udt/contract";
import { every, type ServerClock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database/database.ts";
import type { CallerUser } from "../../platform/http/caller.ts";
import type { ProjectsService } from "../../people/projects/projects.service.ts";
import type { TestsService } from "../../core/sessions/tests.service.ts";
import { lastDays } from "../../platform/local-days.ts";
import { countDevices, deviceUse, listDevices, listOrders, present } from "./device-use.repository.ts";
import { mostBroken, repairs } from "./repairs.repository.ts";
import * as repository from "./statistics.repository.ts";

const DAY_MS = 86_400_000;
const DEVICES_TOLD = 5;
/** Twice in each five minutes, so that none is missed. */
const NOTE_EVERY_MS = 150_000;
const FORGET_EVERY_MS = 3_600_000;
/** The longest range, the one before it that it is compared with, and a little. */
const KEPT_MS = 190 * DAY_MS;

/** What was tested and how devices were used, counted when it is asked. */
export class StatisticsService {
  readonly #database: Database;
  readonly #clock: ServerClock;
  readonly #projects: ProjectsService;
  readonly #tests: TestsService;
  readonly #stop: (() => void)[];

  constructor(needs: {
    database: Database;
    clock: ServerClock;
    projects: ProjectsService;
    tests: TestsService;
    onError: (error: unknown) => void;
  }) {
    const { database, clock, onError } = needs;
    this.#database = database;
    this.#clock = clock;
    this.#projects = needs.projects;
    this.#tests = needs.tests;
    this.#stop = [
      every(clock, NOTE_EVERY_MS, () => repository.notePresence(database.db, clock.now()).catch(onError)),
      every(clock, FORGET_EVERY_MS, () => repository.forgetPresence(database.db, clock.now() - KEPT_MS).catch(onError)),
    ];
  }

  /** @throws UdtError project_not_exists, user_not_in_project */
  async stats(
    user: CallerUser,
    wish: BodyOf<(typeof ENDPOINTS)["biStats"]>,
  ): Promise<DataOf<(typeof ENDPOINTS)["biStats"]>> {
    const scope = await this.#scope(user, wish.project_id);
    const now = this.#clock.now();
    const { dates, starts } = lastDays(wish.time_zone, 2 * wish.days, now);
    const [before = now, from = now, end = now] = [starts[0], starts[wish.days], starts.at(-1)];
    const range = { from, to: end, now };
    const { db } = this.#database;
    const days = await repository.byDay(db, scope, starts.slice(wish.days), now);
    return {
      by_day: days.map((day, index) => ({ ...day, day: dates[wish.days + index] ?? "" })),
      totals: await repository.totals(db, scope, range),
      before: await repository.totals(db, scope, { from: before, to: from, now }),
      kinds: await repository.byKind(db, scope, range),
      devices: await repository.busiest(db, scope, range, DEVICES_TOLD),
      repairs: await repairs(db, scope, range),
      broken: await mostBroken(db, scope, range, DEVICES_TOLD),
    };
  }

  /** The caller's own. @throws UdtError project_not_exists, user_not_in_project */
  async recent(
    user: CallerUser,
    wish: BodyOf<(typeof ENDPOINTS)["biRecentTests"]>,
  ): Promise<DataOf<(typeof ENDPOINTS)["biRecentTests"]>> {
    if (wish.project_id !== undefined) await this.#projects.standing(user, wish.project_id);
    const found = await repository.recentTests(this.#database.db, user, {
      project_id: wish.project_id,
      state: wish.state,
      limit: wish.limit,
    });
    const names = new Map(found.map(({ test_id, project_name }) => [test_id, project_name]));
    const list = await this.#tests.getMany([...names.keys()]);
    return { list: list.map((test) => ({ ...test, project_name: names.get(test.test_id) ?? "" })) };
  }

  /** Of the devices that the caller's projects see, for the quality board. */
  async deviceUse(
    user: CallerUser,
    asked: QueryOf<(typeof ENDPOINTS)["qualityDevices"]>,
  ): Promise<DataOf<(typeof ENDPOINTS)["qualityDevices"]>> {
    const { scope, span, before } = this.#board(user, asked);
    const { db } = this.#database;
    return {
      ...(await present(db, scope)),
      now: await deviceUse(db, scope, span),
      before: await deviceUse(db, scope, before),
    };
  }

  /** The devices behind those figures. */
  async deviceList(
    user: CallerUser,
    asked: QueryOf<(typeof ENDPOINTS)["qualityDeviceList"]>,
  ): Promise<DataOf<(typeof ENDPOINTS)["qualityDeviceList"]>> {
    const { scope, span } = this.#board(user, asked);
    const { db } = this.#database;
    const { sort, page_num, page_size } = asked;
    const list = await listDevices(db, scope, span, { sort, ...limitsOf(asked) });
    return { list, total: await countDevices(db, scope), page_num, page_size };
  }

  /** The work orders behind those figures. */
  async orderList(
    user: CallerUser,
    asked: QueryOf<(typeof ENDPOINTS)["qualityOrders"]>,
  ): Promise<DataOf<(typeof ENDPOINTS)["qualityOrders"]>> {
    const { scope, span } = this.#board(user, asked);
    const { which, page_num, page_size } = asked;
    const found = await listOrders(this.#database.db, scope, span, { which, ...limitsOf(asked) });
    return { ...found, page_num, page_size };
  }

  #board(user: CallerUser, asked: QueryOf<(typeof ENDPOINTS)["qualityDevices"]>) {
    const { days, time_zone, project_ids, os, brand } = asked;
    const now = this.#clock.now();
    const { starts } = lastDays(time_zone, 2 * days, now);
    const [first = now, middle = now, end = now] = [starts[0], starts[days], starts.at(-1)];
    return {
      scope: { user_id: user.user_id, project_ids, os, brand },
      span: { from: middle, to: end, now },
      before: { from: first, to: middle, now },
    };
  }

  close(): void {
    for (const stop of this.#stop) stop();
  }

  async #scope(user: CallerUser, project_id: string | undefined): Promise<repository.Scope> {
    if (project_id === undefined) return { user_id: user.user_id };
    await this.#projects.standing(user, project_id);
    return { project_id };
  }
}

const limitsOf = ({ page_num, page_size }: { page_num: number; page_size: number }) => ({
  limit: page_size,
  offset: (page_num - 1) * page_size,
});
