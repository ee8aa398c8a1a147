import { UdtError, type Credential } from "@udt/contract";
import type { ServerClock } from "../../platform/clock.ts";
import type { SecretBox } from "../../platform/crypto.ts";
import type { Database, Queries } from "../../platform/database/database.ts";
import { brokenConstraint } from "../../platform/database/violations.ts";
import type { Actor } from "../../platform/http/caller.ts";
import { newId } from "../../platform/ids.ts";
import type { AuditService } from "../../people/audit/audit.service.ts";
import type { AssetUser, AssetUses } from "../uses.ts";
import * as repository from "./credentials.repository.ts";

const placeOf = (credential_id: string) => `credential/${credential_id}/password`;

/** Uses that the refusal to delete a credential names; its list has all. */
const NAMED_USES = 6;

export interface CredentialsDependencies {
  database: Database;
  clock: ServerClock;
  secrets: SecretBox;
  audit: AuditService;
  uses: AssetUses;
}

/** Names and passwords that a project keeps. What is put in comes out only for the agent that needs it. */
export class CredentialsService {
  readonly #needs: CredentialsDependencies;

  constructor(needs: CredentialsDependencies) {
    this.#needs = needs;
  }

  async list(project_id: string, query: { keyword: string; page_num: number; page_size: number }) {
    const { rows, total } = await repository.listCredentials(this.#needs.database.db, { project_id, ...query });
    const list = await this.#answers(this.#needs.database.db, project_id, rows);
    return { list, total, page_num: query.page_num, page_size: query.page_size };
  }

  /** @throws UdtError credential_name_exists */
  async create(
    actor: Actor,
    project_id: string,
    wish: { name: string; username: string; password: string },
  ): Promise<Credential> {
    const credential_id = newId();
    const now = this.#needs.clock.now();
    const row = {
      credential_id,
      project_id,
      name: wish.name,
      username: wish.username,
      password: this.#needs.secrets.seal(wish.password, placeOf(credential_id)),
      user_id: actor.user.user_id,
      created_at: now,
      updated_at: now,
    };
    await this.#named(wish.name, () =>
      this.#needs.database.transaction(async (tx) => {
        await repository.insertCredential(tx, row);
        await this.#needs.audit.write(tx, { action: "credential.create", ...actor, project_id, target: wish.name });
      }),
    );
    return this.get(project_id, credential_id);
  }

  /**
   * Without a password it keeps the one it has, but not for another user name: what was typed for one is not tried for another.
   * @throws UdtError credential_not_found, credential_name_exists, invalid_param
   */
  async update(
    actor: Actor,
    project_id: string,
    credential_id: string,
    wish: { name: string; username: string; password?: string | undefined },
  ): Promise<Credential> {
    await this.#named(wish.name, () =>
      this.#needs.database.transaction(async (tx) => {
        const before = await repository.lockCredential(tx, project_id, credential_id, "update");
        if (!before) throw new UdtError("credential_not_found", { credential_id });
        const { name, username, password } = wish;
        if (password === undefined && username !== before.username) {
          throw new UdtError("invalid_param", { field: "password", rule: "credential_password_required" });
        }
        await repository.updateCredential(tx, credential_id, {
          name,
          username,
          ...(password !== undefined && { password: this.#needs.secrets.seal(password, placeOf(credential_id)) }),
          updated_at: this.#needs.clock.now(),
        });
        const detail = {
          renamed: name !== before.name,
          username: username !== before.username,
          password: password !== undefined,
        };
        await this.#needs.audit.write(tx, {
          action: "credential.edit",
          ...actor,
          project_id,
          target: before.name,
          detail,
        });
      }),
    );
    return this.get(project_id, credential_id);
  }

  /** @throws UdtError credential_not_found, credential_used */
  async delete(actor: Actor, project_id: string, credential_id: string): Promise<void> {
    await this.#needs.database.transaction(async (tx) => {
      const row = await repository.lockCredential(tx, project_id, credential_id, "update");
      if (!row) throw new UdtError("credential_not_found", { credential_id });
      const found = await repository.findCredential(tx, project_id, credential_id);
      const [{ uses } = { uses: [] }] = await this.#answers(tx, project_id, found ? [found] : []);
      const users = uses.slice(0, NAMED_USES).map(({ name }) => name);
      if (users.length > 0) throw new UdtError("credential_used", { name: row.name, users: users.join(", ") });
      await repository.releaseFromDeleted(tx, credential_id);
      await repository.deleteCredential(tx, credential_id);
      await this.#needs.audit.write(tx, { action: "credential.delete", ...actor, project_id, target: row.name });
    });
  }

  /** Keeps it from being deleted to the end of the transaction. @throws UdtError credential_not_found */
  async hold(tx: Queries, project_id: string, credential_id: string): Promise<void> {
    const row = await repository.lockCredential(tx, project_id, credential_id, "key share");
    if (!row) throw new UdtError("credential_not_found", { credential_id });
  }

  /** What it is for. @throws UdtError credential_not_found */
  async open(project_id: string, credential_id: string): Promise<{ username: string; password: string }> {
    const found = await repository.findCredential(this.#needs.database.db, project_id, credential_id);
    if (!found) throw new UdtError("credential_not_found", { credential_id });
    const { username, password } = found.credential;
    return { username, password: this.#needs.secrets.open(password, placeOf(credential_id)) };
  }

  /** @throws UdtError credential_not_found */
  async get(project_id: string, credential_id: string): Promise<Credential> {
    const found = await repository.findCredential(this.#needs.database.db, project_id, credential_id);
    const [answer] = await this.#answers(this.#needs.database.db, project_id, found ? [found] : []);
    if (!answer) throw new UdtError("credential_not_found", { credential_id });
    return answer;
  }

  /** With everything that uses each, libraries first. */
  async #answers(
    db: Queries,
    project_id: string,
    rows: readonly repository.CredentialListing[],
  ): Promise<Credential[]> {
    const ids = rows.map(({ credential }) => credential.credential_id);
    const users = await this.#needs.uses.usersOf(db, project_id, "credential", ids);
    const usersOf = Map.groupBy(users, ({ asset_id }) => asset_id);
    return rows.map((row) => answerOf(row, usersOf.get(row.credential.credential_id) ?? []));
  }

  async #named<T>(name: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (brokenConstraint(error)?.name === "credentials_name") throw new UdtError("credential_name_exists", { name });
      throw error;
    }
  }
}

const answerOf = (
  { credential, user_name, uses }: repository.CredentialListing,
  users: readonly AssetUser[],
): Credential => ({
  credential_id: credential.credential_id,
  name: credential.name,
  username: credential.username,
  user_name,
  created_at: credential.created_at,
  updated_at: credential.updated_at,
  uses: [...uses, ...users.map(({ job_id, name }) => ({ kind: "job" as const, id: job_id, name }))],
});
