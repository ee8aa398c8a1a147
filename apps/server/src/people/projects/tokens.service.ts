import { UdtError } from "@udt/contract";
import type { ServerClock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database/database.ts";
import { PROJECT_TOKEN_PREFIX } from "../../platform/http/caller.ts";
import { hashSecret, newSecret } from "../../platform/ids.ts";
import type { AuditService } from "../audit/audit.service.ts";
import type { Proof, ProofService } from "../users/proof.service.ts";
import * as repository from "./tokens.repository.ts";

/** Of a token, by which people know it. */
export const SHOWN_CHARS = PROJECT_TOKEN_PREFIX.length + 6;
const TOKEN_NAME = "default";
/** Use is noted at most this often: not every call shall write. */
const NOTE_USE_EVERY_MS = 60_000;

/** Tokens by which programs act in one project. */
export class ProjectTokensService {
  readonly #database: Database;
  readonly #clock: ServerClock;
  readonly #audit: AuditService;
  readonly #proofs: ProofService;
  constructor(database: Database, clock: ServerClock, audit: AuditService, proofs: ProofService) {
    this.#proofs = proofs;
    this.#database = database;
    this.#clock = clock;
    this.#audit = audit;
  }

  async list(
    project_id: string,
  ): Promise<{ name: string; prefix: string; created_at: number; last_used_at: number | null }[]> {
    const rows = await repository.listTokens(this.#database.db, project_id);
    return rows.map(({ name, prefix, created_at, last_used_at }) => ({ name, prefix, created_at, last_used_at }));
  }

  /**
   * A new token in the place of the old, which ends, for who proves again who they are; only its hash is kept.
   * @throws UdtError project_confirm, and as {@link ProofService}
   */
  async reset(proof: Proof, project_id: string, confirm: string): Promise<{ token: string }> {
    if (confirm !== project_id) throw new UdtError("project_confirm");
    await this.#proofs.mustProve(proof);
    const actor = { user: proof.caller.user, ip: proof.ip };
    const token = `${PROJECT_TOKEN_PREFIX}${newSecret()}`;
    await this.#database.transaction(async (tx) => {
      await repository.replaceToken(tx, {
        project_id,
        name: TOKEN_NAME,
        token_hash: hashSecret(token),
        prefix: token.slice(0, SHOWN_CHARS),
        made_by: actor.user.user_id,
        created_at: this.#clock.now(),
        last_used_at: null,
      });
      await this.#audit.write(tx, { action: "project.token_reset", ...actor, project_id, target: project_id });
    });
    return { token };
  }

  /**
   * The project that a token acts in, and the user in whose name: who made it. It ends with their membership.
   * @returns undefined for what is no project's token
   */
  async find(token: string): Promise<{ project_id: string; user_id: string } | undefined> {
    if (!token.startsWith(PROJECT_TOKEN_PREFIX)) return undefined;
    const token_hash = hashSecret(token);
    const found = await repository.findToken(this.#database.db, token_hash);
    const now = this.#clock.now();
    const before = now - NOTE_USE_EVERY_MS;
    if (found && (found.last_used_at ?? 0) <= before)
      await repository.noteUse(this.#database.db, token_hash, now, before);
    return found;
  }
}
