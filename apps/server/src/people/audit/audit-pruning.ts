import { every, type ServerClock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database/database.ts";
import { deleteEntriesBefore } from "./audit.repository.ts";

const DAY_MS = 86_400_000;
const EVERY_MS = 3_600_000;

/** Lets entries go that are older than an administrator wants them kept. @param days 0 keeps them for ever. */
export function startAuditPruning(needs: {
  database: Database;
  clock: ServerClock;
  days: () => number;
  onError: (error: unknown) => void;
}): () => void {
  const { database, clock, days, onError } = needs;
  return every(clock, EVERY_MS, async () => {
    if (days() > 0) await deleteEntriesBefore(database.db, clock.now() - days() * DAY_MS).catch(onError);
  });
}
