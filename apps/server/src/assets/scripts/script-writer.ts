/** Who writes into a script repository: one at a time, over all servers. */
import { setTimeout as pause } from "node:timers/promises";
import { every } from "../../platform/clock.ts";
import { newId } from "../../platform/ids.ts";
import type { ScriptsDependencies } from "./scripts-dependencies.ts";
import * as repository from "./scripts.repository.ts";

/** A writer that is not heard of for so long is over, whatever became of its server. */
export const WRITER_MS = 60_000;
const WRITER_TOLD_MS = 15_000;
const WAIT_MS = 30_000;
const LOOK_MS = 100;

type Needs = Pick<ScriptsDependencies, "database" | "clock" | "log">;

/** Waits until nobody else writes. Answers how to say that this writer is done; undefined when it took too long. */
export async function enterAsWriter(needs: Needs, repo_id: string): Promise<(() => Promise<void>) | undefined> {
  const { database, clock } = needs;
  const writer = newId();
  const begun = performance.now();
  while (performance.now() - begun < WAIT_MS) {
    const now = clock.now();
    const isIn = await repository.takeWriter(database.db, repo_id, { writer, now, until: now + WRITER_MS });
    if (isIn) return stay(needs, repo_id, writer);
    await pause(LOOK_MS);
  }
  return undefined;
}

/** Says again and again that the writing goes on. Answers how to say that it is over. */
function stay({ database, clock, log }: Needs, repo_id: string, writer: string): () => Promise<void> {
  const onError = (error: unknown) => log.error({ err: error, repo_id }, "a push says that it goes on");
  const stop = every(clock, WRITER_TOLD_MS, () =>
    repository.keepWriter(database.db, repo_id, writer, clock.now() + WRITER_MS).catch(onError),
  );
  return async () => {
    stop();
    await repository.releaseWriter(database.db, repo_id, writer);
  };
}
