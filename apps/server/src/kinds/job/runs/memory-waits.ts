import { Rounds } from "@udt/base";
import type { FastifyBaseLogger } from "fastify";
import type { DeviceSessionsService } from "../../../core/sessions/sessions.service.ts";
import type { Bus } from "../../../platform/bus.ts";
import { every, type ServerClock } from "../../../platform/clock.ts";
import type { Database } from "../../../platform/database/database.ts";
import * as repository from "./runs.repository.ts";

const LOOK_EVERY_MS = 15_000;

/**
 * Ends runs whose devices are done and whose samples of memory were being read: once all are, or when the time for that is
 * over. Every server looks, and the first to come ends a run. Answers how to stop looking.
 */
export function watchMemoryWaits(needs: {
  database: Database;
  bus: Bus;
  clock: ServerClock;
  log: FastifyBaseLogger;
  sessions: DeviceSessionsService;
}): () => Promise<void> {
  const { database, bus, clock, log, sessions } = needs;
  let cancel = () => {};
  const end = (test_id: string) =>
    sessions.change(async (change) => {
      const test = await sessions.lock(change, test_id);
      // Another server was faster.
      if (!test || test.state === "ended") return;
      if ((await repository.doneWaiting(change.tx, change.now)).includes(test_id)) await sessions.finish(change, test);
    });
  const look = async () => {
    for (const test_id of await repository.doneWaiting(database.db, clock.now())) await end(test_id);
    const next = await repository.nextMemoryEnd(database.db);
    cancel();
    cancel = next === null ? () => {} : clock.at(next, () => rounds.wake());
  };
  const rounds = new Rounds(look, (error) => log.error({ err: error }, "runs that wait for memory samples"));
  const stops = [
    // Who ends a run's last device and who reads its last sample may not see each other: both tell of it afterwards.
    bus.subscribe(({ payload }) => {
      if (payload.type === "memory.changed" || payload.type === "run.changed") rounds.wake();
    }),
    every(clock, LOOK_EVERY_MS, async () => rounds.wake()),
  ];
  rounds.wake();
  return async () => {
    for (const stop of stops) stop();
    const closed = rounds.close();
    cancel();
    await closed;
  };
}
