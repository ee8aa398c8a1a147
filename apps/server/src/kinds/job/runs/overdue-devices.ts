import type { FastifyBaseLogger } from "fastify";
import { every, type ServerClock } from "../../../platform/clock.ts";
import type { Database } from "../../../platform/database/database.ts";
import type { DeviceSessionsService } from "../../../core/sessions/sessions.service.ts";
import * as repository from "./runs.repository.ts";

const LOOK_EVERY_MS = 15_000;
/** An agent ends its part by itself when its time is up; this much later the server does. */
const GRACE_MS = 120_000;
const MINUTE_MS = 60_000;

/** Ends the parts of devices whose agent does not end them although their time is long up. Answers how to stop looking. */
export function watchOverdue(needs: {
  database: Database;
  clock: ServerClock;
  log: FastifyBaseLogger;
  sessions: DeviceSessionsService;
}): () => void {
  const { database, clock, log, sessions } = needs;
  const onError = (error: unknown) => log.error({ err: error }, "overdue devices");
  const look = async () => {
    const now = clock.now();
    for (const { run, slot } of await repository.runningSince(database.db, now - GRACE_MS)) {
      const { test_id, device_id, dispatched_at } = slot;
      if (device_id === null || dispatched_at === null) continue;
      if (dispatched_at + run.config.timeouts.device_minutes * MINUTE_MS + GRACE_MS > now) continue;
      await sessions.concludeDevice({ test_id, device_id }, { reason: "device_timeout" }).catch(onError);
    }
  };
  return every(clock, LOOK_EVERY_MS, () => look().catch(onError));
}
