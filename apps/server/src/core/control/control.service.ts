import { LIMITS, UdtError, type Driver } from "@udt/contract";
import type { AuditService } from "../../people/audit/audit.service.ts";
import type { ProjectsService } from "../../people/projects/projects.service.ts";
import type { UsersService } from "../../people/users/users.service.ts";
import { Attempts } from "../../platform/attempts.ts";
import { type Announce, type Bus, changesAccess, personal } from "../../platform/bus.ts";
import type { ServerClock } from "../../platform/clock.ts";
import type { Database, Queries } from "../../platform/database/database.ts";
import type { Actor } from "../../platform/http/caller.ts";
import { deleteDrivers, drivenIn, driversOf, putDriver, type TestsService } from "../sessions/tests.service.ts";
import { placeOf } from "./place-of.ts";

export interface ControlNeeds {
  bus: Bus;
  clock: ServerClock;
  audit: AuditService;
  users: UsersService;
  projects: ProjectsService;
  tests: TestsService;
  database: Database;
  onError(error: unknown): void;
}

/** A test, in the project that the call was judged in. */
export interface ControlOf {
  project_id: string;
  test_id: string;
}

interface Answer {
  drivers: Driver[];
}

/** Of one person, for one session, in five minutes: who is declined may ask again, and not without end. */
const ASKS = 10;

/** What an event calls the actions of the audit log. */
const ACTIONS = {
  "control.give": "give",
  "control.take_back": "take_back",
  "control.leave": "leave",
} as const;

/**
 * Who drives the device of a debug session: its holder, and those to whom the holder gives control. Every change is one
 * transaction that locks the test, so that of two at one moment one comes after the other; the event that tells of it is
 * also what the streams are judged by.
 */
export class ControlService {
  readonly #needs: ControlNeeds;
  readonly #asks: Attempts;
  readonly #stop: (() => void)[];
  constructor(needs: ControlNeeds) {
    this.#needs = needs;
    this.#asks = new Attempts(needs.clock, ASKS);
    const { bus, users, onError } = needs;
    this.#stop = [
      bus.subscribe((event) => {
        if (changesAccess(event)) this.#endUnfit(event.project_id).catch(onError);
      }),
      users.standingChanged.on(() => void this.#endUnfit(null).catch(onError)),
    ];
  }

  close(): void {
    for (const stop of this.#stop) stop();
  }

  /**
   * Lets somebody drive beside the holder, or `instead` of the holder and of everybody else.
   * @throws UdtError test_ended, test_watched, driver_unfit, driver_limit
   */
  async give(of: ControlOf, actor: Actor, wish: { user_id: string; instead: boolean }): Promise<Answer> {
    const { user_id, instead } = wish;
    const { test_id } = of;
    const unfit = () => new UdtError("driver_unfit", { user_id });
    if (!(await this.#mayWatch(of.project_id, user_id))) throw unfit();
    return this.#needs.bus.transaction(async (tx, announce) => {
      const test = await this.#needs.tests.lockDriven(tx, test_id);
      // Who holds it has control, or gives it away. What a program began they have beside it, and may have without it.
      const isPrograms = test.by_token || (test.key_name !== null && instead);
      if (test.user_id === user_id && !isPrograms) throw unfit();
      const before = await driversOf(tx, test_id);
      const known = before.find((driver) => driver.user_id === user_id);
      if (known?.instead === instead && (!instead || before.length === 1)) return { drivers: before };
      const max = LIMITS.drivers_max;
      if (!instead && !known && before.length >= max) throw new UdtError("driver_limit", { max });
      if (instead) await deleteDrivers(tx, test_id, { but: user_id });
      const given = { given_at: this.#needs.clock.now(), given_by: actor.user.user_id };
      await putDriver(tx, { test_id, user_id, instead, ...given });
      return this.#tell(tx, announce, { ...of, actor, action: "control.give", detail: { user_id, instead } });
    });
  }

  /** The holder alone drives, or everybody does who did but one. */
  takeBack(of: ControlOf, actor: Actor, from?: string): Promise<Answer> {
    return this.#end(of, actor, from, "control.take_back");
  }

  /** Gives back what the caller was given. */
  leave(of: ControlOf, actor: Actor): Promise<Answer> {
    return this.#end(of, actor, actor.user.user_id, "control.leave");
  }

  /**
   * Tells the holder that somebody who watches would like to drive. Nothing is kept of it here: it is a word between two
   * people at one moment, which the holder's page remembers for as long as who asked waits.
   * @throws UdtError test_ended, test_watched, control_own, too_many_attempts
   */
  async ask({ project_id, test_id }: ControlOf, actor: Actor): Promise<void> {
    this.#asks.take(`${test_id} ${actor.user.user_id}`);
    await this.#needs.bus.transaction(async (tx, announce) => {
      const { user_id: holder_id } = await this.#needs.tests.lockDriven(tx, test_id);
      const { user_id, user_name } = actor.user;
      const drives = (await driversOf(tx, test_id)).some((driver) => driver.user_id === user_id);
      // A test without a holder was left by who is no user any more, and ends.
      if (drives || holder_id === user_id || holder_id === null) throw new UdtError("control_own", { test_id });
      await this.#needs.audit.write(tx, { ...actor, action: "control.ask", project_id, target: test_id, detail: {} });
      const by = { user_id, user_name };
      const device_id = await this.#needs.tests.deviceOf(tx, test_id);
      announce(personal(holder_id), { type: "control.asked", project_id, test_id, device_id, by });
    });
  }

  /**
   * Tells who asked that control stays where it is.
   * @throws UdtError test_ended, test_watched, driver_unfit
   */
  async decline({ project_id, test_id }: ControlOf, actor: Actor, user_id: string): Promise<void> {
    if (!(await this.#mayWatch(project_id, user_id))) throw new UdtError("driver_unfit", { user_id });
    await this.#needs.bus.transaction(async (tx, announce) => {
      await this.#needs.tests.lockDriven(tx, test_id);
      const detail = { user_id };
      await this.#needs.audit.write(tx, { ...actor, action: "control.decline", project_id, target: test_id, detail });
      const by = { user_id: actor.user.user_id, user_name: actor.user.user_name };
      announce(personal(user_id), { type: "control.declined", project_id, test_id, by });
    });
  }

  /** Who may watch no longer has control no longer, lest nobody has it: of several servers that see it one does it. */
  async #endUnfit(project_id: string | null): Promise<void> {
    const { database, bus } = this.#needs;
    for (const { user_id, user_name, ...of } of await drivenIn(database.db, project_id)) {
      if (await this.#mayWatch(of.project_id, user_id)) continue;
      await bus.transaction(async (tx, announce) => {
        await this.#needs.tests.lock(tx, of.test_id);
        if (!(await driversOf(tx, of.test_id)).some((driver) => driver.user_id === user_id)) return;
        await deleteDrivers(tx, of.test_id, { user_id });
        const actor = { user: { user_id, user_name }, ip: "" };
        await this.#tell(tx, announce, { ...of, actor, action: "control.leave", detail: { user_id } });
      });
    }
  }

  /** Nothing happens, and nobody is told, where there is nothing to end: of two who take back at once one does. */
  #end(
    of: ControlOf,
    actor: Actor,
    user_id: string | undefined,
    action: Exclude<keyof typeof ACTIONS, "control.give">,
  ): Promise<Answer> {
    return this.#needs.bus.transaction(async (tx, announce) => {
      await this.#needs.tests.lock(tx, of.test_id);
      const drivers = await driversOf(tx, of.test_id);
      const isThere = drivers.some((driver) => user_id === undefined || driver.user_id === user_id);
      if (!isThere) return { drivers };
      await deleteDrivers(tx, of.test_id, user_id === undefined ? {} : { user_id });
      return this.#tell(tx, announce, { ...of, actor, action, detail: { user_id: user_id ?? "" } });
    });
  }

  async #tell(
    tx: Queries,
    announce: Announce,
    change: ControlOf & {
      actor: { user: Pick<Actor["user"], "user_id" | "user_name">; ip: string };
      action: keyof typeof ACTIONS;
      detail: Record<string, string | boolean>;
    },
  ): Promise<Answer> {
    const { project_id, test_id, actor, action, detail } = change;
    const { user_id, user_name } = actor.user;
    const drivers = await driversOf(tx, test_id);
    await this.#needs.audit.write(tx, { ...actor, action, project_id, target: test_id, detail });
    const done = ACTIONS[action];
    announce(project_id, { type: "drivers.changed", test_id, drivers, action: done, by: { user_id, user_name } });
    return { drivers };
  }

  /** Whether somebody may watch the sessions of a project. */
  async #mayWatch(project_id: string, user_id: string): Promise<boolean> {
    const { users, projects } = this.#needs;
    const user = await users.active(user_id);
    if (!user) return false;
    const place = await placeOf(projects, user, project_id);
    return place !== undefined && place.user_type !== 0 && place.privileges.has("debug.monitor");
  }
}
