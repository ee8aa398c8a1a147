import { sql } from "../../platform/database/sql.ts";
import type { z } from "zod";
import { HEALTH_ADVICE, type ENDPOINTS, type RuntimeSettings } from "@udt/contract";
import type { Blobs } from "../../platform/blobs/blobs.ts";
import type { Database } from "../../platform/database/database.ts";
import type { Disk } from "../../platform/disk.ts";
import { onlyRow } from "../../platform/database/only-row.ts";

export type SystemHealth = z.output<(typeof ENDPOINTS.systemHealth)["response"]>;

export interface HealthSources {
  version: string;
  database: Database;
  blobs: Blobs;
  /** That of the embedded database, where it is not the files'. */
  databaseDisk: () => Promise<Disk | null>;
  certificate: () => Promise<SystemHealth["certificate"]>;
  openStreams: () => number;
  runningTests: () => Promise<number>;
  agents: () => Promise<{ total: number; online: number }>;
  queuedTests: () => Promise<{ queued: number; since: number | null }>;
  /** Notifications that are still to be delivered. */
  deliveriesWaiting: () => Promise<number>;
  /** Events that are written and that this server has not told yet. */
  outboxLag: () => Promise<number>;
  /** Runs that the quality board does not count yet, and those of them that failed to be. */
  rollUps: () => Promise<{ waiting: number; failing: number }>;
  settings: () => RuntimeSettings;
  now: () => number;
}

/** How this server is, measured when it is asked. */
export async function systemHealth(sources: HealthSources): Promise<SystemHealth> {
  const { db, kind } = sources.database;
  const startedAt = performance.now();
  await db.execute(sql`select 1`);
  const latency_ms = performance.now() - startedAt;
  const { rows } = await db.execute<{ version: string; size_bytes: string }>(
    sql`select current_setting('server_version') as version, pg_database_size(current_database())::text as size_bytes`,
  );
  const { version, size_bytes } = onlyRow(rows);
  const blobsAskedAt = performance.now();
  const { fault, ...room } = await sources.blobs.health();
  const blobs_latency = performance.now() - blobsAskedAt;
  const { queued, since } = await sources.queuedTests();
  const agents = await sources.agents();
  const rollUps = await sources.rollUps();
  return {
    version: sources.version,
    node_version: process.versions.node,
    uptime_ms: Math.round(process.uptime() * 1000),
    database: {
      kind: kind === "pglite" ? "embedded" : "postgresql",
      version,
      size_bytes: Number(size_bytes),
      latency_ms,
      // To be compared with the files' disk, that would have to answer.
      disk: fault?.code === "alert_files_silent" ? null : await sources.databaseDisk(),
    },
    blobs: { ...room, ok: fault === null, fault, latency_ms: blobs_latency },
    certificate: await sources.certificate(),
    queues: {
      tests_queued: queued,
      oldest_queued_ms: since === null ? null : Math.max(0, sources.now() - since),
      deliveries_waiting: await sources.deliveriesWaiting(),
      outbox_lag: await sources.outboxLag(),
      roll_ups_waiting: rollUps.waiting,
      roll_ups_failing: rollUps.failing,
    },
    advice: HEALTH_ADVICE.filter((name) => !sources.settings()[name]),
    agents_total: agents.total,
    memory_bytes: process.memoryUsage.rss(),
    agents_online: agents.online,
    open_streams: sources.openStreams(),
    running_tests: await sources.runningTests(),
  };
}
