import type { EndReason } from "@udt/contract";
import type { Database } from "../../platform/database/database.ts";
import type { Kinds } from "./kinds.ts";
import type { TestRow } from "./tests.repository.ts";

interface VainNeeds {
  database: Database;
  kinds: Kinds;
  sessions: {
    conclude(test_id: string, end: { reason: EndReason; still: (test: TestRow) => boolean }): Promise<boolean>;
  };
}

/** Nothing begins by itself on a device that is out of use or given to others: who waits for it in vain is ended, each as its kind says. */
export async function endVain({ database, kinds, sessions }: VainNeeds, device_id: string): Promise<void> {
  for (const rules of Object.values(kinds))
    for (const test_id of (await rules.vainFor?.(database.db, device_id)) ?? [])
      await sessions.conclude(test_id, { reason: "no_device", still: ({ state }) => state === "queued" });
}
