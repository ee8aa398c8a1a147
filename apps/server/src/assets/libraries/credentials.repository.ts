import type { Credential } from "@udt/contract";
import { and, asc, eq, ilike, inArray, or, sql } from "../../platform/database/sql.ts";
import { users } from "../../platform/database/core.schema.ts";
import type { Queries } from "../../platform/database/database.ts";
import { credentials, libraries } from "../../platform/database/libraries.schema.ts";
import { script_mirrors } from "../../platform/database/scripts.schema.ts";
import { likePattern } from "../../platform/ids.ts";
import { shutMirrors } from "./libraries.repository.ts";

export type CredentialRow = typeof credentials.$inferSelect;
export interface CredentialListing {
  credential: CredentialRow;
  user_name: string;
  /** By libraries. */
  uses: Credential["uses"];
}

const listed = (db: Queries) =>
  db
    .select({
      credential: credentials,
      user_name: users.user_name,
      uses: sql<Credential["uses"]>`coalesce((
        select json_agg(json_build_object('kind', 'library', 'id', ${libraries.library_id}, 'name', ${libraries.name})
          order by lower(${libraries.name}), ${libraries.library_id}) from ${libraries}
        where ${libraries.credential_id} = ${credentials.credential_id} and ${libraries.deleted_at} is null), '[]'::json)`,
    })
    .from(credentials)
    .innerJoin(users, eq(users.user_id, credentials.user_id));
const within = (project_id: string, credential_id: string) =>
  and(eq(credentials.project_id, project_id), eq(credentials.credential_id, credential_id));

export async function listCredentials(
  db: Queries,
  filter: { project_id: string; keyword: string; page_num: number; page_size: number },
): Promise<{ rows: CredentialListing[]; total: number }> {
  const pattern = likePattern(filter.keyword);
  const where = and(
    eq(credentials.project_id, filter.project_id),
    filter.keyword === "" ? undefined : or(ilike(credentials.name, pattern), ilike(credentials.username, pattern)),
  );
  const rows = await listed(db)
    .where(where)
    .orderBy(sql`lower(${credentials.name})`, asc(credentials.credential_id))
    .limit(filter.page_size)
    .offset((filter.page_num - 1) * filter.page_size);
  return { rows, total: await db.$count(credentials, where) };
}

export async function findCredential(
  db: Queries,
  project_id: string,
  credential_id: string,
): Promise<CredentialListing | undefined> {
  const [row] = await listed(db).where(within(project_id, credential_id));
  return row;
}

export async function lockCredential(
  db: Queries,
  project_id: string,
  credential_id: string,
  strength: "update" | "key share",
): Promise<CredentialRow | undefined> {
  const [row] = await db.select().from(credentials).where(within(project_id, credential_id)).for(strength);
  return row;
}

export async function insertCredential(db: Queries, row: CredentialRow): Promise<void> {
  await db.insert(credentials).values(row);
}

export async function updateCredential(
  db: Queries,
  credential_id: string,
  change: Partial<CredentialRow>,
): Promise<void> {
  await db.update(credentials).set(change).where(eq(credentials.credential_id, credential_id));
  if (change.password === undefined) return;
  const its = db
    .select({ library_id: libraries.library_id })
    .from(libraries)
    .where(eq(libraries.credential_id, credential_id));
  await shutMirrors(db, inArray(script_mirrors.library_id, its));
}

export async function deleteCredential(db: Queries, credential_id: string): Promise<void> {
  await db.delete(credentials).where(eq(credentials.credential_id, credential_id));
}

/** Libraries that were deleted need no credential any more. */
export async function releaseFromDeleted(db: Queries, credential_id: string): Promise<void> {
  await db
    .update(libraries)
    .set({ credential_id: null })
    .where(and(eq(libraries.credential_id, credential_id), sql`${libraries.deleted_at} is not null`));
}

export const countCredentials = (db: Queries, project_id: string): Promise<number> =>
  db.$count(credentials, eq(credentials.project_id, project_id));
