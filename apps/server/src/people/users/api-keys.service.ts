import { timingSafeEqual } from "node:crypto";
import { KEY_DAYS_DEFAULT, LIMITS, UdtError, type ApiKey, type BodyOf, type ENDPOINTS } from "@udt/contract";
import type { ServerClock } from "../../platform/clock.ts";
import type { Database, Queries } from "../../platform/database/database.ts";
import type { Actor, CallerKey, CallerProject, CallerUser } from "../../platform/http/caller.ts";
import { hashSecret, newSecret } from "../../platform/ids.ts";
import type { AuditService } from "../audit/audit.service.ts";
import * as keys from "./api-keys.repository.ts";
import type { FailedUseReason, FailedUses } from "./failed-use.service.ts";
import { holdActing, type Proof, type ProofService } from "./proof.service.ts";
import { refusalFor, type UsersService } from "./users.service.ts";

/** The key that the calls for a single one are about. */
export const DEFAULT_KEY_NAME = "default";
const DAY_MS = 86_400_000;
const SECRET_ID_LENGTH = 24;
/** Not every call shall write: a use is noted at most this often. */
const USED_AFTER_MS = 60_000;
/** Of an id that nobody knows: it may be a secret in the wrong place. */
const SHOWN_CHARS = 6;

type Wish = Omit<BodyOf<(typeof ENDPOINTS)["keyCreate"]>, "password">;

export interface ApiKeysDependencies {
  database: Database;
  clock: ServerClock;
  audit: AuditService;
  users: UsersService;
  proofs: ProofService;
  failedUses: FailedUses;
  projects: {
    /** @throws UdtError for who may not even look at the project */
    standing(user: CallerUser, project_id: string): Promise<CallerProject>;
    /** Makes sure that somebody belongs to it. @throws UdtError project_not_exists, user_not_in_project */
    holdPlace(tx: Queries, user: CallerUser, project_id: string): Promise<void>;
  };
}

/** The keys by which programs act as a user, each as far as it was given. */
export class ApiKeysService {
  readonly #needs: ApiKeysDependencies;
  constructor(needs: ApiKeysDependencies) {
    this.#needs = needs;
  }

  list(user_id: string): Promise<ApiKey[]> {
    return keys.listKeysOf(this.#needs.database.db, user_id);
  }

  /** How many keys of whomever are for one project alone; they go with it. */
  countFor(db: Queries, project_id: string): Promise<number> {
    return keys.countKeysFor(db, project_id);
  }

  /**
   * Makes a key for who proves again who they are. Only the hash of its secret is kept.
   * @throws UdtError as {@link ProofService}, and key_limit, key_name_exists, project_not_exists, user_not_in_project
   */
  async create(proof: Proof, wish: Wish): Promise<ApiKey & { secret_key: string }> {
    const { user } = proof.caller;
    // Before anything else, because it hides what there is from who must not know.
    if (wish.project_id !== null) await this.#needs.projects.standing(user, wish.project_id);
    const { secret_id, secret_key } = await this.#make(proof, wish, async (tx) => {
      if (await keys.findKeyOf(tx, user.user_id, wish.name)) throw new UdtError("key_name_exists", { name: wish.name });
      return "user.key_make";
    });
    const made = (await this.list(user.user_id)).find((key) => key.secret_id === secret_id);
    if (!made) throw new UdtError("key_not_found", { secret_id });
    return { ...made, secret_key };
  }

  /** @returns its name. @throws UdtError key_not_found */
  async delete({ user, ip }: Actor, secret_id: string): Promise<string> {
    const { database, audit, users } = this.#needs;
    const ended = await database.transaction(async (tx) => {
      const key = await keys.deleteKey(tx, user.user_id, secret_id);
      if (!key) throw new UdtError("key_not_found", { secret_id });
      await audit.write(tx, { action: "user.key_delete", user, ip, target: user.email, ...noteOf(key) });
      return key;
    });
    users.loginSessionEnded.emit(ended.secret_hash);
    return ended.name;
  }

  async default(user_id: string): Promise<Pick<ApiKey, "secret_id" | "created_at" | "last_used_at"> | null> {
    const key = await keys.findKeyOf(this.#needs.database.db, user_id, DEFAULT_KEY_NAME);
    return key ? { secret_id: key.secret_id, created_at: key.created_at, last_used_at: key.last_used_at } : null;
  }

  /** Makes the default key in place of the one before, whose sockets close. @throws UdtError as {@link ProofService}, and key_limit */
  async resetDefault(proof: Proof): Promise<{ secret_id: string; secret_key: string }> {
    const { user_id } = proof.caller.user;
    let before: keys.ApiKeyRow | undefined;
    const wish = {
      name: DEFAULT_KEY_NAME,
      project_id: null,
      access: "write",
      expires_in_days: KEY_DAYS_DEFAULT,
    } as const;
    const made = await this.#make(proof, wish, async (tx) => {
      before = await keys.findKeyOf(tx, user_id, DEFAULT_KEY_NAME);
      if (before) await keys.deleteKey(tx, user_id, before.secret_id);
      return "user.key_reset";
    });
    if (before) this.#needs.users.loginSessionEnded.emit(before.secret_hash);
    return made;
  }

  /** Whose a key is, and how far it goes. @throws UdtError invalid_session, key_expired */
  async authenticate(
    given: { secret_id: string; secret_key: string },
    ip: string,
  ): Promise<{ user: CallerUser; session_hash: string; key: CallerKey }> {
    const { database, clock } = this.#needs;
    const now = clock.now();
    const session_hash = hashSecret(given.secret_key);
    // NUL cannot be asked for.
    const found = given.secret_id.includes("\0")
      ? undefined
      : await keys.findKey(database.db, given.secret_id.toWellFormed());
    if (!found) {
      const target = given.secret_id === "" ? "" : `${given.secret_id.slice(0, SHOWN_CHARS)}…`;
      await this.#needs.failedUses.note({ by: "key", id: "", target, ip, reason: "unknown" });
      throw new UdtError("invalid_session");
    }
    const { key } = found;
    const who = {
      user: {
        ...this.#needs.users.caller(found.user),
        by_key: key.name,
        ...(key.project_id !== null && { for_one_project: true as const }),
      },
      session_hash,
      key: { secret_id: key.secret_id, name: key.name, project_id: key.project_id, access: key.access },
    };
    if (!timingSafeEqual(Buffer.from(key.secret_hash), Buffer.from(session_hash))) {
      // Whoever it was knows no more than the key's id.
      const about = { id: key.secret_id, name: key.name, target: who.user.email };
      await this.#needs.failedUses.note({ by: "key", ...about, ip, reason: "wrong_secret" });
      throw new UdtError("invalid_session");
    }
    const isOver = key.expires_at !== null && key.expires_at <= now;
    if (isOver || refusalFor(found.user, now) !== undefined) {
      await this.noteFailure(who, ip, isOver ? "expired" : "user");
      throw new UdtError(isOver ? "key_expired" : "invalid_session");
    }
    const before = now - USED_AFTER_MS;
    if ((key.last_used_at ?? 0) <= before) await keys.noteUse(database.db, key.secret_id, now, before);
    return who;
  }

  /** Tells the audit log that a key was refused what it is good for to nobody, or not to this extent. */
  async noteFailure(
    { user, key }: { user: CallerUser; key: CallerKey },
    ip: string,
    reason: FailedUseReason,
  ): Promise<void> {
    const about = { id: key.secret_id, name: key.name, target: user.email, project_id: key.project_id ?? "" };
    await this.#needs.failedUses.note({ by: "key", ...about, user, ip, reason });
  }

  async #make(
    proof: Proof,
    { name, project_id, access, expires_in_days }: Wish,
    prepare: (tx: Queries) => Promise<"user.key_make" | "user.key_reset">,
  ): Promise<{ secret_id: string; secret_key: string }> {
    const { database, audit, clock, proofs, projects } = this.#needs;
    const { user } = proof.caller;
    const proved = await proofs.mustProve(proof);
    const secret_id = newSecret().replace(/[-_]/g, "").slice(0, SECRET_ID_LENGTH);
    const secret_key = newSecret();
    const created_at = clock.now();
    const key: keys.ApiKeyRow = {
      secret_id,
      user_id: user.user_id,
      name,
      project_id,
      access,
      secret_hash: hashSecret(secret_key),
      created_at,
      expires_at: expires_in_days === null ? null : created_at + expires_in_days * DAY_MS,
      last_used_at: null,
    };
    await database.transaction(async (tx) => {
      if (project_id !== null) await projects.holdPlace(tx, user, project_id);
      await holdActing(tx, proof.caller, proved);
      const action = await prepare(tx);
      if ((await keys.countKeysOf(tx, user.user_id)) >= LIMITS.api_keys_max)
        throw new UdtError("key_limit", { max: LIMITS.api_keys_max });
      await keys.insertKey(tx, key);
      await audit.write(tx, { action, user, ip: proof.ip, target: user.email, ...noteOf(key) });
    });
    return { secret_id, secret_key };
  }
}

/** What the audit log keeps of a key that is made or deleted. */
function noteOf({ name, secret_id, project_id, access, expires_at }: keys.ApiKeyRow) {
  return { project_id: project_id ?? "", detail: { name, secret_id, access, expires_at: expires_at ?? "never" } };
}
