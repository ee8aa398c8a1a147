import { AsyncLocalStorage } from "node:async_hooks";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { sql } from "./sql.ts";
import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import { Client, escapeIdentifier, Pool, type ClientBase, type ClientConfig } from "pg";
import { Emitter } from "@udt/base";
import { lockFolder } from "./folder-lock.ts";
import { keepPrepared } from "./prepared.ts";
import { tellStatements } from "./statements.ts";
import { PgliteStream, type FromWorker, type ToWorker } from "./pglite-stream.ts";

/** What repositories take: the database, or the transaction that the caller is in. */
export type Queries = Omit<NodePgDatabase, "transaction" | "$client">;

export interface Database {
  readonly kind: "pglite" | "postgresql";
  readonly db: Queries;
  /**
   * Runs `work` in one transaction; it must query through the `tx` it is given. Any other query inside is refused: with
   * the one connection of the embedded database it would wait for itself for ever.
   */
  transaction<T>(work: (tx: Queries) => Promise<T>): Promise<T>;
  /** Calls `heard` for each NOTIFY on `channel`, also by other servers. With the embedded database there are none. */
  listen(channel: string, heard: () => void): Promise<{ close(): Promise<void> }>;
  /** Told with the name of each statement; see {@link tellStatements}. */
  readonly stated: Emitter<string>;
  readonly pool: { readonly total: number; readonly idle: number; readonly waiting: number };
  close(): Promise<void>;
}

const MIGRATIONS = fileURLToPath(new URL("../../../migrations", import.meta.url));
/** Any number will do that nothing else in the same database locks; these are the letters of "udt". */
const MIGRATION_LOCK = 0x756474;

/**
 * PostgreSQL ends a transaction in which nothing was asked for so long: a server that stands still, or that the network has
 * lost, must not keep its locks from the others, whose events all wait for one of them.
 */
const TRANSACTION_IDLE_MS = 10_000;

/** Opens PostgreSQL at `url`, or the embedded database in `folder`, and brings its tables up to date. */
export async function openDatabase(target: { url: string } | { folder: string }): Promise<Database> {
  const embedded = "folder" in target ? await startPglite(target.folder) : undefined;
  const connection: ClientConfig =
    "url" in target
      ? { connectionString: target.url, application_name: "udt" }
      : // `pg` asks for a new stream per connection; its types know only net.Socket's kind.
        { stream: () => new PgliteStream(embedded!.worker) as never, user: "postgres", database: "postgres" };
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
  pool.on("connect", (client) => {
    // One that breaks while a transaction has it fails that transaction's next statement, and no more than that.
    client.on("error", () => {});
    tellStatements(client, (name) => stated.emit(name));
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
    await migrateUnderLock(pool);
  } catch (error) {
    await close();
    throw error;
  }

  return {
    kind: embedded ? "pglite" : "postgresql",
    db,
    transaction: (work) => db.transaction((tx) => inTransaction.run(true, () => work(tx))),
    async listen(channel, heard) {
      if (embedded) return { close: () => Promise.resolve() };
      return listenForever(connection, channel, heard);
    },
    stated,
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

/** One of several servers that start at once brings the tables up to date; the others wait for it. */
async function migrateUnderLock(pool: Pool): Promise<void> {
  const client = await pool.connect();
  try {
    const session = drizzle(client);
    await session.execute(sql`select pg_advisory_lock(${MIGRATION_LOCK})`);
    try {
      await migrate(session, { migrationsFolder: MIGRATIONS });
    } finally {
      await session.execute(sql`select pg_advisory_unlock(${MIGRATION_LOCK})`);
    }
  } finally {
    client.release();
  }
}

async function startPglite(folder: string): Promise<{ worker: Worker; close(): Promise<void> }> {
  mkdirSync(folder, { recursive: true });
  const lock = lockFolder(folder);
  const worker = new Worker(new URL("./pglite.worker.ts", import.meta.url), {
    workerData: { folder: join(folder, "data") },
  });
  try {
    await heard(worker, "ready");
  } catch (error) {
    lock.release();
    throw error;
  }
  return {
    worker,
    async close() {
      const closed = heard(worker, "closed");
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
      worker.postMessage({ type: "close" } satisfies ToWorker);
      await closed;
      await worker.terminate();
      lock.release();
    },
  };
}

function heard(worker: Worker, type: "ready" | "closed"): Promise<void> {
  return new Promise((resolve, reject) => {
    const onMessage = (message: FromWorker) => {
      if (message.type !== type && message.type !== "failed") return;
      worker.off("message", onMessage);
      worker.off("error", reject);
      if (message.type === "failed") reject(new Error(`The database cannot start: ${message.reason}`));
      else resolve();
    };
    worker.on("message", onMessage);
    worker.once("error", reject);
  });
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
