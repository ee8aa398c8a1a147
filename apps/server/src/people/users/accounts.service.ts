import { UdtError, type RuntimeSettings, type UiLanguage, type UserInfo } from "@udt/contract";
import type { ServerClock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database/database.ts";
import { brokenConstraint } from "../../platform/database/violations.ts";
import type { CallerUser } from "../../platform/http/caller.ts";
import type { AuditService } from "../audit/audit.service.ts";
import type { AccountMail } from "./mail/account-mail.ts";
import { setPassword } from "./passwords.repository.ts";
import { hashPassword, judgePassword } from "./passwords.ts";
import type { Proof, ProofService } from "./proof.service.ts";
import * as repository from "./users.repository.ts";
import { userInfo, type UsersService } from "./users.service.ts";

export interface AccountsDependencies {
  database: Database;
  clock: ServerClock;
  audit: AuditService;
  users: UsersService;
  mail: AccountMail;
  proofs: ProofService;
  /** What administrators say of passwords now. */
  runtime: { readonly values: RuntimeSettings };
}

/** What people do with their own account. */
export class AccountsService {
  readonly #needs: AccountsDependencies;
  constructor(needs: AccountsDependencies) {
    this.#needs = needs;
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
   * Changes the password of who proves again who they are, and ends every other session of the user and the API keys: whoever
   * knew the one before may have made them.
   * @throws UdtError invalid_param, password_common, and as {@link ProofService}; wrong_password also for who has none
   */
  async changePassword(proof: Proof & { password: string }, new_password: string, language: UiLanguage): Promise<void> {
    const { database, audit, users, mail, proofs, runtime } = this.#needs;
    const { user, session_hash } = proof.caller;
    await judgePassword(new_password, "new_password", runtime.values.strong_passwords);
    const proved = await proofs.mustKnowPassword(proof);
    const password_hash = await hashPassword(new_password);
    const ended = await database.transaction(async (tx) => {
      // It may have been set anew since it was compared.
      const held = await repository.holdUser(tx, user.user_id);
      const isSame = held?.password_hash === proved.password_hash;
      const done = isSame ? await setPassword(tx, user.user_id, password_hash, session_hash) : undefined;
      if (!done) throw new UdtError("wrong_password");
      const { sessions, keys } = done.ended;
      const detail = { keys: keys.length };
      await audit.write(tx, { action: "user.password", user, ip: proof.ip, target: user.email, detail });
      return [...sessions, ...keys];
    });
    for (const hash of ended) users.loginSessionEnded.emit(hash);
    mail.changed(user, "password", language);
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
    const rows = (await repository.listLoginSessions(database.db, user_id, now))
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
  async endLoginSession(user: CallerUser, session_id: string, ip: string): Promise<void> {
    const ended = await this.#needs.database.transaction(async (tx) => {
      const token_hash = await repository.deleteOwnSession(tx, user.user_id, session_id);
      if (token_hash === undefined) throw new UdtError("session_not_found", { session_id });
      await this.#needs.audit.write(tx, { action: "user.session_end", user, ip, target: user.email });
      return token_hash;
    });
    this.#needs.users.loginSessionEnded.emit(ended);
  }
}
