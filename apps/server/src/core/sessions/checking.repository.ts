import { test_devices } from "../../platform/database/core.schema.ts";
import type { Checking } from "../../platform/database/checking.ts";
import type { Queries } from "../../platform/database/database.ts";
import { and, eq } from "../../platform/database/sql.ts";

/** What is checked of a device before it is handed out, and how far that is. */
export async function setChecking(
  db: Queries,
  { test_id, device_id }: { test_id: string; device_id: string },
  checking: Checking,
): Promise<void> {
  await db
    .update(test_devices)
    .set({ checking })
    .where(and(eq(test_devices.test_id, test_id), eq(test_devices.device_id, device_id)));
}
