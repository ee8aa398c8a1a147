import { LIMITS, UdtError, type Driver } from "@udt/contract";
import type { AuditService } from "../../people/audit/audit.service.ts";
import type { ProjectsService } from "../../people/projects/projects.service.ts";
import type { UsersService } from "../../people/users/users.service.ts";
import type { Announce, Bus } from "../../platform/bus.ts";
import type { ServerClock } from "../../platform/clock.ts";
import type { Queries } from "../../platform/database/database.ts";
import type { Actor } from "../../platform/http/caller.ts";
import { deleteDrivers, driversOf, putDriver, type TestsService } from "../sessions/tests.service.ts";
import { placeOf } from "./place-of.ts";

export interface ControlNeeds {
  bus: Bus;
  clock: ServerClock;
  audit: AuditService;
  users: UsersService;
  projects: ProjectsService;
  tests: TestsService;
}

/** A test, in the project that the call was judged in. */
export interface ControlOf {
  project_id: string;
  test_id: string;
}

interface Answer {
  drivers: Driver[];
}

/**
 * Who drives the device of a debug session: its holder, and those to whom the holder gives control. Every change is one
 * transaction that locks the test, so that of two at one moment one comes after the other; the event that tells of it is
 * also what the streams are judged by.
 */
export class ControlService {
  readonly #needs: ControlNeeds;
  constructor(needs: ControlNeeds) {
    this.#needs = needs;
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
      // Who holds it has control, or gives it away. A program's session is held by the program, not by who made its token.
      if (test.user_id === user_id && !test.by_token) throw unfit();
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

  /** Nothing happens, and nobody is told, where there is nothing to end: of two who take back at once one does. */
  #end(
    of: ControlOf,
    actor: Actor,
    user_id: string | undefined,
    action: "control.take_back" | "control.leave",
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
      actor: Actor;
      action: "control.give" | "control.take_back" | "control.leave";
      detail: Record<string, string | boolean>;
    },
  ): Promise<Answer> {
    const { project_id, test_id, actor, action, detail } = change;
    const { user_id, user_name } = actor.user;
    const drivers = await driversOf(tx, test_id);
    await this.#needs.audit.write(tx, { ...actor, action, project_id, target: test_id, detail });
    announce(project_id, { type: "drivers.changed", test_id, drivers, by: { user_id, user_name } });
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
