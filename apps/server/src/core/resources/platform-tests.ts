import { every } from "../../platform/clock.ts";
import { blobKeysOf } from "./resources.repository.ts";
import type { ResourcesNeeds } from "./growing.service.ts";

const EVERY_MS = 3_600_000;
/** So many go in one transaction. */
const TOGETHER_MAX = 100;

/** Deletes the platform's own tests once they are old, with their files: they are in no project that takes them with it. */
export function startPlatformPruning(
  needs: Pick<ResourcesNeeds, "database" | "clock" | "loose" | "tests">,
  onError: (error: unknown) => void,
): () => void {
  const { database, clock, loose, tests } = needs;
  const prune = () =>
    database.transaction(async (tx) => {
      const test_ids = await tests.lockOldOfPlatform(tx, TOGETHER_MAX);
      const blob_keys = await blobKeysOf(tx, { test_ids });
      blob_keys.push(...(await tests.delete(tx, { test_ids })));
      await loose.note(blob_keys, tx);
      return { blob_keys, isLast: test_ids.length < TOGETHER_MAX };
    });
  return every(clock, EVERY_MS, async () => {
    try {
      for (;;) {
        const { blob_keys, isLast } = await prune();
        await loose.delete(blob_keys);
        if (isLast) return;
      }
    } catch (error) {
      onError(error);
    }
  });
}
