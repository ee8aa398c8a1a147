import { LIMITS, UdtError, type DataOf, type ENDPOINTS, type ShownCredential } from "@udt/contract";
import { Attempts } from "../../platform/attempts.ts";
import type { ServerClock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database/database.ts";
import { addressKey } from "../../platform/http/addresses.ts";
import type { Origin } from "../../platform/http/caller.ts";
import { hashSecret, newSecret } from "../../platform/ids.ts";
import type { AuditService } from "../audit/audit.service.ts";
import type { PasskeyCeremonies } from "./passkey-ceremonies.ts";
import * as repository from "./passkeys.repository.ts";
import type { LoginSessionStart, UsersService } from "./users.service.ts";

const BEGINNINGS_PER_ADDRESS = 100;

interface PasskeySignInNeeds {
  database: Database;
  clock: ServerClock;
  audit: AuditService;
  users: UsersService;
  ceremonies: PasskeyCeremonies;
}

/** Signing in with a passkey alone: the device is one step, and what unlocks it the other. */
export class PasskeySignIn {
  readonly #needs: PasskeySignInNeeds;
  readonly #beginnings: Attempts;
  constructor(needs: PasskeySignInNeeds) {
    this.#needs = needs;
    this.#beginnings = new Attempts(needs.clock, BEGINNINGS_PER_ADDRESS);
  }

  /**
   * What the browser asks for a passkey by, whosever, and the secret that it keeps meanwhile.
   * @throws UdtError too_many_attempts, passkeys_unavailable
   */
  async begin(ip: string): Promise<DataOf<typeof ENDPOINTS.passkeySignInBegin> & { browser: string }> {
    const { ceremonies } = this.#needs;
    const { rp_id } = ceremonies.place;
    this.#beginnings.take(addressKey(ip));
    const browser = newSecret();
    const challenge = await ceremonies.challenge("sign_in", hashSecret(browser));
    const timeout = LIMITS.passkey_challenge_ms;
    return { browser, options: { challenge, rpId: rp_id, timeout, userVerification: "required" } };
  }

  /**
   * Refused ones count as wrong passwords do. One that is not known is refused as one whose signature is wrong: only who
   * has the passkey learns that the account waits, expired or is disabled.
   * @param browser The secret that {@link begin} gave this browser.
   * @throws UdtError passkey_over, passkey_refused, too_many_attempts, and as a sign-in with a password
   */
  async finish(
    credential: ShownCredential,
    browser: string | undefined,
    origin: Origin,
    oldToken: string | undefined,
  ): Promise<LoginSessionStart> {
    const { database, clock, audit, users, ceremonies } = this.#needs;
    if (browser === undefined || browser === "") throw new UdtError("passkey_over");
    const challenge = await ceremonies.take("sign_in", hashSecret(browser));
    const takeBack = users.throttle.takePasskey(credential.id, origin.ip);
    const found = await repository.findPasskey(database.db, credential.id);
    try {
      if (!found) throw new UdtError("passkey_refused");
      const { passkey } = found;
      const sign_count = await ceremonies.verifyShown(passkey, credential, challenge);
      const started = await users.startSession(passkey.user_id, origin, oldToken, {
        detail: { kind: "passkey" },
        prove: async (tx) => {
          const use = { sign_count, last_used_at: clock.now() };
          if (!(await repository.usePasskey(tx, passkey, use))) throw new UdtError("passkey_refused");
        },
      });
      takeBack();
      return started;
    } catch (error) {
      const reason = error instanceof UdtError ? error.code : "internal";
      if (reason !== "passkey_refused") takeBack();
      const detail = { reason, kind: "passkey" };
      await audit.write(database.db, {
        action: "user.login_failed",
        ip: origin.ip,
        target: found?.email ?? "",
        detail,
      });
      throw error;
    }
  }
}
