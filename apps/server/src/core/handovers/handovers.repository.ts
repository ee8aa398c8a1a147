import { leases } from "../../platform/database/core.schema.ts";
import type { Queries } from "../../platform/database/database.ts";
import { handovers } from "../../platform/database/handovers.schema.ts";
import { and, eq, gte, ne } from "../../platform/database/sql.ts";
import { work_orders } from "../../platform/database/work-orders.schema.ts";

export type HandoverRow = typeof handovers.$inferSelect;

/** The agent from which a device was leased so for a test; undefined where it never was. */
export async function lessorOf(
  db: Queries,
  { test_id, device_id, lease_token }: { test_id: string; device_id: string; lease_token: number },
): Promise<{ agent_id: string | null } | undefined> {
  const [row] = await db
    .select({ agent_id: leases.agent_id })
    .from(leases)
    .where(and(eq(leases.lease_token, lease_token), eq(leases.test_id, test_id), eq(leases.device_id, device_id)));
  return row;
}

export async function putHandover(tx: Queries, row: HandoverRow): Promise<void> {
  const { left, remained, told_at } = row;
  await tx
    .insert(handovers)
    .values(row)
    .onConflictDoUpdate({ target: [handovers.test_id, handovers.device_id], set: { left, remained, told_at } });
}

export async function findHandover(
  db: Queries,
  of: { test_id: string; device_id: string },
): Promise<HandoverRow | undefined> {
  const [row] = await db
    .select()
    .from(handovers)
    .where(and(eq(handovers.test_id, of.test_id), eq(handovers.device_id, of.device_id)));
  return row;
}

/** Those of a device of which something remained since its open work order tells of that; none where it has no such order. */
export async function remainedSinceOrder(db: Queries, device_id: string): Promise<HandoverRow[]> {
  const rows = await db
    .select({ handover: handovers })
    .from(handovers)
    .innerJoin(
      work_orders,
      and(
        eq(work_orders.device_id, handovers.device_id),
        eq(work_orders.step, "handover"),
        ne(work_orders.state, "processed"),
        gte(handovers.told_at, work_orders.reported_at),
      ),
    )
    .where(and(eq(handovers.device_id, device_id), eq(handovers.remained, true)));
  return rows.map(({ handover }) => handover);
}
