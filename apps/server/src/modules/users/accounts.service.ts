import { AUTH_TYPES, UdtError, type RuntimeSettings, type UiLanguage, type UserInfo } from "@udt/contract";
import type { ServerClock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database/database.ts";
import { brokenConstraint } from "../../platform/database/violations.ts";
import type { CallerUser } from "../../platform/http/caller.ts";
import { newId } from "../../platform/ids.ts";
import type { AuditService } from "../audit/audit.service.ts";
import { addressKey } from "../../platform/http/addresses.ts";
import * as keys from "./api-keys.repository.ts";
import { Attempts } from "../../platform/attempts.ts";
import type { AccountMail } from "./mail/account-mail.ts";
import { setPassword } from "./password-links.repository.ts";
import { hashPassword, isPassword, judgePassword } from "./passwords.ts";
import * as repository from "./users.repository.ts";
import { userInfo, type UsersService } from "./users.service.ts";

const SIGNUPS_PER_ADDRESS = 10;
const PASSWORD_TRIES_PER_USER = 10;

export interface AccountsDependencies {
  database: Database;
  clock: ServerClock;
  audit: AuditService;
  users: UsersService;
  mail: AccountMail;
  /** What administrators say of registration now. */
  runtime: { readonly values: RuntimeSettings };
}

/** When an account that is let in now comes to its end; null for never. */
export const expiryFor = (days: number, now: number): number | null => (days === 0 ? null : now + days * 86_400_000);

/** What people do with their own account. */
export class AccountsService {
  readonly #needs: AccountsDependencies;
  readonly #signups: Attempts;
  readonly #passwordTries: Attempts;
  constructor(needs: AccountsDependencies) {
    this.#needs = needs;
    this.#signups = new Attempts(needs.clock, SIGNUPS_PER_ADDRESS);
    this.#passwordTries = new Attempts(needs.clock, PASSWORD_TRIES_PER_USER);
  }

  /**
   * Registers; an administrator approves before the first sign-in, unless they have said that nobody need.
   * @throws UdtError signup_closed, too_many_attempts, invalid_param, password_common, mailbox_exists, nickname_exists
   */
  async signUp(asked: { email: string; user_name: string; password: string }, ip: string): Promise<void> {
    const { database, clock, audit } = this.#needs;
    const { signup_open, signup_approval, default_expiry_days, strong_passwords } = this.#needs.runtime.values;
    if (!signup_open) throw new UdtError("signup_closed");
    this.#signups.take(addressKey(ip));
    await judgePassword(asked.password, "password", strong_passwords);
    const password_hash = await hashPassword(asked.password);
    await database.transaction(async (tx) => {
      const made = await repository.insertUserIfFree(tx, {
        user_id: newId(),
        email: asked.email,
        user_name: asked.user_name,
        auth_type: AUTH_TYPES.email,
        password_hash,
        state: signup_approval ? "approving" : "approved",
        expires_at: signup_approval ? null : expiryFor(default_expiry_days, clock.now()),
        created_at: clock.now(),
      });
      if (!made) {
        // The nickname first: who asks for a taken one learns of no mailbox, and has made no account either.
        const isNameTaken = await repository.isNameTaken(tx, asked.user_name);
        throw new UdtError(isNameTaken ? "nickname_exists" : "mailbox_exists");
      }
      await audit.write(tx, { action: "user.signup", ip, target: asked.email, detail: { user_name: asked.user_name } });
    });
  }

  /** @throws UdtError nickname_exists */
  async rename(user: CallerUser, user_name: string): Promise<UserInfo> {
    const name_key = repository.nameKey(user_name);
    try {
      const row = await repository.updateUser(this.#needs.database.db, user.user_id, { user_name, name_key });
      return userInfo(row ?? user);
    } catch (error) {
      if (brokenConstraint(error)?.name === "users_name_key")
        throw new UdtError("nickname_exists", {}, { cause: error });
      throw error;
    }
  }

  /**
   * Changes the password, and ends every other session of the user and the API keys: whoever knew the one before may have
   * made them.
   * @throws UdtError too_many_attempts, invalid_param, password_common, wrong_password
   */
  async changePassword(
    user: CallerUser,
    session_hash: string,
    given: { old_password: string; new_password: string },
    language: UiLanguage,
    ip: string,
  ): Promise<void> {
    const { database, audit, users, mail, runtime } = this.#needs;
    await judgePassword(given.new_password, "new_password", runtime.values.strong_passwords);
    const takeBack = this.#passwordTries.take(user.user_id);
    const row = await repository.findUser(database.db, user.user_id);
    if (!row || row.password_hash === "" || !(await isPassword(given.old_password, row.password_hash)))
      throw new UdtError("wrong_password");
    takeBack();
    const password_hash = await hashPassword(given.new_password);
    const ended = await database.transaction(async (tx) => {
      // It may have been set anew since it was compared.
      const held = await repository.holdUser(tx, user.user_id);
      if (held?.password_hash !== row.password_hash) throw new UdtError("wrong_password");
      await setPassword(tx, user.user_id, password_hash);
      const ended_keys = await keys.deleteKeysOf(tx, user.user_id);
      const detail = { keys: ended_keys.length };
      await audit.write(tx, { action: "user.password", user, ip, target: user.email, detail });
      const sessions = await repository.deleteSessionsOf(tx, user.user_id, session_hash);
      return [...sessions, ...ended_keys];
    });
    for (const hash of ended) users.sessionEnded.emit(hash);
    mail.changed(user.email, "password", language);
  }

  async search(
    asker: CallerUser,
    query: { keyword: string; user_id?: string | undefined; page_num: number; page_size: number },
  ) {
    const { database, clock } = this.#needs;
    const found = await repository.searchUsers(database.db, query, asker, clock.now());
    return { ...found, page_num: query.page_num, page_size: query.page_size };
  }

  async sessions(user_id: string, session_hash: string) {
    const { database, clock, users } = this.#needs;
    const now = clock.now();
    const rows = (await repository.listSessions(database.db, user_id, now))
      .map((row) => ({ ...row, expires_at: users.sessionEnd(row) }))
      .filter((row) => row.expires_at > now);
    return rows.map(({ session_id, created_at, last_seen_at, expires_at, ip, user_agent, token_hash }) => ({
      session_id,
      created_at,
      last_seen_at,
      expires_at,
      ip,
      user_agent,
      current: token_hash === session_hash,
    }));
  }

  /** @throws UdtError session_not_found */
  async endSession(user: CallerUser, session_id: string, ip: string): Promise<void> {
    const ended = await this.#needs.database.transaction(async (tx) => {
      const token_hash = await repository.deleteOwnSession(tx, user.user_id, session_id);
      if (token_hash === undefined) throw new UdtError("session_not_found", { session_id });
      await this.#needs.audit.write(tx, { action: "user.session_end", user, ip, target: user.email });
      return token_hash;
    });
    this.#needs.users.sessionEnded.emit(ended);
  }
}
