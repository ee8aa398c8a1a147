import { z } from "zod";
import type { Bus } from "../../platform/bus.ts";
import type { ServerClock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database/database.ts";
import type { CallerUser } from "../../platform/http/caller.ts";
import type { AuditService } from "../audit/audit.service.ts";
import * as repository from "./settings.repository.ts";

const NOTICE = "notice";
const notice = z.object({ text: z.string(), level: z.enum(["info", "warning"]) });
export type Notice = z.output<typeof notice> & { updated_at: number };

/** The administrators' announcement to everybody. */
export class NoticeService {
  readonly #database: Database;
  readonly #bus: Bus;
  readonly #clock: ServerClock;
  readonly #audit: AuditService;
  constructor(database: Database, bus: Bus, clock: ServerClock, audit: AuditService) {
    this.#database = database;
    this.#bus = bus;
    this.#clock = clock;
    this.#audit = audit;
  }

  async get(): Promise<Notice | null> {
    const found = await repository.findSetting(this.#database.db, NOTICE);
    return found ? { ...notice.parse(found.value), updated_at: found.updated_at } : null;
  }

  /** An empty text removes it. */
  async set(by: CallerUser, given: z.output<typeof notice>, ip: string): Promise<Notice | null> {
    // A lone surrogate has no place in a PostgreSQL document.
    const value = { text: given.text.toWellFormed(), level: given.level };
    const updated_at = this.#clock.now();
    await this.#bus.transaction(async (tx, announce) => {
      if (value.text === "") await repository.deleteSetting(tx, NOTICE);
      else await repository.putSetting(tx, { name: NOTICE, value, updated_at });
      await this.#audit.write(tx, {
        action: "announcement.set",
        user: by,
        ip,
        target: value.text,
        detail: { level: value.level },
      });
      announce(null, { type: "notice.changed" });
    });
    return value.text === "" ? null : { ...value, updated_at };
  }
}
