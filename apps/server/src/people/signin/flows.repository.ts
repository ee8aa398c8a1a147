import { and, eq, gt, lt } from "../../platform/database/sql.ts";
import type { SignInKind } from "@udt/contract";
import type { Queries } from "../../platform/database/database.ts";
import { sign_in_flows } from "../../platform/database/signin.schema.ts";

export type FlowRow = typeof sign_in_flows.$inferSelect;

export async function insertFlow(db: Queries, flow: FlowRow): Promise<void> {
  await db.insert(sign_in_flows).values(flow);
}

/** Takes a flow of this very browser: whoever is second, or another, finds none. */
export async function takeFlow(
  db: Queries,
  key: { state_hash: string; browser_hash: string; kind: SignInKind },
  now: number,
): Promise<FlowRow | undefined> {
  const [row] = await db
    .delete(sign_in_flows)
    .where(
      and(
        eq(sign_in_flows.state_hash, key.state_hash),
        eq(sign_in_flows.browser_hash, key.browser_hash),
        eq(sign_in_flows.kind, key.kind),
        gt(sign_in_flows.expires_at, now),
      ),
    )
    .returning();
  return row;
}

export async function deleteExpiredFlows(db: Queries, now: number): Promise<void> {
  await db.delete(sign_in_flows).where(lt(sign_in_flows.expires_at, now));
}
