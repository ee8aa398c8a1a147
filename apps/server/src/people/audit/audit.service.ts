import type { AuditAction, AuditEntry } from "@udt/contract";
import type { ServerClock } from "../../platform/clock.ts";
import type { Database, Queries } from "../../platform/database/database.ts";
import { storable } from "@udt/base";
import type { CallerUser } from "../../platform/http/caller.ts";
import * as repository from "./audit.repository.ts";

export interface AuditNote {
  action: AuditAction;
  /** Who did it; nobody when nobody was signed in. */
  user?: Pick<CallerUser, "user_id" | "user_name">;
  /** The address that the call came from. */
  ip: string;
  project_id?: string;
  /** What it was done to, by the name that people know it by. */
  target?: string;
  detail?: Record<string, string | number | boolean>;
}

/** Keeps who did what, when, and from where. */
export class AuditService {
  readonly #database: Database;
  readonly #clock: ServerClock;
  constructor(database: Database, clock: ServerClock) {
    this.#database = database;
    this.#clock = clock;
  }

  /** Writes an entry; in the transaction of the action it is about, so that neither is there without the other. */
  async write(db: Queries, note: AuditNote): Promise<void> {
    await repository.insertEntry(db, {
      time: this.#clock.now(),
      action: note.action,
      user_id: note.user?.user_id ?? "",
      user_name: note.user?.user_name ?? "",
      ip: note.ip,
      project_id: note.project_id ?? "",
      target: storable(note.target ?? ""),
      detail: Object.fromEntries(
        Object.entries(note.detail ?? {}).map(([name, value]) => [
          name,
          typeof value === "string" ? storable(value) : value,
        ]),
      ),
    });
  }

  async list(query: {
    keyword: string;
    action?: AuditAction | undefined;
    project_id?: string | undefined;
    page_num: number;
    page_size: number;
  }): Promise<{ list: AuditEntry[]; total: number; page_num: number; page_size: number }> {
    const { rows, total } = await repository.listEntries(this.#database.db, {
      ...query,
      action: query.action,
      project_id: query.project_id,
    });
    return { list: rows, total, page_num: query.page_num, page_size: query.page_size };
  }
}
