import { and, asc, desc, eq, exists, inArray, isNull, ne, not, sql } from "drizzle-orm";
import type { ResourceKind } from "@udt/contract";
import { leases, resources, tests } from "../../platform/database/core.schema.ts";
import type { Queries } from "../../platform/database/database.ts";
import { resource_pieces, resource_usage } from "../../platform/database/resources.schema.ts";

export type ResourceRow = typeof resources.$inferSelect;
export type PieceRow = typeof resource_pieces.$inferSelect;

export interface ResourceKey {
  test_id: string;
  device_id: string;
  resource_id: string;
}

const ofKey = (key: ResourceKey) =>
  and(
    eq(resources.test_id, key.test_id),
    eq(resources.device_id, key.device_id),
    eq(resources.resource_id, key.resource_id),
  );

/** Whether the lease that a file grows under is still held. */
const isHeld = (db: Queries) =>
  exists(
    db
      .select({ one: sql`1` })
      .from(leases)
      .where(and(eq(leases.lease_token, resources.lease_token), isNull(leases.released_at))),
  );

export async function insertResource(db: Queries, resource: ResourceRow): Promise<void> {
  await db.insert(resources).values(resource);
}

export async function listResources(
  db: Queries,
  of: {
    test_id: string;
    device_id: string;
    kind?: ResourceKind | undefined;
    case_run_id?: number | undefined;
    limit: number;
  },
): Promise<(ResourceRow & { is_held: boolean })[]> {
  const rows = await db
    .select({ row: resources, is_held: sql<boolean>`${isHeld(db)}` })
    .from(resources)
    .where(
      and(
        eq(resources.test_id, of.test_id),
        eq(resources.device_id, of.device_id),
        of.kind && eq(resources.kind, of.kind),
        of.case_run_id === undefined ? undefined : eq(resources.case_run_id, of.case_run_id),
      ),
    )
    .orderBy(desc(resources.created_at), desc(resources.resource_id))
    .limit(of.limit);
  return rows.map(({ row, is_held }) => ({ ...row, is_held }));
}

export async function findResource(
  db: Queries,
  key: ResourceKey,
): Promise<(ResourceRow & { is_held: boolean }) | undefined> {
  const [found] = await db
    .select({ row: resources, is_held: sql<boolean>`${isHeld(db)}` })
    .from(resources)
    .where(ofKey(key));
  return found && { ...found.row, is_held: found.is_held };
}

/** Locks a file to the end of the transaction: its pieces come one after the other. */
export async function lockResource(db: Queries, key: ResourceKey): Promise<ResourceRow | undefined> {
  const [row] = await db.select().from(resources).where(ofKey(key)).for("update");
  return row;
}

export async function updateResource(db: Queries, resource_id: string, change: Partial<ResourceRow>): Promise<void> {
  await db.update(resources).set(change).where(eq(resources.resource_id, resource_id));
}

/** How many pieces there are. They have no gap, so the last one says it. */
export async function countPieces(db: Queries, resource_id: string): Promise<number> {
  const [last] = await db
    .select({ piece: resource_pieces.piece })
    .from(resource_pieces)
    .where(eq(resource_pieces.resource_id, resource_id))
    .orderBy(desc(resource_pieces.piece))
    .limit(1);
  return last ? last.piece + 1 : 0;
}

export async function insertPiece(db: Queries, piece: PieceRow): Promise<void> {
  await db.insert(resource_pieces).values(piece);
}

export async function listPieces(db: Queries, resource_id: string): Promise<PieceRow[]> {
  return db
    .select()
    .from(resource_pieces)
    .where(eq(resource_pieces.resource_id, resource_id))
    .orderBy(asc(resource_pieces.piece));
}

/** Adds to what a test's files take up, and answers what they take up then. */
export async function addUsage(db: Queries, test_id: string, size_bytes: number): Promise<number> {
  const [row] = await db
    .insert(resource_usage)
    .values({ test_id, size_bytes })
    .onConflictDoUpdate({
      target: resource_usage.test_id,
      set: { size_bytes: sql`${resource_usage.size_bytes} + excluded.size_bytes` },
    })
    .returning({ size_bytes: resource_usage.size_bytes });
  return row!.size_bytes;
}

/** Files that grew under a lease that is over: nobody will add to them. */
export async function markBroken(db: Queries): Promise<void> {
  await db
    .update(resources)
    .set({ state: "broken" })
    .where(and(eq(resources.blob_key, ""), eq(resources.state, "growing"), not(isHeld(db))));
}

/** Files that do not grow any more and are still in pieces. */
export async function unpacked(db: Queries, limit: number): Promise<ResourceRow[]> {
  return db
    .select()
    .from(resources)
    .where(and(eq(resources.blob_key, ""), ne(resources.state, "growing")))
    .orderBy(asc(resources.created_at))
    .limit(limit);
}

/** Puts a whole file in the place of its pieces; answers theirs, or undefined when it is gone or somebody was quicker. */
export async function replacePieces(
  db: Queries,
  resource_id: string,
  whole: { blob_key: string; size_bytes: number },
): Promise<string[] | undefined> {
  const updated = await db
    .update(resources)
    .set(whole)
    .where(and(eq(resources.resource_id, resource_id), eq(resources.blob_key, ""), ne(resources.state, "growing")))
    .returning({ resource_id: resources.resource_id });
  if (updated.length === 0) return undefined;
  const pieces = await db
    .delete(resource_pieces)
    .where(eq(resource_pieces.resource_id, resource_id))
    .returning({ blob_key: resource_pieces.blob_key });
  return pieces.map(({ blob_key }) => blob_key);
}

/** The files of a project's tests, whole and in pieces. */
export async function blobKeysOf(db: Queries, project_id: string): Promise<string[]> {
  const inProject = db.select({ test_id: tests.test_id }).from(tests).where(eq(tests.project_id, project_id));
  const whole = await db
    .select({ blob_key: resources.blob_key })
    .from(resources)
    .where(and(inArray(resources.test_id, inProject), ne(resources.blob_key, "")));
  const pieces = await db
    .select({ blob_key: resource_pieces.blob_key })
    .from(resource_pieces)
    .innerJoin(resources, eq(resources.resource_id, resource_pieces.resource_id))
    .where(inArray(resources.test_id, inProject));
  return [...whole, ...pieces].map(({ blob_key }) => blob_key);
}
