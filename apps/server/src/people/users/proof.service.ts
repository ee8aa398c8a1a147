import { LIMITS, UdtError } from "@udt/contract";
import type { ServerClock } from "../../platform/clock.ts";
import type { Database, Queries } from "../../platform/database/database.ts";
import type { Caller } from "../../platform/http/caller.ts";
import type { AuditService } from "../audit/audit.service.ts";
import { isPassword } from "./passwords.ts";
import * as repository from "./users.repository.ts";
import type { UsersService } from "./users.service.ts";

/** What a caller shows to prove who they are once more, and from where. */
export interface Proof {
  caller: Caller;
  password: string | undefined;
  ip: string;
}

/**
 * Asks again who somebody is, before they make what acts for them when their session is over: a browser that was left open,
 * or a stolen cookie, shall not be enough.
 */
export class ProofService {
  readonly #needs: { database: Database; clock: ServerClock; audit: AuditService; users: UsersService };
  constructor(needs: { database: Database; clock: ServerClock; audit: AuditService; users: UsersService }) {
    this.#needs = needs;
  }

  /**
   * By the password, in the bounds of a sign-in; for who has none, because a provider proves who they are, by a sign-in that
   * is not long ago.
   * @returns the user as they were proved to be
   * @throws UdtError password_required, wrong_password, too_many_attempts, sign_in_again
   */
  async mustProve(proof: Proof): Promise<repository.UserRow> {
    const { clock, users } = this.#needs;
    const { caller } = proof;
    const row = await this.#rowOf(caller);
    if (row.password_hash === "") {
      const minutes = LIMITS.fresh_sign_in_minutes;
      const signed_in_at = await users.signedInAt(caller.session_hash);
      if (signed_in_at === null || signed_in_at <= clock.now() - minutes * 60_000) {
        throw new UdtError("sign_in_again", { minutes });
      }
      return row;
    }
    return this.#byPassword(row, proof);
  }

  /**
   * By the password alone: it is to be replaced.
   * @throws UdtError password_required, wrong_password also for who has none, too_many_attempts
   */
  async mustKnowPassword(proof: Proof): Promise<repository.UserRow> {
    const row = await this.#rowOf(proof.caller);
    if (row.password_hash === "") throw new UdtError("wrong_password");
    return this.#byPassword(row, proof);
  }

  async #rowOf({ user }: Caller): Promise<repository.UserRow> {
    const row = await repository.findUser(this.#needs.database.db, user.user_id);
    if (!row) throw new UdtError("invalid_session");
    return row;
  }

  async #byPassword(row: repository.UserRow, { caller, password, ip }: Proof): Promise<repository.UserRow> {
    const { database, audit, users } = this.#needs;
    const { user } = caller;
    if (password === undefined) throw new UdtError("password_required");
    const takeBack = users.throttle.takeSigned(row.email, ip, caller.session_hash);
    if (!(await isPassword(password, row.password_hash))) {
      await audit.write(database.db, { action: "user.proof_failed", user, ip, target: row.email });
      throw new UdtError("wrong_password");
    }
    takeBack();
    return row;
  }
}

/**
 * Holds who acts to the end of the transaction: what ends with their password or session is not changed after that has ended.
 * @param proved As they were when they proved who they are; the password may have been changed in the meantime.
 * @throws UdtError invalid_session
 */
export async function holdActing(
  tx: Queries,
  { user, session_hash }: Caller,
  proved?: repository.UserRow,
): Promise<repository.UserRow> {
  const held = await repository.holdUser(tx, user.user_id);
  const isSame = proved === undefined || held?.password_hash === proved.password_hash;
  if (!held || !isSame || (await repository.sessionBegin(tx, session_hash)) === null)
    throw new UdtError("invalid_session");
  return held;
}
