import { AsyncLocalStorage } from "node:async_hooks";
import { sql } from "./sql.ts";
import { drizzle } from "drizzle-orm/node-postgres";
import { Client, escapeIdentifier, Pool, type ClientBase, type ClientConfig } from "pg";
import { Emitter } from "@udt/base";
import { see } from "../operations-page.ts";
import { migrateUnderLock } from "./migrations.ts";
import { keepPrepared } from "./prepared.ts";
import type { Queries } from "./queries.ts";
import { tellFailures, tellStatements } from "./statements.ts";
import { type PgliteEngine, startPglite } from "./pglite-engine.ts";
import { isDiskFull } from "./violations.ts";
import { withoutValues } from "./without-values.ts";

export type { Queries } from "./queries.ts";

export interface Database {
  readonly kind: "pglite" | "postgresql";
  readonly db: Queries;
  /**
   * Runs `work` in one transaction; it must query through the `tx` it is given. Any other query inside is refused: with
   * the one connection of the embedded database it would wait for itself for ever.
   */
  transaction<T>(work: (tx: Queries) => Promise<T>): Promise<T>;
  /**
   * The same for work that takes its time, such as a copy of everything; it sees the database as it is at one moment. The
   * embedded database answers nobody else meanwhile.
   */
  longTransaction<T>(work: (tx: Queries) => Promise<T>): Promise<T>;
  /** Calls `heard` for each NOTIFY on `channel`, also by other servers. With the embedded database there are none. */
  listen(channel: string, heard: () => void): Promise<{ close(): Promise<void> }>;
  /** Told with the name of each statement; see {@link tellStatements}. */
  readonly stated: Emitter<string>;
  /** Makes sure that there is room to write, when a statement has found none since there was. @throws what the database says */
  assertRoom(): Promise<void>;
  readonly pool: { readonly total: number; readonly idle: number; readonly waiting: number };
  close(): Promise<void>;
}

/**
 * PostgreSQL ends a transaction in which nothing was asked for so long: a server that stands still, or that the network has
 * lost, must not keep its locks from the others, whose events all wait for one of them.
 */
const TRANSACTION_IDLE_MS = 10_000;

export type DatabaseTarget = { url: string } | { folder: string };

/**
 * Opens PostgreSQL at `url`, or the embedded database in `folder`, and brings its tables up to date.
 * @param options.migrations `as they are` leaves the tables alone; a folder holds others than this version's own.
 */
export async function openDatabase(
  target: DatabaseTarget,
  options: { migrations?: "as they are" | { folder: string } } = {},
): Promise<Database> {
  const { embedded, connection } = await reachedBy(target);
  const pool = new Pool({
    ...connection,
    ...(embedded
      ? { max: 1, idleTimeoutMillis: 0 }
      : {
          max: 20,
          // Not with the connection's first words, of which poolers between refuse what they do not know.
          onConnect: async (client: ClientBase) =>
            void (await client.query(`set idle_in_transaction_session_timeout = ${TRANSACTION_IDLE_MS}`)),
        }),
  });
  // An idle connection that breaks is replaced at the next query, which is the one to fail if the database is gone.
  pool.on("error", () => {});
  const stated = new Emitter<string>();
  let foundFull = false;
  pool.on("connect", (client) => {
    // One that breaks while a transaction has it fails that transaction's next statement, and no more than that.
    client.on("error", () => {});
    tellStatements(client, (name) => stated.emit(name));
    tellFailures(client, (error) => (foundFull ||= isDiskFull(error)));
    keepPrepared(client);
  });

  const inTransaction = new AsyncLocalStorage<true>();
  const connect = pool.connect.bind(pool) as (...args: unknown[]) => unknown;
  pool.connect = ((...args: unknown[]) => {
    if (inTransaction.getStore()) throw new Error("a query inside a transaction must use its tx");
    return connect(...args);
  }) as typeof pool.connect;

  const db = drizzle(pool);
  const close = async () => {
    await pool.end();
    await embedded?.close();
  };
  try {
    if ("url" in target) await reach(pool, target.url);
    const { migrations } = options;
    if (migrations !== "as they are") await migrateUnderLock(pool, migrations?.folder);
  } catch (error) {
    withoutValues(error);
    await close();
    throw error;
  }

  const transaction: Database["transaction"] = (work) =>
    db.transaction((tx) => inTransaction.run(true, () => work(tx)));
  return {
    kind: embedded ? "pglite" : "postgresql",
    db,
    transaction,
    longTransaction: (work) =>
      db.transaction(
        (tx) =>
          inTransaction.run(true, async () => {
            await tx.execute("set local idle_in_transaction_session_timeout = 0");
            return work(tx);
          }),
        { isolationLevel: "repeatable read" },
      ),
    async listen(channel, heard) {
      if (embedded) return { close: () => Promise.resolve() };
      return listenForever(connection, channel, heard);
    },
    stated,
    async assertRoom() {
      if (!foundFull) return;
      await transaction(async (tx) => {
        await tx.execute(sql`create temporary table udt_room (words text) on commit drop`);
        await tx.execute(sql`insert into udt_room select repeat(md5(n::text), 50) from generate_series(1, 100) as n`);
      });
      foundFull = false;
    },
    pool: {
      get total() {
        return pool.totalCount;
      },
      get idle() {
        return pool.idleCount;
      },
      get waiting() {
        return pool.waitingCount;
      },
    },
    close,
  };
}

/** How connections are made; the embedded database is started for them. */
async function reachedBy(target: DatabaseTarget): Promise<{ embedded?: PgliteEngine; connection: ClientConfig }> {
  if ("url" in target) return { connection: { connectionString: target.url, application_name: "udt" } };
  const embedded = await startPglite(target.folder);
  // `pg` asks for a new stream per connection; its types know only net.Socket's kind.
  const stream = () => embedded.stream() as never;
  return { embedded, connection: { stream, user: "postgres", database: "postgres" } };
}

/** @throws Error that says why PostgreSQL cannot be had */
async function reach(pool: Pool, url: string): Promise<void> {
  try {
    (await pool.connect()).release();
  } catch (error) {
    const { message, code } = error as Error & { code?: string };
    // When each of a name's addresses refuses, there is only the code.
    const reason = message || (code ?? "it does not answer");
    throw new Error(
      `PostgreSQL at ${withoutPassword(url)}, which UDT_DATABASE_URL names, cannot be used: ${reason}. ${see("Settings")}`,
      { cause: error },
    );
  }
}

/** What may be shown of a database's address. */
export function withoutPassword(url: string): string {
  const shown = new URL(url);
  shown.password = "";
  shown.search = "";
  return shown.href;
}

const LISTEN_AGAIN_MS = 1_000;

/** A connection of its own that is made anew when it breaks; what was missed meanwhile is announced once it is back. */
async function listenForever(
  config: ClientConfig,
  channel: string,
  heard: () => void,
): Promise<{ close(): Promise<void> }> {
  let client: Client | undefined;
  let closed = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const dial = async (): Promise<void> => {
    const next = new Client({ ...config, keepAlive: true });
    next.on("notification", heard);
    next.on("error", () => {});
    await next.connect();
    await next.query(`listen ${escapeIdentifier(channel)}`);
    next.once("end", redial);
    client = next;
    heard();
  };
  const redial = (): void => {
    if (!closed) timer = setTimeout(() => void dial().catch(redial), LISTEN_AGAIN_MS);
  };
  await dial();
  return {
    async close() {
      closed = true;
      clearTimeout(timer);
      await client?.end();
    },
  };
}
