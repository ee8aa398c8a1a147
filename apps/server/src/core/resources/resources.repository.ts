import {
  and,
  asc,
  count,
  desc,
  eq,
  exists,
  gt,
  inArray,
  isNull,
  ne,
  not,
  or,
  sql,
} from "../../platform/database/sql.ts";
import type { ResourceKind } from "@udt/contract";
import type { GoneTests } from "../sessions/sessions.service.ts";
import { leases, resources, tests } from "../../platform/database/core.schema.ts";
import type { Queries } from "../../platform/database/database.ts";
import { resource_pieces, resource_usage } from "../../platform/database/resources.schema.ts";
import { onlyRow } from "../../platform/database/only-row.ts";
import { isShownTo } from "./shown-to.ts";

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

/** One that is there already stays as it is. */
export async function insertResource(db: Queries, resource: ResourceRow): Promise<void> {
  await db.insert(resources).values(resource).onConflictDoNothing({ target: resources.resource_id });
}

/** What UDT itself records: of that there are a few, and of the files that scripts keep as many as they like. */
const isRecording = inArray(resources.kind, ["video", "log", "script_log", "performance"]);

/** The newest first; the device's recordings are among them, however many files are newer. */
export async function listResources(
  db: Queries,
  of: {
    test_id: string;
    device_id: string;
    kind?: ResourceKind | undefined;
    case_run_id?: number | undefined;
    may_watch: boolean;
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
        isShownTo(db, of.may_watch),
      ),
    )
    .orderBy(desc(isRecording), desc(resources.created_at), desc(resources.resource_id))
    .limit(of.limit);
  return rows
    .toSorted((one, other) => other.row.created_at - one.row.created_at)
    .map(({ row, is_held }) => ({ ...row, is_held }));
}

export async function findResource(
  db: Queries,
  key: ResourceKey,
  { may_watch }: { may_watch: boolean },
): Promise<(ResourceRow & { is_held: boolean }) | undefined> {
  const [found] = await db
    .select({ row: resources, is_held: sql<boolean>`${isHeld(db)}` })
    .from(resources)
    .where(and(ofKey(key), isShownTo(db, may_watch)));
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

/** How many pieces there are. They have no gap, so the last one says it. Columns of one table alone are written without it. */
const nextPiece = sql<number>`coalesce((
  select max(p.piece) + 1 from ${resource_pieces} p where p.resource_id = ${resources}.resource_id
), 0)`;

export async function findWithNext(
  db: Queries,
  key: ResourceKey,
): Promise<{ row: ResourceRow; next: number } | undefined> {
  const [found] = await db.select({ row: resources, next: nextPiece }).from(resources).where(ofKey(key));
  return found && { row: found.row, next: Number(found.next) };
}

/** Locks a file and then counts its pieces: those that came while the lock was waited for are among them. */
export async function lockWithNext(
  db: Queries,
  key: ResourceKey,
): Promise<{ row: ResourceRow; next: number } | undefined> {
  return (await lockResource(db, key)) && findWithNext(db, key);
}

/** Says how far the timeline of a file has come that waits for this piece under this lease; answers its size. */
export async function extendResource(
  db: Queries,
  key: ResourceKey & { lease_token: number; piece: number },
  duration_ms: number | null,
): Promise<number | undefined> {
  const [row] = await db
    .update(resources)
    .set({ duration_ms: furthest(duration_ms) })
    .where(
      and(
        ofKey(key),
        eq(resources.lease_token, key.lease_token),
        eq(resources.state, "growing"),
        sql`${nextPiece} = ${key.piece}`,
      ),
    )
    .returning({ size_bytes: resources.size_bytes });
  return row?.size_bytes;
}

/** Where a timeline stands that stood somewhere, or nowhere, before. */
const furthest = (duration_ms: number | null) =>
  sql<number>`greatest(${resources.duration_ms}, ${duration_ms}::bigint)`;

/** Adds a piece to its file and to what the test's files take up; answers both. One statement: a second of a recording is several. */
export async function addPiece(
  db: Queries,
  test_id: string,
  piece: PieceRow,
): Promise<{ size_bytes: number; used: number }> {
  const { size_bytes } = piece;
  const taken = db.$with("taken").as(
    db
      .insert(resource_usage)
      .values({ test_id, size_bytes })
      .onConflictDoUpdate({
        target: resource_usage.test_id,
        set: { size_bytes: sql`${resource_usage.size_bytes} + excluded.size_bytes` },
      })
      .returning({ used: sql<number>`${resource_usage.size_bytes}`.as("used") }),
  );
  const added = db
    .$with("added")
    .as(db.insert(resource_pieces).values(piece).returning({ piece: resource_pieces.piece }));
  const rows = await db
    .with(taken, added)
    .update(resources)
    .set({ size_bytes: sql`${resources.size_bytes} + ${size_bytes}`, duration_ms: furthest(piece.duration_ms) })
    .where(eq(resources.resource_id, piece.resource_id))
    .returning({ size_bytes: resources.size_bytes, used: sql<number>`(select used from taken)` });
  const row = onlyRow(rows);
  return { size_bytes: row.size_bytes, used: Number(row.used) };
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
  const rows = await db
    .insert(resource_usage)
    .values({ test_id, size_bytes })
    .onConflictDoUpdate({
      target: resource_usage.test_id,
      set: { size_bytes: sql`${resource_usage.size_bytes} + excluded.size_bytes` },
    })
    .returning({ size_bytes: resource_usage.size_bytes });
  return onlyRow(rows).size_bytes;
}

/** Files that grew under a lease that was over by `time`: nobody will add to them. */
export async function markBroken(db: Queries, time: number): Promise<void> {
  const mayGrow = exists(
    db
      .select({ one: sql`1` })
      .from(leases)
      .where(
        and(
          eq(leases.lease_token, resources.lease_token),
          or(isNull(leases.released_at), gt(leases.released_at, time)),
        ),
      ),
  );
  await db
    .update(resources)
    .set({ state: "broken" })
    .where(and(eq(resources.blob_key, ""), eq(resources.state, "growing"), not(mayGrow)));
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

/** The files of tests, whole and in pieces. */
export async function blobKeysOf(db: Queries, gone: GoneTests): Promise<string[]> {
  const test_ids =
    "project_id" in gone
      ? db.select({ test_id: tests.test_id }).from(tests).where(eq(tests.project_id, gone.project_id))
      : [...gone.test_ids];
  const whole = await db
    .select({ blob_key: resources.blob_key })
    .from(resources)
    .where(and(inArray(resources.test_id, test_ids), ne(resources.blob_key, "")));
  const pieces = await db
    .select({ blob_key: resource_pieces.blob_key })
    .from(resource_pieces)
    .innerJoin(resources, eq(resources.resource_id, resource_pieces.resource_id))
    .where(inArray(resources.test_id, test_ids));
  return [...whole, ...pieces].map(({ blob_key }) => blob_key);
}

/** Files that tests of a project left behind, and what they take. */
export async function countOfProject(db: Queries, project_id: string): Promise<{ files: number; file_bytes: number }> {
  const [found] = await db
    .select({ files: count(), file_bytes: sql<number>`coalesce(sum(${resources.size_bytes}), 0)::float8` })
    .from(resources)
    .innerJoin(tests, eq(tests.test_id, resources.test_id))
    .where(eq(tests.project_id, project_id));
  return found ?? { files: 0, file_bytes: 0 };
}
