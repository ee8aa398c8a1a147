/** How much is said of a work order, and done to it: apart from each other, so that no words stand in the way of what is done. */
import { LIMITS, UdtError } from "@udt/contract";
import type { Queries } from "../../platform/database/database.ts";
import { eq, sql, type SQL } from "../../platform/database/sql.ts";
import { work_order_entries } from "../../platform/database/work-orders.schema.ts";

/** @throws UdtError work_order_comments, work_order_comments_own */
export async function assertWordsLeft(tx: Queries, number: number, user_id: string): Promise<void> {
  const { work_order_comments_max: max, work_order_comments_each: each } = LIMITS;
  const { comments, own } = await countEntries(tx, number, user_id);
  if (own >= each) throw new UdtError("work_order_comments_own", { max: each });
  if (comments >= max) throw new UdtError("work_order_comments", { max });
}

/** @throws UdtError work_order_steps */
export async function assertStepsLeft(tx: Queries, number: number): Promise<void> {
  const max = LIMITS.work_order_steps_max;
  if ((await countEntries(tx, number, "")).steps >= max) throw new UdtError("work_order_steps", { max });
}

/** What was said of an order by all and by this user, and how often it was moved or assigned. */
async function countEntries(
  db: Queries,
  number: number,
  user_id: string,
): Promise<{ comments: number; own: number; steps: number }> {
  const isComment = sql`${work_order_entries.state} is null and not ${work_order_entries.is_assignment}`;
  const counted = (condition: SQL) => sql<number>`count(*) filter (where ${condition})`.mapWith(Number);
  const [found] = await db
    .select({
      comments: counted(isComment),
      own: counted(sql`${isComment} and ${work_order_entries.user_id} = ${user_id}`),
      steps: counted(sql`not (${isComment})`),
    })
    .from(work_order_entries)
    .where(eq(work_order_entries.number, number));
  return found ?? { comments: 0, own: 0, steps: 0 };
}
