import type { ServerClock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database/database.ts";
import { addressKey } from "../../platform/http/addresses.ts";
import type { AuditNote, AuditService } from "../audit/audit.service.ts";

const NOTED_ONCE_IN_MS = 60_000;
/** Of those that nobody knows, and of the others: strangers leave room for what a stolen key does. */
const NOTED_AT_MOST = { unknown: 60, known: 600 };

/** Why a key or a token was not let do what it asked for. */
export type FailedUseReason =
  | "unknown"
  | "wrong_secret"
  | "expired"
  | "user"
  | "scope"
  | "read_only"
  | "signed_in_only";

/** A use of an API key or a project's token that failed. */
export interface FailedUse extends Pick<AuditNote, "user" | "project_id" | "ip"> {
  by: "key" | "token";
  /** What it is known by; empty for one that is not known. */
  id: string;
  /** What its user called it. */
  name?: string;
  /** Whose it is, or what is known of it: never enough to be used. */
  target: string;
  reason: FailedUseReason;
}

/**
 * Tells the audit log of keys and tokens that failed: of each at each address once a minute, those that nobody knows as one,
 * and so many a minute in all. Who tries on and on fills no log with it.
 */
export class FailedUses {
  readonly #database: Database;
  readonly #clock: ServerClock;
  readonly #audit: AuditService;
  /** When each was noted, oldest first. */
  readonly #noted = { unknown: new Map<string, number>(), known: new Map<string, number>() };
  constructor(database: Database, clock: ServerClock, audit: AuditService) {
    this.#database = database;
    this.#clock = clock;
    this.#audit = audit;
  }

  async note({ by, id, name, target, reason, ...rest }: FailedUse): Promise<void> {
    const now = this.#clock.elapsed();
    const kind = id === "" ? "unknown" : "known";
    const noted = this.#noted[kind];
    for (const [key, time] of noted) {
      if (time > now - NOTED_ONCE_IN_MS) break;
      noted.delete(key);
    }
    const key = `${by} ${id} ${addressKey(rest.ip)}`;
    if (noted.has(key) || noted.size >= NOTED_AT_MOST[kind]) return;
    noted.set(key, now);
    const action = by === "key" ? "user.key_refused" : "project.token_refused";
    const detail = { reason, ...(name !== undefined && { name }) };
    await this.#audit.write(this.#database.db, { action, target, detail, ...rest });
  }
}
