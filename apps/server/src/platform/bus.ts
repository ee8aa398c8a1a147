/** What changed, told to whom it concerns: an outbox table that is written with the change and read by every server. */
import { and, asc, gt, isNull, lt, max, min, or, eq, sql } from "./database/sql.ts";
import { Emitter, type Unsubscribe } from "@udt/base";
import type { ConsoleEvent } from "@udt/contract";
import type { ServerClock } from "./clock.ts";
import { events } from "./database/core.schema.ts";
import type { Database, Queries } from "./database/database.ts";

type Without<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;
export type EventPayload = Without<Exclude<ConsoleEvent, { type: "tick" | "resync" }>, "event_id">;
/** `project_id` null: of interest to every project. */
export interface BusEvent {
  event_id: number;
  project_id: string | null;
  payload: EventPayload;
}
/** Whether somebody may have lost access to the project by it: who has something open there is judged anew. */
export const changesAccess = ({ payload }: BusEvent): boolean =>
  payload.type === "member.changed" || payload.type === "project.changed";
export type Announce = (project_id: string | null, payload: EventPayload) => void;

export interface Bus {
  /** One transaction whose announced events are written with it, and are told once it is committed. */
  transaction<T>(work: (tx: Queries, announce: Announce) => Promise<T>): Promise<T>;
  /** Hears every event of every server, in order. */
  subscribe(listener: (event: BusEvent) => void): Unsubscribe;
  /** What a project's console missed after `event_id`; undefined when that is no longer known. */
  since(project_id: string, event_id: number): Promise<BusEvent[] | undefined>;
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
  const heard = new Emitter<BusEvent>();
  const [newest] = await database.db.select({ event_id: max(events.event_id) }).from(events);
  let last = newest?.event_id ?? 0;
  let closed = false;
  let reading: Promise<void> | undefined;
  let again = false;
  let cancelRetry = () => {};

  async function read(): Promise<void> {
    while (again) {
      again = false;
      const rows = await database.db
        .select()
        .from(events)
        .where(gt(events.event_id, last))
        .orderBy(asc(events.event_id))
        .limit(MISSED_MAX);
      again ||= rows.length === MISSED_MAX;
      for (const row of rows) {
        last = row.event_id;
        heard.emit({ event_id: row.event_id, project_id: row.project_id, payload: row.payload as EventPayload });
      }
    }
  }

  function wake(): void {
    again = true;
    if (closed || reading) return;
    reading = read()
      .catch((error: unknown) => {
        onError(error);
        // What was announced is told all the same, though nobody may announce anything more.
        cancelRetry();
        cancelRetry = clock.at(clock.now() + RETRY_MS, wake);
      })
      .finally(() => {
        reading = undefined;
        // A wake between the last look and here found a reader and left it to that one.
        if (again) wake();
      });
  }

  const listening = await database.listen(CHANNEL, wake);

  let cancelPrune = () => {};
  const prune = () => {
    cancelPrune = clock.at(clock.now() + PRUNE_MS, () => {
      void database.db
        .delete(events)
        .where(lt(events.created_at, clock.now() - KEPT_MS))
        .catch(onError)
        .then(() => closed || prune());
    });
  };
  prune();

  return {
    async transaction(work) {
      let announced = false;
      const result = await database.transaction(async (tx) => {
        const rows = new Map<string, typeof events.$inferInsert>();
        const result = await work(tx, (project_id, payload) => {
          rows.set(JSON.stringify([project_id, payload]), { project_id, payload, created_at: clock.now() });
        });
        if (rows.size > 0) {
          announced = true;
          if (database.kind === "postgresql") await tx.execute(sql`select pg_advisory_xact_lock(${ORDER_LOCK})`);
          await tx.insert(events).values([...rows.values()]);
          if (database.kind === "postgresql") await tx.execute(sql`select pg_notify(${CHANNEL}, '')`);
        }
        return result;
      });
      if (announced) wake();
      return result;
    },
    subscribe: (listener) => heard.on(listener),
    async since(project_id, event_id) {
      if (event_id === last) return [];
      const [oldest] = await database.db.select({ event_id: min(events.event_id) }).from(events);
      if (event_id > last || event_id + 1 < (oldest?.event_id ?? last + 1)) return undefined;
      const rows = await database.db
        .select()
        .from(events)
        .where(and(gt(events.event_id, event_id), or(isNull(events.project_id), eq(events.project_id, project_id))))
        .orderBy(asc(events.event_id))
        .limit(MISSED_MAX + 1);
      if (rows.length > MISSED_MAX) return undefined;
      return rows.map((row) => ({ ...row, payload: row.payload as EventPayload }));
    },
    get last_event_id() {
      return last;
    },
    lag: () => database.db.$count(events, gt(events.event_id, last)),
    async close() {
      closed = true;
      cancelPrune();
      cancelRetry();
      await listening.close();
      await reading;
    },
  };
}
