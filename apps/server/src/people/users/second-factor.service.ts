import { randomBytes } from "node:crypto";
import { LIMITS, UdtError, type SecondStepMethod } from "@udt/contract";
import { Attempts } from "../../platform/attempts.ts";
import type { ServerClock } from "../../platform/clock.ts";
import type { SecretBox } from "../../platform/crypto.ts";
import type { Database, Queries } from "../../platform/database/database.ts";
import type { Caller, Origin } from "../../platform/http/caller.ts";
import { hashSecret } from "../../platform/ids.ts";
import type { AuditService } from "../audit/audit.service.ts";
import type { PasskeyPlace } from "./passkey-place.ts";
import { listPasskeys } from "./passkeys.repository.ts";
import { passkeyInfo } from "./passkeys.service.ts";
import { holdActing, type ProofService } from "./proof.service.ts";
import { firstRecoveryCodes, newRecoveryCodes } from "./recovery-codes.ts";
import * as factors from "./second-factor.repository.ts";
import { acceptedStep, base32 } from "./totp.ts";
import * as repository from "./users.repository.ts";
import type { LoginSessionStart, UsersService } from "./users.service.ts";

const FIRST_CODES_PER_USER = 10;
/** RFC 4226 §4 recommends 160 bits. */
const SECRET_BYTES = 20;
/** Of one account from wherever: six digits are guessed sooner than a password. */
const WRONG_CODES_PER_USER = 10;

export interface SecondFactorNeeds {
  database: Database;
  clock: ServerClock;
  audit: AuditService;
  users: UsersService;
  secrets: SecretBox;
  proofs: ProofService;
  passkeyPlace: () => PasskeyPlace | undefined;
}

const place = (user_id: string) => `totp/${user_id}`;
/** As people type it: blanks, hyphens and case are theirs. */
const normalCode = (code: string) =>
  code
    .normalize("NFKC")
    .replace(/[\s\p{Pd}]/gu, "")
    .toUpperCase();

/** What people prove themselves by beside their password: setting it up, and the second step of a sign-in. */
export class SecondFactorService {
  readonly #needs: SecondFactorNeeds;
  readonly #firstCodes: Attempts;
  readonly #codes: Attempts;
  constructor(needs: SecondFactorNeeds) {
    this.#needs = needs;
    this.#firstCodes = new Attempts(needs.clock, FIRST_CODES_PER_USER);
    this.#codes = new Attempts(needs.clock, WRONG_CODES_PER_USER);
  }

  async mine(user_id: string) {
    const { db } = this.#needs.database;
    const totp = await factors.findTotp(db, user_id);
    return {
      totp: factors.isSetUp(totp) ? { created_at: totp.confirmed_at, last_used_at: totp.last_used_at } : null,
      passkeys: (await listPasskeys(db, user_id)).map(passkeyInfo),
      recovery_codes_left: await factors.countRecoveryCodes(db, user_id),
    };
  }

  /** @throws UdtError password_required, wrong_password, sign_in_again, too_many_attempts, second_factor_exists */
  async beginTotp(caller: Caller, password: string | undefined, ip: string) {
    const { database, clock, secrets, proofs } = this.#needs;
    const { user_id, email, user_name } = caller.user;
    const proved = await proofs.mustProve({ caller, password, ip });
    const secret = randomBytes(SECRET_BYTES);
    const secret_sealed = secrets.seal(secret.toString("base64url"), place(user_id));
    await database.transaction(async (tx) => {
      await holdActing(tx, caller, proved);
      if (factors.isSetUp(await factors.findTotp(tx, user_id))) throw new UdtError("second_factor_exists");
      await factors.putTotp(tx, { user_id, secret_sealed, created_at: clock.now() });
    });
    const secret_key = base32(secret);
    const label = encodeURIComponent(`UDT:${email || user_name}`);
    return {
      secret_key,
      totp_url: `otpauth://totp/${label}?${new URLSearchParams({ secret: secret_key, issuer: "UDT" })}`,
    };
  }

  /** @returns recovery codes, when there were none. @throws UdtError second_step_code, totp_not_begun, too_many_attempts */
  async confirmTotp(caller: Caller, code: string, ip: string): Promise<{ recovery_codes: string[] }> {
    const { database, clock, audit } = this.#needs;
    const { user } = caller;
    const takeBack = this.#firstCodes.take(user.user_id);
    const made = await database.transaction(async (tx) => {
      await holdActing(tx, caller);
      const totp = await factors.findTotp(tx, user.user_id);
      const now = clock.now();
      if (!totp?.secret_sealed || totp.confirmed_at || totp.created_at <= now - LIMITS.second_factor_setup_ms)
        throw new UdtError("totp_not_begun");
      if (!(await this.#takeTotp(tx, totp, normalCode(code), { confirmed_at: now })))
        throw new UdtError("second_step_code");
      await repository.updateUser(tx, user.user_id, { second_factor: true });
      await audit.write(tx, { action: "second_factor.add", user, ip, target: user.email, detail: { kind: "totp" } });
      return firstRecoveryCodes(tx, user.user_id);
    });
    takeBack();
    return { recovery_codes: made };
  }

  /** @throws UdtError password_required, wrong_password, sign_in_again, too_many_attempts, second_factor_missing */
  async removeTotp(caller: Caller, password: string | undefined, ip: string): Promise<void> {
    const { database, audit, proofs } = this.#needs;
    const { user } = caller;
    const proved = await proofs.mustProve({ caller, password, ip });
    await database.transaction(async (tx) => {
      await holdActing(tx, caller, proved);
      if (!(await factors.deleteTotp(tx, user.user_id))) throw new UdtError("second_factor_missing");
      await factors.settleSecondFactors(tx, user.user_id);
      await audit.write(tx, { action: "second_factor.remove", user, ip, target: user.email, detail: { kind: "totp" } });
    });
  }

  /** @throws UdtError password_required, wrong_password, sign_in_again, too_many_attempts, second_factor_missing */
  async remakeRecoveryCodes(caller: Caller, password: string | undefined, ip: string) {
    const { database, audit, proofs } = this.#needs;
    const { user } = caller;
    const proved = await proofs.mustProve({ caller, password, ip });
    const recovery_codes = await database.transaction(async (tx) => {
      const held = await holdActing(tx, caller, proved);
      if (!held.second_factor) throw new UdtError("second_factor_missing");
      await audit.write(tx, { action: "second_factor.recovery_codes", user, ip, target: user.email });
      return newRecoveryCodes(tx, user.user_id);
    });
    return { recovery_codes };
  }

  /** By what the sign-in of this cookie may be finished. @throws UdtError second_step_over */
  async pending(
    token: string | undefined,
  ): Promise<{ methods: SecondStepMethod[]; passkey: boolean; expires_at: number }> {
    const { user, step } = await this.#stepOf(token);
    const mine = await this.mine(user.user_id);
    const methods: SecondStepMethod[] = [
      ...(mine.totp ? (["totp"] as const) : []),
      ...(mine.recovery_codes_left > 0 ? (["recovery"] as const) : []),
    ];
    const rp_id = this.#needs.passkeyPlace()?.rp_id;
    const passkey = mine.passkeys.some((one) => one.rp_id === rp_id);
    return { methods, passkey, expires_at: step.expires_at };
  }

  /**
   * Finishes a sign-in by a code. Wrong ones count as wrong passwords do, and few of one account are taken from all addresses.
   * @throws UdtError second_step_over, second_step_code, too_many_attempts, and as a sign-in with a password
   */
  async finish(
    token: string | undefined,
    given: { method: SecondStepMethod; code: string },
    origin: Origin,
    oldToken: string | undefined,
  ): Promise<LoginSessionStart> {
    const { database, audit, users } = this.#needs;
    const { user, step } = await this.#stepOf(token);
    const undo = [
      await users.throttle.take(user.email || user.user_id, origin.ip),
      // Recovery codes are too long to be guessed: who tries the others out keeps nobody from them.
      ...(given.method === "totp" ? [this.#codes.take(user.user_id)] : []),
    ];
    const takeBack = () => undo.forEach((each) => each());
    try {
      const started = await users.startSession(user.user_id, origin, oldToken, {
        detail: { kind: step.kind, second: given.method },
        prove: async (tx) => {
          if (!(await factors.takePendingStep(tx, step.step_hash))) throw new UdtError("second_step_over");
          if (!(await this.#isRight(tx, user.user_id, given))) throw new UdtError("second_step_code");
        },
      });
      takeBack();
      return started;
    } catch (error) {
      if (!(error instanceof UdtError) || error.code !== "second_step_code") {
        takeBack();
        throw error;
      }
      const detail = { reason: error.code, second: given.method };
      await audit.write(database.db, { action: "user.login_failed", ip: origin.ip, target: user.email, detail });
      throw error;
    }
  }

  async #stepOf(token: string | undefined) {
    const { database, clock } = this.#needs;
    const found = token ? await factors.findStep(database.db, hashSecret(token), clock.now()) : undefined;
    if (!found) throw new UdtError("second_step_over");
    return found;
  }

  async #isRight(tx: Queries, user_id: string, given: { method: SecondStepMethod; code: string }): Promise<boolean> {
    const code = normalCode(given.code);
    if (given.method === "recovery") return factors.takeRecoveryCode(tx, user_id, hashSecret(code));
    const totp = await factors.findTotp(tx, user_id);
    return factors.isSetUp(totp) ? this.#takeTotp(tx, totp, code, {}) : false;
  }

  async #takeTotp(
    tx: Queries,
    totp: factors.TotpRow,
    code: string,
    change: Partial<factors.TotpRow>,
  ): Promise<boolean> {
    const now = this.#needs.clock.now();
    const secret = Buffer.from(this.#needs.secrets.open(totp.secret_sealed, place(totp.user_id)), "base64url");
    const step = acceptedStep(secret, code, now);
    return step !== undefined && factors.takeStep(tx, totp.user_id, step, { last_used_at: now, ...change });
  }
}
