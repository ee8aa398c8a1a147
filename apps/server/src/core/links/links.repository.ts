import { and, eq, inArray, isNull, lte, sql } from "../../platform/database/sql.ts";
import type { Queries } from "../../platform/database/database.ts";
import { agent_links, agent_requests, type RelayedAnswer } from "../../platform/database/links.schema.ts";

export type RequestRow = typeof agent_requests.$inferSelect;

/** What one server asks of an agent that is linked to another. */
export interface Wish {
  agent_id: string;
  message: Record<string, unknown>;
  timeout_ms: number | null;
  expires_at: number;
}

/** Every server listens here for requests that it can carry out, and for the answers to its own. */
export const CHANNEL = "udt_agent_requests";
const notify = sql`pg_notify(${CHANNEL}, '')`;

/** Wakes every server. */
export async function tellAll(db: Queries): Promise<void> {
  await db.execute(sql`select ${notify}`);
}

/** The link that an agent has now, by this server or another. */
export async function linkOf(db: Queries, agent_id: string): Promise<string | undefined> {
  const [row] = await db
    .select({ link_id: agent_links.link_id })
    .from(agent_links)
    .where(eq(agent_links.agent_id, agent_id));
  return row?.link_id;
}

/** An agent's link from now on. What was asked over an earlier one goes with that, and who asked is to know it. */
export async function putLink(db: Queries, agent_id: string, link_id: string): Promise<void> {
  const earlier = await db.delete(agent_links).where(eq(agent_links.agent_id, agent_id)).returning();
  await db.insert(agent_links).values({ agent_id, link_id });
  if (earlier.length > 0) await tellAll(db);
}

/** A link is no more, with all that was asked over it. */
export async function dropLinks(db: Queries, of: { link_id: string } | { agent_id: string }): Promise<void> {
  await db
    .delete(agent_links)
    .where("link_id" in of ? eq(agent_links.link_id, of.link_id) : eq(agent_links.agent_id, of.agent_id));
}

/** Leaves a request for the server that has the agent's link; undefined when none has. */
export async function insertRequest(db: Queries, wish: Wish): Promise<number | undefined> {
  const { agent_id, message, timeout_ms, expires_at } = wish;
  const { rows } = await db.execute<{ request_id: string }>(sql`
    with asked as (insert into ${agent_requests} (link_id, message, timeout_ms, expires_at)
      select link_id, ${JSON.stringify(message)}::json, ${timeout_ms}::int, ${expires_at}::bigint
      from ${agent_links} where agent_id = ${agent_id} returning request_id)
    select request_id, ${notify} from asked`);
  return rows[0] && Number(rows[0].request_id);
}

/** Takes what is asked over these links and that nobody has taken, in the order in which it was asked. */
export async function takeRequests(db: Queries, link_ids: readonly string[], now: number): Promise<RequestRow[]> {
  const rows = await db
    .update(agent_requests)
    .set({ taken_at: now })
    .where(and(inArray(agent_requests.link_id, [...link_ids]), isNull(agent_requests.taken_at)))
    .returning();
  return rows.toSorted((a, b) => a.request_id - b.request_id);
}

/** Answers a request, and wakes who waits for it. */
export async function answerRequest(db: Queries, request_id: number, answer: RelayedAnswer): Promise<void> {
  await db.execute(sql`
    with answered as (update ${agent_requests} set answer = ${JSON.stringify(answer)}::json
      where request_id = ${request_id} returning 1)
    select ${notify} from answered`);
}

/** Requests with their answers, as far as they have come; those whose link is no more are missing. */
export async function findRequests(
  db: Queries,
  request_ids: readonly number[],
): Promise<Pick<RequestRow, "request_id" | "answer">[]> {
  return db
    .select({ request_id: agent_requests.request_id, answer: agent_requests.answer })
    .from(agent_requests)
    .where(inArray(agent_requests.request_id, [...request_ids]));
}

export async function deleteRequests(db: Queries, request_ids: readonly number[]): Promise<void> {
  if (request_ids.length > 0)
    await db.delete(agent_requests).where(inArray(agent_requests.request_id, [...request_ids]));
}

/** Takes a request back that no server has taken. False when one has. */
export async function withdraw(db: Queries, request_id: number): Promise<boolean> {
  const rows = await db
    .delete(agent_requests)
    .where(and(eq(agent_requests.request_id, request_id), isNull(agent_requests.taken_at)))
    .returning({ request_id: agent_requests.request_id });
  return rows.length > 0;
}

/** What nobody waits for any more, because the server that asked for it is gone. */
export async function deleteExpired(db: Queries, now: number): Promise<void> {
  await db.delete(agent_requests).where(lte(agent_requests.expires_at, now));
}
