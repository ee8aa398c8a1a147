import { and, count, desc, eq, inArray, sql } from "../../platform/database/sql.ts";
import { users } from "../../platform/database/core.schema.ts";
import type { Queries } from "../../platform/database/database.ts";
import { device_notes } from "../../platform/database/notes.schema.ts";

export type NoteRow = typeof device_notes.$inferSelect;
/** Notes of one project on one device: no query here is without both. */
export interface NotesOf {
  project_id: string;
  device_id: string;
}
/** How many there are on a device, and the newest. */
export interface NotesSummary {
  count: number;
  newest: string;
  user_name: string;
}

const areOf = ({ project_id, device_id }: NotesOf) =>
  and(eq(device_notes.project_id, project_id), eq(device_notes.device_id, device_id));

export async function listNotes(db: Queries, of: NotesOf): Promise<(NoteRow & { user_name: string })[]> {
  const rows = await db
    .select({ note: device_notes, user_name: users.user_name })
    .from(device_notes)
    .innerJoin(users, eq(users.user_id, device_notes.user_id))
    .where(areOf(of))
    .orderBy(desc(device_notes.created_at), desc(device_notes.note_id));
  return rows.map(({ note, user_name }) => ({ ...note, user_name }));
}

export async function countNotes(db: Queries, of: NotesOf): Promise<number> {
  const [row] = await db.select({ count: count() }).from(device_notes).where(areOf(of));
  return row?.count ?? 0;
}

export async function insertNote(db: Queries, note: NoteRow): Promise<void> {
  await db.insert(device_notes).values(note);
}

export async function findNote(db: Queries, of: NotesOf, note_id: string): Promise<NoteRow | undefined> {
  const [row] = await db
    .select()
    .from(device_notes)
    .where(and(areOf(of), eq(device_notes.note_id, note_id)))
    .for("update");
  return row;
}

export async function deleteNote(db: Queries, of: NotesOf, note_id: string): Promise<void> {
  await db.delete(device_notes).where(and(areOf(of), eq(device_notes.note_id, note_id)));
}

/** What lists of devices tell of a project's notes. */
export async function summariseNotes(
  db: Queries,
  project_id: string | null,
  device_ids: readonly string[],
): Promise<Map<string, NotesSummary>> {
  // They are the projects' own.
  if (project_id === null || device_ids.length === 0) return new Map();
  const rows = await db
    .selectDistinctOn([device_notes.device_id], {
      device_id: device_notes.device_id,
      count: sql<string>`count(*) over (partition by ${device_notes.device_id})`,
      newest: device_notes.text,
      user_name: users.user_name,
    })
    .from(device_notes)
    .innerJoin(users, eq(users.user_id, device_notes.user_id))
    .where(and(eq(device_notes.project_id, project_id), inArray(device_notes.device_id, [...device_ids])))
    .orderBy(device_notes.device_id, desc(device_notes.created_at), desc(device_notes.note_id));
  return new Map(rows.map(({ device_id, ...rest }) => [device_id, { ...rest, count: Number(rest.count) }]));
}
