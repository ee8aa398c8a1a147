import Papa from "papaparse";
import { UdtError, type AccountFile } from "@udt/contract";
import type { ServerClock } from "../../platform/clock.ts";
import type { SecretBox } from "../../platform/crypto.ts";
import type { Database, Queries } from "../../platform/database/database.ts";
import type { Actor } from "../../platform/http/caller.ts";
import { newId } from "../../platform/ids.ts";
import type { ProjectContent } from "../../people/projects/project-deletion.service.ts";
import type { AuditService } from "../../people/audit/audit.service.ts";
import type { AssetUser, AssetUses } from "../uses.ts";
import * as repository from "./account-files.repository.ts";

/** The first line of every account file; documents call it the template. */
export const ACCOUNT_COLUMNS = ["account", "password", "extra"] as const;
/** With a byte order mark: spreadsheet programs take a file without one for another encoding. */
export const ACCOUNT_TEMPLATE = `\uFEFF${ACCOUNT_COLUMNS.join(",")}\r\n`;
const ACCOUNTS_MAX = 10_000;
/** How many of the jobs that use a file are named. */
const NAMED_JOBS = 10;

const placeOf = (account_file_id: string) => `account_file/${account_file_id}/content`;

export interface AccountFilesDependencies {
  database: Database;
  clock: ServerClock;
  secrets: SecretBox;
  audit: AuditService;
  uses: AssetUses;
}

/** Test accounts: files of them, encrypted, and which running test holds which account. */
export class AccountFilesService {
  readonly #needs: AccountFilesDependencies;

  constructor(needs: AccountFilesDependencies) {
    this.#needs = needs;
  }

  /** The rows go with their project. */
  readonly ofProject: ProjectContent = {
    count: async (db, project_id) => ({ account_files: await repository.countFiles(db, project_id) }),
  };

  async list(project_id: string, query: { keyword: string; page_num: number; page_size: number }) {
    const { rows, total } = await repository.listFiles(this.#needs.database.db, { project_id, ...query });
    const list = rows.map(await this.#answering(project_id, rows));
    return { list, total, page_num: query.page_num, page_size: query.page_size };
  }

  /** @throws UdtError account_file_not_found */
  async get(project_id: string, account_file_id: string): Promise<AccountFile> {
    const found = await repository.findFile(this.#needs.database.db, project_id, account_file_id);
    if (!found) throw new UdtError("account_file_not_found", { account_file_id });
    const answerOf = await this.#answering(project_id, [found]);
    return answerOf(found);
  }

  /** @throws UdtError account_file_changed, account_file_empty */
  async create(actor: Actor, project_id: string, wish: { name: string; content: string }): Promise<AccountFile> {
    const rows = readAccounts(wish.content);
    const account_file_id = newId();
    const now = this.#needs.clock.now();
    const file = {
      account_file_id,
      project_id,
      name: wish.name,
      columns: [...ACCOUNT_COLUMNS],
      account_count: rows.length,
      content: this.#seal(account_file_id, rows),
      user_id: actor.user.user_id,
      created_at: now,
      updated_at: now,
    };
    await this.#needs.database.transaction(async (tx) => {
      await repository.insertFile(tx, file);
      const detail = { accounts: rows.length };
      await this.#needs.audit.write(tx, {
        action: "account_file.create",
        ...actor,
        project_id,
        target: wish.name,
        detail,
      });
    });
    return this.get(project_id, account_file_id);
  }

  /**
   * Renames a file, and replaces its accounts when there are new ones.
   * @throws UdtError account_file_not_found, account_file_changed, account_file_empty, account_file_held
   */
  async update(
    actor: Actor,
    project_id: string,
    account_file_id: string,
    wish: { name: string; content?: string | undefined },
  ): Promise<AccountFile> {
    const rows = wish.content === undefined ? undefined : readAccounts(wish.content);
    await this.#needs.database.transaction(async (tx) => {
      const file = await repository.lockFile(tx, project_id, account_file_id);
      if (!file) throw new UdtError("account_file_not_found", { account_file_id });
      // Who holds an account holds its row: another account there would be handed to a test that goes on.
      if (rows) await this.#assertFree(tx, account_file_id);
      await repository.updateFile(tx, account_file_id, {
        name: wish.name,
        updated_at: this.#needs.clock.now(),
        ...(rows && { account_count: rows.length, content: this.#seal(account_file_id, rows) }),
      });
      const detail = { renamed: wish.name !== file.name, ...(rows && { accounts: rows.length }) };
      await this.#needs.audit.write(tx, {
        action: "account_file.edit",
        ...actor,
        project_id,
        target: file.name,
        detail,
      });
    });
    return this.get(project_id, account_file_id);
  }

  /** @throws UdtError account_file_not_found, account_file_used, account_file_held */
  async delete(actor: Actor, project_id: string, account_file_id: string): Promise<void> {
    await this.#needs.database.transaction(async (tx) => {
      const file = await repository.lockFile(tx, project_id, account_file_id);
      if (!file) throw new UdtError("account_file_not_found", { account_file_id });
      const users = await this.#needs.uses.usersOf(tx, project_id, "account_file", [account_file_id]);
      if (users.length > 0) throw new UdtError("account_file_used", { job_names: namesOf(users) });
      await this.#assertFree(tx, account_file_id);
      await repository.deleteFile(tx, account_file_id);
      await this.#needs.audit.write(tx, { action: "account_file.delete", ...actor, project_id, target: file.name });
    });
  }

  /**
   * Gives each wanted device of a test an account of its own, before any device is taken.
   * @throws UdtError account_file_not_found, account_shortage
   */
  async take(
    tx: Queries,
    of: { project_id: string; account_file_id: string; test_id: string; needed: number },
  ): Promise<void> {
    const { project_id, account_file_id, test_id, needed } = of;
    const file = await repository.lockFile(tx, project_id, account_file_id);
    if (!file) throw new UdtError("account_file_not_found", { account_file_id });
    const held = new Set(await repository.heldRows(tx, account_file_id));
    const free = Array.from({ length: file.account_count }, (_, row) => row).filter((row) => !held.has(row));
    if (free.length < needed) throw new UdtError("account_shortage", { free: free.length, needed });
    await repository.insertLeases(
      tx,
      free.slice(0, needed).map((row, device_seq) => ({ account_file_id, row, test_id, device_seq })),
    );
  }

  /** @throws UdtError account_file_held */
  async #assertFree(tx: Queries, account_file_id: string): Promise<void> {
    const held = await repository.heldRows(tx, account_file_id);
    if (held.length > 0) throw new UdtError("account_file_held", { count: held.length });
  }

  #seal(account_file_id: string, rows: string[][]): string {
    return this.#needs.secrets.seal(JSON.stringify(rows), placeOf(account_file_id));
  }

  /** How each of these is answered. */
  async #answering(
    project_id: string,
    rows: readonly repository.AccountFileListing[],
  ): Promise<(row: repository.AccountFileListing) => AccountFile> {
    const { database, uses } = this.#needs;
    const ids = rows.map(({ file }) => file.account_file_id);
    const users = await uses.usersOf(database.db, project_id, "account_file", ids);
    const usersOf = Map.groupBy(users, ({ asset_id }) => asset_id);
    return (row) => answerOf(row, usersOf.get(row.file.account_file_id) ?? []);
  }

  giveBack(tx: Queries, test_id: string): Promise<void> {
    return repository.deleteLeases(tx, test_id);
  }

  /** The account that a wanted device of a test has, by column name; null when it has none. */
  async of(test_id: string, device_seq: number): Promise<Record<string, string> | null> {
    const found = await repository.findLease(this.#needs.database.db, test_id, device_seq);
    if (!found) return null;
    const rows = JSON.parse(
      this.#needs.secrets.open(found.file.content, placeOf(found.file.account_file_id)),
    ) as string[][];
    const row = rows[found.row] ?? [];
    return Object.fromEntries(ACCOUNT_COLUMNS.map((column, index) => [column, row[index] ?? ""]));
  }
}

/** The accounts of a file. @throws UdtError account_file_changed, account_file_empty */
export function readAccounts(content: string): string[][] {
  const { data, errors } = Papa.parse<string[]>(content.replace(/^\uFEFF/, ""), { skipEmptyLines: "greedy" });
  const [head = [], ...rows] = data;
  const isTemplate =
    head.length === ACCOUNT_COLUMNS.length && ACCOUNT_COLUMNS.every((column, index) => head[index] === column);
  const isWhole = errors.every((error) => error.type === "Delimiter");
  if (!isTemplate || !isWhole || rows.some((row) => row.length > ACCOUNT_COLUMNS.length || (row[0] ?? "") === ""))
    throw new UdtError("account_file_changed");
  if (rows.length === 0) throw new UdtError("account_file_empty");
  if (rows.length > ACCOUNTS_MAX) throw new UdtError("account_file_changed");
  return rows;
}

const namesOf = (users: readonly AssetUser[]): string => {
  const rest = users.length - NAMED_JOBS;
  const named = users.slice(0, NAMED_JOBS).map(({ name }) => name);
  return [...named, ...(rest > 0 ? [`+${rest}`] : [])].join(", ");
};

function answerOf({ file, user_name, held }: repository.AccountFileListing, users: readonly AssetUser[]): AccountFile {
  return {
    account_file_id: file.account_file_id,
    name: file.name,
    columns: file.columns,
    account_count: file.account_count,
    free_count: Math.max(0, file.account_count - held),
    user_name,
    created_at: file.created_at,
    updated_at: file.updated_at,
    job_count: users.length,
    jobs: users.slice(0, NAMED_JOBS).map(({ job_id, name }) => ({ job_id, name })),
  };
}
