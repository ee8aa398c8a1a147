import { LIMITS, UdtError, type DataOf, type ENDPOINTS, type NewCredential, type Passkey } from "@udt/contract";
import type { ServerClock } from "../../platform/clock.ts";
import type { Database, Queries } from "../../platform/database/database.ts";
import type { Actor, Caller } from "../../platform/http/caller.ts";
import { newId } from "../../platform/ids.ts";
import type { AuditService } from "../audit/audit.service.ts";
import { PASSKEY_ALGORITHMS, userHandleOf, type PasskeyCeremonies } from "./passkey-ceremonies.ts";
import * as repository from "./passkeys.repository.ts";
import { holdActing, type Proof, type ProofService } from "./proof.service.ts";
import { firstRecoveryCodes } from "./recovery-codes.ts";
import { settleSecondFactors } from "./second-factor.repository.ts";
import { updateUser } from "./users.repository.ts";

interface PasskeysNeeds {
  database: Database;
  clock: ServerClock;
  audit: AuditService;
  proofs: ProofService;
  ceremonies: PasskeyCeremonies;
}

/** What its owner is told of a passkey. */
export const passkeyInfo = ({ passkey_id, name, created_at, last_used_at, rp_id }: repository.PasskeyRow): Passkey => ({
  passkey_id,
  name,
  created_at,
  last_used_at,
  rp_id,
});

/** People's own passkeys: adding, naming and removing them. */
export class PasskeysService {
  readonly #needs: PasskeysNeeds;
  constructor(needs: PasskeysNeeds) {
    this.#needs = needs;
  }

  /**
   * What the browser makes a passkey by.
   * @throws UdtError password_required, wrong_password, sign_in_again, too_many_attempts, passkey_limit, passkeys_unavailable
   */
  async begin(proof: Proof): Promise<DataOf<typeof ENDPOINTS.passkeyBegin>> {
    const { database, proofs, ceremonies } = this.#needs;
    const { rp_id } = ceremonies.place;
    await proofs.mustProve(proof);
    const { user, session_hash } = proof.caller;
    await mustHaveRoom(database.db, user.user_id);
    const present = await repository.listPasskeys(database.db, user.user_id);
    const challenge = await ceremonies.challenge("add", session_hash);
    return {
      options: {
        challenge,
        rp: { id: rp_id, name: "UDT" },
        user: { id: userHandleOf(user.user_id), name: user.email || user.user_name, displayName: user.user_name },
        pubKeyCredParams: PASSKEY_ALGORITHMS.map((alg) => ({ alg, type: "public-key" })),
        timeout: LIMITS.passkey_challenge_ms,
        attestation: "none",
        excludeCredentials: present
          .filter((one) => one.rp_id === rp_id)
          .map(({ credential_id, transports }) => ({ id: credential_id, type: "public-key", transports })),
        authenticatorSelection: { residentKey: "required", requireResidentKey: true, userVerification: "required" },
      },
    };
  }

  /**
   * @returns the passkey, and recovery codes when there were none
   * @throws UdtError passkey_over, passkey_refused, passkey_exists, passkey_limit
   */
  async add(caller: Caller, given: { name: string; credential: NewCredential }, ip: string) {
    const { database, clock, audit, ceremonies } = this.#needs;
    const { user, session_hash } = caller;
    const challenge = await ceremonies.take("add", session_hash);
    const made = await ceremonies.verifyNew(given.credential, challenge);
    const { user_id } = user;
    const { name } = given;
    const row = { passkey_id: newId(), user_id, name, ...made, created_at: clock.now(), last_used_at: null };
    return database.transaction(async (tx) => {
      await holdActing(tx, caller);
      await mustHaveRoom(tx, user_id);
      if (!(await repository.insertPasskeyIfFree(tx, row))) throw new UdtError("passkey_exists");
      await updateUser(tx, user_id, { second_factor: true });
      const detail = { kind: "passkey", name };
      await audit.write(tx, { action: "second_factor.add", user, ip, target: user.email, detail });
      return { passkey: passkeyInfo(row), recovery_codes: await firstRecoveryCodes(tx, user_id) };
    });
  }

  /** @throws UdtError passkey_not_found */
  async rename({ user, ip }: Actor, passkey_id: string, name: string): Promise<Passkey> {
    const { database, audit } = this.#needs;
    return database.transaction(async (tx) => {
      const row = await repository.renamePasskey(tx, user.user_id, passkey_id, name);
      if (!row) throw new UdtError("passkey_not_found", { passkey_id });
      const detail = { kind: "passkey", passkey_id, name };
      await audit.write(tx, { action: "second_factor.rename", user, ip, target: user.email, detail });
      return passkeyInfo(row);
    });
  }

  /**
   * @returns what it was called
   * @throws UdtError password_required, wrong_password, sign_in_again, too_many_attempts, passkey_not_found
   */
  async remove(proof: Proof, passkey_id: string): Promise<string> {
    const { database, audit, proofs } = this.#needs;
    const { user } = proof.caller;
    const proved = await proofs.mustProve(proof);
    return database.transaction(async (tx) => {
      await holdActing(tx, proof.caller, proved);
      const gone = await repository.deletePasskey(tx, user.user_id, passkey_id);
      if (!gone) throw new UdtError("passkey_not_found", { passkey_id });
      await settleSecondFactors(tx, user.user_id);
      const detail = { kind: "passkey", name: gone.name };
      await audit.write(tx, { action: "second_factor.remove", user, ip: proof.ip, target: user.email, detail });
      return gone.name;
    });
  }
}

/** @throws UdtError passkey_limit */
async function mustHaveRoom(db: Queries, user_id: string): Promise<void> {
  const max = LIMITS.passkeys_max;
  if ((await repository.countPasskeys(db, user_id)) >= max) throw new UdtError("passkey_limit", { max });
}
