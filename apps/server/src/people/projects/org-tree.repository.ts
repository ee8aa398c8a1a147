/** How the tree of organisations changes. */
import { and, eq, inArray, max, sql } from "../../platform/database/sql.ts";
import type { AdminOrg } from "@udt/contract";
import type { Queries } from "../../platform/database/database.ts";
import { org_paths, org_users, orgs } from "../../platform/database/orgs.schema.ts";
import {
  byName,
  hasChildren,
  inTree,
  placeInTree,
  userCount,
  type OrgRow,
  type TreeFilter,
} from "./orgs.repository.ts";

const fields = {
  ...placeInTree,
  has_children: hasChildren,
  user_count: userCount,
  own_user_count: sql<number>`(select count(*)::int from org_users where org_users.org_id = "orgs"."org_id")`,
  org_count: sql<number>`(
    select count(*)::int - 1 from org_paths where org_paths.ancestor_id = "orgs"."org_id")`,
  project_count: sql<number>`(
    select count(distinct project_orgs.project_id)::int from org_paths
    join project_orgs on project_orgs.org_id = org_paths.org_id where org_paths.ancestor_id = "orgs"."org_id")`,
};

export async function findWholeOrg(db: Queries, org_id: string): Promise<AdminOrg | undefined> {
  const [row] = await db.select(fields).from(orgs).where(eq(orgs.org_id, org_id));
  return row;
}

export async function listWholeTree(db: Queries, filter: TreeFilter): Promise<{ list: AdminOrg[]; total: number }> {
  const where = inTree(filter);
  const list = await db
    .select(fields)
    .from(orgs)
    .where(where)
    .orderBy(...byName)
    .limit(filter.page_size)
    .offset((filter.page_num - 1) * filter.page_size);
  return { list, total: await db.$count(orgs, where) };
}

/** Fails on the unique index `orgs_name`. */
export async function insertOrg(tx: Queries, org: OrgRow): Promise<void> {
  await tx.insert(orgs).values(org);
  await tx.insert(org_paths).values({ org_id: org.org_id, ancestor_id: org.org_id, depth: 0 });
  if (org.parent_id !== null) await hang(tx, org.org_id, org.parent_id);
}

export async function renameOrg(tx: Queries, org_id: string, name: string): Promise<void> {
  await tx.update(orgs).set({ name }).where(eq(orgs.org_id, org_id));
}

/** Takes an organisation with all below it from where it hangs, and hangs it below another or at the top. */
export async function moveOrg(tx: Queries, org_id: string, parent_id: string | null): Promise<void> {
  await tx.update(orgs).set({ parent_id }).where(eq(orgs.org_id, org_id));
  await tx.execute(sql`
    delete from org_paths using org_paths as below
    where below.ancestor_id = ${org_id} and org_paths.org_id = below.org_id
      and org_paths.ancestor_id not in (select org_id from org_paths as inside where inside.ancestor_id = ${org_id})`);
  if (parent_id !== null) await hang(tx, org_id, parent_id);
}

/** Every one below `org_id` gets every one above it from `parent_id` on. */
async function hang(tx: Queries, org_id: string, parent_id: string): Promise<void> {
  await tx.execute(sql`
    insert into org_paths (org_id, ancestor_id, depth)
    select below.org_id, above.ancestor_id, below.depth + above.depth + 1
    from org_paths as below cross join org_paths as above
    where below.ancestor_id = ${org_id} and above.org_id = ${parent_id}`);
}

/** With all below it; people stay people. */
export async function deleteOrg(tx: Queries, org_id: string): Promise<void> {
  await tx.delete(orgs).where(eq(orgs.org_id, org_id));
}

export async function isBelow(tx: Queries, org_id: string, ancestor_id: string): Promise<boolean> {
  return (await tx.$count(org_paths, and(eq(org_paths.org_id, org_id), eq(org_paths.ancestor_id, ancestor_id)))) > 0;
}

/** How many levels there are from an organisation to the deepest below it, itself counted. */
export async function heightOf(tx: Queries, org_id: string): Promise<number> {
  const [row] = await tx
    .select({ depth: max(org_paths.depth) })
    .from(org_paths)
    .where(eq(org_paths.ancestor_id, org_id));
  return (row?.depth ?? 0) + 1;
}

/** Which level it is on; 1 at the top. */
export async function levelOf(tx: Queries, org_id: string): Promise<number> {
  return tx.$count(org_paths, eq(org_paths.org_id, org_id));
}

export async function insertOrgUsers(tx: Queries, org_id: string, user_ids: string[], now: number): Promise<number> {
  const rows = await tx
    .insert(org_users)
    .values(user_ids.map((user_id) => ({ org_id, user_id, joined_at: now })))
    .onConflictDoNothing()
    .returning({ user_id: org_users.user_id });
  return rows.length;
}

/** Answers who was in it. */
export async function deleteOrgUsers(tx: Queries, org_id: string, user_ids: string[]): Promise<string[]> {
  const rows = await tx
    .delete(org_users)
    .where(and(eq(org_users.org_id, org_id), inArray(org_users.user_id, user_ids)))
    .returning({ user_id: org_users.user_id });
  return rows.map((row) => row.user_id);
}
