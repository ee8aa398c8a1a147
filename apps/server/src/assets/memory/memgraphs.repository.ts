/** Samples with a memory graph that agents on a Mac are to have read. */
import type { MemgraphTool } from "@udt/contract";
import { and, eq, isNotNull, max, sql } from "../../platform/database/sql.ts";
import type { Queries } from "../../platform/database/database.ts";
import { memory_files, memory_samples, memory_traces } from "../../platform/database/memory.schema.ts";
import type { FileRow, SampleRow } from "./memory.repository.ts";

/** Holds a sample as it is, to the end of the transaction, where its state is that. */
export async function lockIn(
  tx: Queries,
  sample_id: string,
  state: SampleRow["state"],
): Promise<SampleRow | undefined> {
  const [row] = await tx
    .select()
    .from(memory_samples)
    .where(and(eq(memory_samples.sample_id, sample_id), eq(memory_samples.state, state)))
    .for("update");
  return row;
}

/** A sample that is to be read, and whose it is. */
export async function findReading(
  db: Queries,
  sample_id: string,
): Promise<{ sample: SampleRow; project_id: string } | undefined> {
  const [row] = await db
    .select({ sample: memory_samples, project_id: memory_traces.project_id })
    .from(memory_samples)
    .innerJoin(memory_traces, eq(memory_traces.trace_id, memory_samples.trace_id))
    .where(and(eq(memory_samples.sample_id, sample_id), eq(memory_samples.state, "reading")));
  return row;
}

export const sampleIds = async (db: Queries, trace_id: string): Promise<string[]> =>
  (
    await db
      .select({ sample_id: memory_samples.sample_id })
      .from(memory_samples)
      .where(eq(memory_samples.trace_id, trace_id))
  ).map(({ sample_id }) => sample_id);

export async function updateSample(tx: Queries, sample_id: string, change: Partial<SampleRow>): Promise<void> {
  await tx.update(memory_samples).set(change).where(eq(memory_samples.sample_id, sample_id));
}

/** Adds what a tool wrote to a sample that is held. */
export async function insertText(
  tx: Queries,
  {
    sample_id,
    size_bytes,
    ...text
  }: Pick<FileRow, "sample_id" | "file_name" | "size_bytes"> & {
    tool: MemgraphTool;
    blob_key: string;
  },
): Promise<void> {
  const [row] = await tx
    .select({ last: max(memory_files.file_no) })
    .from(memory_files)
    .where(eq(memory_files.sample_id, sample_id));
  const file_no = (row?.last ?? -1) + 1;
  await tx
    .insert(memory_files)
    .values({ sample_id, file_no, size_bytes, ...text, upload_id: null, format: null, lines: null });
  await addBytes(tx, sample_id, size_bytes);
}

/** Takes out of a sample what tools wrote. @returns the files that are nobody's then */
export async function deleteTexts(tx: Queries, sample_id: string): Promise<string[]> {
  const rows = await tx
    .delete(memory_files)
    .where(and(eq(memory_files.sample_id, sample_id), isNotNull(memory_files.tool)))
    .returning();
  await addBytes(tx, sample_id, -rows.reduce((all, { size_bytes }) => all + size_bytes, 0));
  return rows.flatMap(({ blob_key }) => blob_key ?? []);
}

async function addBytes(tx: Queries, sample_id: string, bytes: number): Promise<void> {
  await tx
    .update(memory_samples)
    .set({ size_bytes: sql`${memory_samples.size_bytes} + ${bytes}` })
    .where(eq(memory_samples.sample_id, sample_id));
}
