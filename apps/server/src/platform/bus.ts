/** What changed, told to whom it concerns: an outbox table that is written with the change and read by every server. */
import { and, asc, gt, inArray, isNull, lt, max, min, or, sql } from "./database/sql.ts";
import { Emitter, Rounds, type Unsubscribe } from "@udt/base";
import type { ConsoleEvent } from "@udt/contract";
import { every, type ServerClock } from "./clock.ts";
import { events } from "./database/core.schema.ts";
import type { Database, Queries } from "./database/database.ts";

type Without<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;
export type EventPayload = Without<Exclude<ConsoleEvent, { type: "tick" | "resync" }>, "event_id">;
/** `project_id` null: of interest to every project; of one person alone it is {@link personal}. */
export interface BusEvent {
  event_id: number;
  project_id: string | null;
  payload: EventPayload;
}
/** Whether somebody may have lost access to the project by it: who has something open there is judged anew. */
export const changesAccess = ({ payload }: BusEvent): boolean =>
  payload.type === "member.changed" || payload.type === "project.changed";
/** Who hears of what is the platform's own, and no project's: programs alone, as no project has this id. */
const PLATFORM_ONLY = "";
/** Who hears of what is in this project, or with null of the platform's own. */
export const audienceOf = ({ project_id }: { project_id: string | null }): string => project_id ?? PLATFORM_ONLY;
/** Who hears of what concerns one person alone: they, wherever they are. No project has such an id. */
export const personal = (user_id: string): string => `@${user_id}`;
export type Announce = (project_id: string | null, payload: EventPayload) => void;

export interface Bus {
  /** One transaction whose announced events are written with it, and are told once it is committed. */
  transaction<T>(work: (tx: Queries, announce: Announce) => Promise<T>): Promise<T>;
  /** Hears every event of every server, in order. */
  subscribe(listener: (event: BusEvent) => void): Unsubscribe;
  /** What a console missed after `event_id` of its project's, its person's and everybody's; undefined when that is no longer known. */
  since(audiences: readonly string[], event_id: number): Promise<BusEvent[] | undefined>;
  /** The newest event that subscribers have heard. */
  readonly last_event_id: number;
  /** How many events are written that subscribers have not heard yet. */
  lag(): Promise<number>;
  close(): Promise<void>;
}

const CHANNEL = "udt_events";
/** Events get their ids while they hold this lock to the end of their transaction, so that ids appear in order. */
const ORDER_LOCK = 0x75647401;
const KEPT_MS = 3_600_000;
const PRUNE_MS = 600_000;
const MISSED_MAX = 500;
/** After a reading that failed. */
const RETRY_MS = 1_000;

export async function startBus(
  database: Database,
  clock: ServerClock,
  onError: (error: unknown) => void,
): Promise<Bus> {
  const [newest] = await database.db.select({ event_id: max(events.event_id) }).from(events);
  const bus = new OutboxBus(database, clock, onError, newest?.event_id ?? 0);
  await bus.listen();
  return bus;
}

class OutboxBus implements Bus {
  readonly #database: Database;
  readonly #clock: ServerClock;
  readonly #rounds: Rounds;
  readonly #heard = new Emitter<BusEvent>();
  readonly #closers: (() => unknown)[];
  #cancelRetry = () => {};
  #last: number;

  constructor(database: Database, clock: ServerClock, onError: (error: unknown) => void, last: number) {
    this.#database = database;
    this.#clock = clock;
    this.#last = last;
    this.#rounds = new Rounds(
      () => this.#read(),
      (error) => {
        onError(error);
        // What was announced is told all the same, though nobody may announce anything more.
        this.#cancelRetry();
        this.#cancelRetry = clock.at(clock.now() + RETRY_MS, () => this.#rounds.wake());
      },
    );
    this.#closers = [every(clock, PRUNE_MS, () => this.#prune().catch(onError))];
  }

  /** Other servers tell that they wrote something. */
  async listen(): Promise<void> {
    const listening = await this.#database.listen(CHANNEL, () => this.#rounds.wake());
    this.#closers.push(() => listening.close());
  }

  get last_event_id(): number {
    return this.#last;
  }

  subscribe(listener: (event: BusEvent) => void): Unsubscribe {
    return this.#heard.on(listener);
  }

  async transaction<T>(work: (tx: Queries, announce: Announce) => Promise<T>): Promise<T> {
    const rows = new Map<string, typeof events.$inferInsert>();
    const result = await this.#database.transaction(async (tx) => {
      // A transaction that is tried again announces anew.
      rows.clear();
      const result = await work(tx, (project_id, payload) => {
        rows.set(JSON.stringify([project_id, payload]), { project_id, payload, created_at: this.#clock.now() });
      });
      if (rows.size > 0) await this.#write(tx, [...rows.values()]);
      return result;
    });
    if (rows.size > 0) this.#rounds.wake();
    return result;
  }

  async since(audiences: readonly string[], event_id: number): Promise<BusEvent[] | undefined> {
    if (event_id === this.#last) return [];
    const { db } = this.#database;
    const [oldest] = await db.select({ event_id: min(events.event_id) }).from(events);
    if (event_id > this.#last || event_id + 1 < (oldest?.event_id ?? this.#last + 1)) return undefined;
    const rows = await db
      .select()
      .from(events)
      .where(
        and(gt(events.event_id, event_id), or(isNull(events.project_id), inArray(events.project_id, [...audiences]))),
      )
      .orderBy(asc(events.event_id))
      .limit(MISSED_MAX + 1);
    return rows.length > MISSED_MAX ? undefined : rows.map(eventOf);
  }

  lag(): Promise<number> {
    return this.#database.db.$count(events, gt(events.event_id, this.#last));
  }

  async close(): Promise<void> {
    for (const close of this.#closers) await close();
    const closed = this.#rounds.close();
    this.#cancelRetry();
    await closed;
    this.#cancelRetry();
  }

  async #write(tx: Queries, rows: (typeof events.$inferInsert)[]): Promise<void> {
    const isShared = this.#database.kind === "postgresql";
    if (isShared) await tx.execute(sql`select pg_advisory_xact_lock(${ORDER_LOCK})`);
    await tx.insert(events).values(rows);
    if (isShared) await tx.execute(sql`select pg_notify(${CHANNEL}, '')`);
  }

  async #read(): Promise<void> {
    const rows = await this.#database.db
      .select()
      .from(events)
      .where(gt(events.event_id, this.#last))
      .orderBy(asc(events.event_id))
      .limit(MISSED_MAX);
    for (const row of rows) {
      this.#last = row.event_id;
      this.#heard.emit(eventOf(row));
    }
    if (rows.length === MISSED_MAX) this.#rounds.wake();
  }

  async #prune(): Promise<void> {
    await this.#database.db.delete(events).where(lt(events.created_at, this.#clock.now() - KEPT_MS));
  }
}

const eventOf = ({ event_id, project_id, payload }: typeof events.$inferSelect): BusEvent => ({
  event_id,
  project_id,
  payload: payload as EventPayload,
});
