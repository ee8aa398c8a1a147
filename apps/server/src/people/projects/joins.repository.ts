import { and, asc, eq, inArray, ne } from "../../platform/database/sql.ts";
import { users } from "../../platform/database/core.schema.ts";
import type { Queries } from "../../platform/database/database.ts";
import { join_requests } from "../../platform/database/projects.schema.ts";
import { userSummary } from "./user-summary.ts";

export type JoinRow = typeof join_requests.$inferSelect;

/** Asks, again after having been declined. False when a request waits already. */
export async function insertRequest(db: Queries, request: JoinRow): Promise<boolean> {
  const { message, state, created_at } = request;
  const rows = await db
    .insert(join_requests)
    .values(request)
    .onConflictDoUpdate({
      target: [join_requests.project_id, join_requests.user_id],
      set: { message, state, created_at },
      setWhere: ne(join_requests.state, "requested"),
    })
    .returning({ user_id: join_requests.user_id });
  return rows.length > 0;
}

export async function listRequests(db: Queries, project_id: string) {
  return db
    .select({
      ...userSummary,
      message: join_requests.message,
      created_at: join_requests.created_at,
    })
    .from(join_requests)
    .innerJoin(users, eq(users.user_id, join_requests.user_id))
    .where(and(eq(join_requests.project_id, project_id), eq(join_requests.state, "requested")))
    .orderBy(asc(join_requests.created_at), asc(join_requests.user_id));
}

const waiting = (project_id: string, user_id: string) =>
  and(
    eq(join_requests.project_id, project_id),
    eq(join_requests.user_id, user_id),
    eq(join_requests.state, "requested"),
  );

/** False when no request of theirs waits. */
export async function declineRequest(db: Queries, project_id: string, user_id: string): Promise<boolean> {
  const rows = await db
    .update(join_requests)
    .set({ state: "declined" })
    .where(waiting(project_id, user_id))
    .returning({ user_id: join_requests.user_id });
  return rows.length > 0;
}

export async function hasRequest(db: Queries, project_id: string, user_id: string): Promise<boolean> {
  return (await db.$count(join_requests, waiting(project_id, user_id))) > 0;
}

export async function deleteRequests(db: Queries, project_id: string, user_ids: string[]): Promise<void> {
  await db
    .delete(join_requests)
    .where(and(eq(join_requests.project_id, project_id), inArray(join_requests.user_id, user_ids)));
}
