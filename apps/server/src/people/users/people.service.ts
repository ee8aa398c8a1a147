import {
  USER_STATE_TRANSITIONS,
  USER_STATES,
  UdtError,
  type AdminUser,
  type AuditAction,
  type RuntimeSettings,
  type UiLanguage,
  type UserState,
} from "@udt/contract";
import type { Bus } from "../../platform/bus.ts";
import type { ServerClock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database/database.ts";
import type { CallerUser } from "../../platform/http/caller.ts";
import type { AuditService } from "../audit/audit.service.ts";
import { expiryFor } from "./expiry.ts";
import * as keys from "./api-keys.repository.ts";
import * as factors from "./second-factor.repository.ts";
import * as people from "./people.repository.ts";
import * as repository from "./users.repository.ts";
import { accountOf, type UsersService } from "./users.service.ts";

const ADMINISTRATORS_NAMED = 5;

export interface PersonChange {
  state?: UserState | undefined;
  expires_at?: number | null | undefined;
  udt_admin?: boolean | undefined;
}

/** What administrators do with other people's accounts. */
export class PeopleService {
  readonly #database: Database;
  readonly #bus: Bus;
  readonly #clock: ServerClock;
  readonly #audit: AuditService;
  readonly #users: UsersService;
  readonly #runtime: { readonly values: RuntimeSettings };
  readonly #endTests: (user_id: string) => Promise<void>;
  constructor(needs: {
    database: Database;
    bus: Bus;
    users: UsersService;
    audit: AuditService;
    clock: ServerClock;
    runtime: { readonly values: RuntimeSettings };
    /** Ends all that somebody has running. */
    endTests: (user_id: string) => Promise<void>;
  }) {
    this.#database = needs.database;
    this.#bus = needs.bus;
    this.#clock = needs.clock;
    this.#audit = needs.audit;
    this.#users = needs.users;
    this.#runtime = needs.runtime;
    this.#endTests = needs.endTests;
  }

  async list(query: { keyword: string; state?: UserState | undefined; page_num: number; page_size: number }) {
    const { rows, total, states } = await people.listPeople(this.#database.db, { ...query, state: query.state });
    const counts = new Map(states.map(({ state, count }) => [state, count]));
    return {
      list: rows.map(adminUser),
      total,
      page_num: query.page_num,
      page_size: query.page_size,
      state_counts: Object.fromEntries(USER_STATES.map((state) => [state, counts.get(state) ?? 0])) as Record<
        UserState,
        number
      >,
    };
  }

  /** Whom those may ask who are none themselves: as with a project's owners, names are no secret of who is signed in. */
  async administrators(): Promise<{ administrators: { user_name: string }[] }> {
    return {
      administrators: await people.listAdministrators(this.#database.db, ADMINISTRATORS_NAMED, this.#clock.now()),
    };
  }

  /** What waits for administrators. */
  async waiting(): Promise<{ accounts: number }> {
    return { accounts: await people.countApproving(this.#database.db) };
  }

  /**
   * Changes what is given and differs. There is always an administrator who is approved and never expires; only who is
   * approved can be one. Who may no longer sign in loses sessions, sockets and running tests; API keys rest. Who is
   * approved for the first time gets the end that administrators have set for new accounts.
   * @throws UdtError user_not_found, user_state, last_admin
   */
  async update(by: CallerUser, user_id: string, change: PersonChange, ip: string): Promise<AdminUser> {
    const now = this.#clock.now();
    const { person, ended, isOut } = await this.#bus.transaction(async (tx, announce) => {
      const { user, admin_ids } = await people.lockWithAdmins(tx, user_id);
      if (!user) throw new UdtError("user_not_found", { user_id });
      const isNew = user.state === "approving" && change.state === "approved" && user.expires_at === null;
      const present = isNew ? expiryFor(this.#runtime.values.default_expiry_days, now) : user.expires_at;
      const after = {
        state: change.state ?? user.state,
        expires_at: change.expires_at === undefined ? present : change.expires_at,
        udt_admin: change.udt_admin ?? user.udt_admin,
      };
      if (after.state !== user.state && !USER_STATE_TRANSITIONS[user.state].includes(after.state)) {
        throw new UdtError("user_state", { user_id, state: user.state });
      }
      if (after.udt_admin && !user.udt_admin && after.state !== "approved") {
        throw new UdtError("user_state", { user_id, state: after.state });
      }
      const lasts = after.udt_admin && after.state === "approved" && after.expires_at === null;
      if (!lasts && admin_ids.includes(user_id) && admin_ids.length === 1) throw new UdtError("last_admin");
      await repository.updateUser(tx, user_id, after);
      if (after.state !== user.state) announce(null, { type: "accounts.changed" });
      for (const { action, detail } of actionsOf(user, after)) {
        await this.#audit.write(tx, { action, user: by, ip, target: user.email, detail });
      }
      const isOut = after.state !== "approved" || (after.expires_at !== null && after.expires_at <= now);
      const ended = isOut ? await repository.deleteSessionsOf(tx, user_id) : [];
      // They are refused as long as their user is, and good again after it.
      const stopped = isOut ? await keys.keyHashesOf(tx, user_id) : [];
      const person = await people.findPerson(tx, user_id);
      return { person, isOut, ended: [...ended, ...stopped] };
    });
    for (const hash of ended) this.#users.loginSessionEnded.emit(hash);
    // What else spoke for them: the tokens of projects, and the sight of projects that administrators have.
    this.#users.standingChanged.emit();
    if (isOut) await this.#endTests(user_id);
    if (!person) throw new UdtError("user_not_found", { user_id });
    return adminUser(person);
  }

  /**
   * Takes away what somebody can no longer prove themselves by. Who does it has seen to it that it is them.
   * @returns whose it was, what is gone, and in which language to tell them, if anybody knows
   * @throws UdtError user_not_found, second_factor_missing, own_second_factor
   */
  async removeSecondFactor(
    by: CallerUser,
    user_id: string,
    ip: string,
  ): Promise<{ person: AdminUser; removed: factors.SecondFactors; language: UiLanguage | null }> {
    if (user_id === by.user_id) throw new UdtError("own_second_factor");
    const { person, ended, removed } = await this.#database.transaction(async (tx) => {
      const user = await repository.holdUser(tx, user_id);
      if (!user) throw new UdtError("user_not_found", { user_id });
      if (!user.second_factor) throw new UdtError("second_factor_missing");
      const removed = await factors.deleteSecondFactors(tx, user_id);
      await this.#audit.write(tx, { action: "second_factor.reset", user: by, ip, target: user.email });
      const ended = await repository.deleteSessionsOf(tx, user_id);
      const person = await people.findPerson(tx, user_id);
      if (!person) throw new UdtError("user_not_found", { user_id });
      return { person, ended, removed };
    });
    for (const hash of ended) this.#users.loginSessionEnded.emit(hash);
    return { person: adminUser(person), removed, language: person.user.language };
  }
}

type Standing = Pick<repository.UserRow, "state" | "expires_at" | "udt_admin">;

/** What a change amounts to, in the words of the audit log. */
function actionsOf(before: Standing, after: Standing) {
  const actions: { action: AuditAction; detail: Record<string, string | number | boolean> }[] = [];
  if (after.state !== before.state) {
    const detail = { from: before.state, to: after.state };
    if (after.state === "approved") {
      actions.push({ action: before.state === "disabled" ? "user.enable" : "user.approve", detail });
    } else if (after.state !== "approving") {
      actions.push({ action: after.state === "rejected" ? "user.reject" : "user.disable", detail });
    }
  }
  if (after.expires_at !== before.expires_at) {
    actions.push({ action: "user.expire", detail: { expires_at: after.expires_at ?? "never" } });
  }
  if (after.udt_admin !== before.udt_admin) {
    actions.push({ action: after.udt_admin ? "user.make_admin" : "user.drop_admin", detail: {} });
  }
  return actions;
}

function adminUser({ user, project_count }: people.PersonRow): AdminUser {
  return {
    ...accountOf(user),
    state: user.state,
    udt_admin: user.udt_admin,
    second_factor: user.second_factor,
    created_at: user.created_at,
    last_login_at: user.last_login_at,
    expires_at: user.expires_at,
    project_count,
  };
}
