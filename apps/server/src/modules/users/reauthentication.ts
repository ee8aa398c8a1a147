import { LIMITS, UdtError } from "@udt/contract";
import { Attempts } from "../../platform/attempts.ts";
import type { ServerClock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database/database.ts";
import type { Caller } from "../../platform/http/caller.ts";
import { isPassword } from "./passwords.ts";
import * as repository from "./users.repository.ts";

const TRIES_PER_USER = 10;

/** Asks once more who somebody is, before they change what they sign in by. */
export class Reauthentication {
  readonly #database: Database;
  readonly #clock: ServerClock;
  readonly #tries: Attempts;
  constructor(database: Database, clock: ServerClock) {
    this.#database = database;
    this.#clock = clock;
    this.#tries = new Attempts(clock, TRIES_PER_USER);
  }

  /**
   * By the password; who has none here, because a provider proves who they are, must have signed in a moment ago.
   * @throws UdtError wrong_password, sign_in_again, too_many_attempts
   */
  async mustProve({ user, session_hash }: Pick<Caller, "user" | "session_hash">, password = ""): Promise<void> {
    const { db } = this.#database;
    const row = await repository.findUser(db, user.user_id);
    if (!row) throw new UdtError("invalid_session");
    if (row.password_hash === "") {
      const begun = await repository.sessionBegin(db, session_hash);
      if (begun !== null && begun > this.#clock.now() - LIMITS.second_factor_setup_ms) return;
      throw new UdtError("sign_in_again", { minutes: LIMITS.second_factor_setup_ms / 60_000 });
    }
    const takeBack = this.#tries.take(user.user_id);
    if (!(await isPassword(password, row.password_hash))) throw new UdtError("wrong_password");
    takeBack();
  }
}
