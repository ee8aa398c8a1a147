import { and, asc, count, desc, eq, ilike, inArray, lt, or, sql, type SQL } from "../../platform/database/sql.ts";
import { INSTALLABLE, type AppSort, type DeviceOs, type PreinstalledApp } from "@udt/contract";
import { apps } from "../../platform/database/apps.schema.ts";
import { users } from "../../platform/database/core.schema.ts";
import type { Queries } from "../../platform/database/database.ts";
import { likePattern } from "../../platform/ids.ts";

export type AppRow = typeof apps.$inferSelect;
export interface AppListing {
  app: AppRow;
  user_name: string;
}

const select = (db: Queries) =>
  db.select({ app: apps, user_name: users.user_name }).from(apps).innerJoin(users, eq(users.user_id, apps.user_id));

export async function findApp(db: Queries, project_id: string, app_id: string): Promise<AppListing | undefined> {
  const [row] = await select(db).where(and(eq(apps.project_id, project_id), eq(apps.app_id, app_id)));
  return row;
}

/** What applications of a project are called; those that are gone are left out. */
export async function findNames(
  db: Queries,
  project_id: string,
  app_ids: string[],
): Promise<{ app_id: string; name: string; version_name: string }[]> {
  if (app_ids.length === 0) return [];
  return db
    .select({ app_id: apps.app_id, name: apps.name, version_name: apps.version_name })
    .from(apps)
    .where(and(eq(apps.project_id, project_id), inArray(apps.app_id, app_ids)));
}

/** Whether any project has it: only to tell which refusal is right. */
export async function existsAnywhere(db: Queries, app_id: string): Promise<boolean> {
  return (await db.$count(apps, eq(apps.app_id, app_id))) > 0;
}

/** The project's app with these bytes, kept from being deleted to the end of the transaction. */
export async function lockAppByBytes(
  tx: Queries,
  bytes: { project_id: string; md5: string; size_bytes: number },
): Promise<AppListing | undefined> {
  const [row] = await select(tx)
    .where(and(eq(apps.project_id, bytes.project_id), eq(apps.md5, bytes.md5), eq(apps.size_bytes, bytes.size_bytes)))
    .for("key share", { of: apps });
  return row;
}

/** Keeps an app from being deleted to the end of the transaction. */
export async function lockApp(tx: Queries, project_id: string, app_id: string): Promise<AppRow | undefined> {
  const [row] = await tx
    .select()
    .from(apps)
    .where(and(eq(apps.project_id, project_id), eq(apps.app_id, app_id)))
    .for("key share");
  return row;
}

/**
 * The packages that a project's tags have pre-installed, of each of these that one, or the newest of its app; in no order.
 * Those that are held nobody deletes until the transaction is over.
 */
export async function findWanted(
  db: Queries,
  project_id: string,
  wishes: readonly PreinstalledApp[],
  hold?: "key share",
): Promise<AppRow[]> {
  if (wishes.length === 0) return [];
  const isWished = (wish: PreinstalledApp) =>
    and(
      sameApp({ project_id, os: wish.os, package_name: wish.package_name }),
      eq(apps.kind, INSTALLABLE[wish.os]),
      wish.app_id === null ? undefined : eq(apps.app_id, wish.app_id),
    );
  const newest = db
    .selectDistinctOn([apps.os, apps.package_name], { app_id: apps.app_id })
    .from(apps)
    .where(or(...wishes.map(isWished)))
    .orderBy(apps.os, apps.package_name, desc(apps.created_at), desc(apps.app_id));
  // In one order, as who deletes some locks them.
  const query = db.select().from(apps).where(inArray(apps.app_id, newest)).orderBy(asc(apps.app_id)).$dynamic();
  return hold ? query.for(hold) : query;
}

/** The packages of an app, which nobody else deletes or begins to use until the transaction is over. */
export async function lockVersions(tx: Queries, project_id: string, app_id: string): Promise<AppRow[]> {
  const [app] = await tx
    .select()
    .from(apps)
    .where(and(eq(apps.project_id, project_id), eq(apps.app_id, app_id)));
  return app ? tx.select().from(apps).where(sameApp(app)).orderBy(asc(apps.app_id)).for("update") : [];
}

/** An app of whatever project. */
export async function findAnywhere(db: Queries, app_id: string): Promise<AppRow | undefined> {
  const [row] = await db.select().from(apps).where(eq(apps.app_id, app_id));
  return row;
}

/** False when the project has the same bytes already. */
export async function insertApp(db: Queries, app: typeof apps.$inferInsert): Promise<boolean> {
  const rows = await db
    .insert(apps)
    .values(app)
    .onConflictDoNothing({ target: [apps.project_id, apps.md5, apps.size_bytes] })
    .returning({ app_id: apps.app_id });
  return rows.length > 0;
}

export async function deleteApp(db: Queries, project_id: string, app_id: string): Promise<AppRow | undefined> {
  const [row] = await db
    .delete(apps)
    .where(and(eq(apps.project_id, project_id), eq(apps.app_id, app_id)))
    .returning();
  return row;
}

export interface AppFilter {
  project_id: string;
  keyword: string;
  os?: DeviceOs | undefined;
  package_name?: string | undefined;
  sort: AppSort;
  order: "asc" | "desc";
  page_num: number;
  page_size: number;
}

/** Ties go to the newer one, so that pages never overlap. */
export async function listApps(db: Queries, filter: AppFilter): Promise<{ rows: AppListing[]; total: number }> {
  const conditions: (SQL | undefined)[] = [eq(apps.project_id, filter.project_id)];
  if (filter.keyword !== "") {
    const pattern = likePattern(filter.keyword);
    conditions.push(or(ilike(apps.name, pattern), ilike(apps.package_name, pattern), ilike(apps.file_name, pattern)));
  }
  if (filter.os !== undefined) conditions.push(eq(apps.os, filter.os));
  if (filter.package_name !== undefined) conditions.push(eq(apps.package_name, filter.package_name));
  const where = and(...conditions);
  const total = await db.$count(apps, where);
  const key = filter.sort === "name" ? sql`lower(${apps.name})` : apps[filter.sort];
  const rows = await select(db)
    .where(where)
    .orderBy(
      ...(filter.order === "asc"
        ? [asc(key), asc(apps.created_at), asc(apps.app_id)]
        : [desc(key), desc(apps.created_at), desc(apps.app_id)]),
    )
    .limit(filter.page_size)
    .offset((filter.page_num - 1) * filter.page_size);
  return { rows, total };
}

const sameApp = ({ project_id, os, package_name }: Pick<AppRow, "project_id" | "os" | "package_name">) =>
  and(eq(apps.project_id, project_id), eq(apps.os, os), eq(apps.package_name, package_name));

/** The packages of one app, newest upload first. */
export async function listVersions(
  db: Queries,
  app: AppRow,
  page: { page_num: number; page_size: number },
): Promise<AppListing[]> {
  return select(db)
    .where(sameApp(app))
    .orderBy(desc(apps.created_at), desc(apps.app_id))
    .limit(page.page_size)
    .offset((page.page_num - 1) * page.page_size);
}

/** The package of the same app that was uploaded right before this one. */
export async function findVersionBefore(db: Queries, app: AppRow): Promise<AppListing | undefined> {
  const [row] = await select(db)
    .where(
      and(
        sameApp(app),
        or(lt(apps.created_at, app.created_at), and(eq(apps.created_at, app.created_at), lt(apps.app_id, app.app_id))),
      ),
    )
    .orderBy(desc(apps.created_at), desc(apps.app_id))
    .limit(1);
  return row;
}

export async function countVersions(db: Queries, app: AppRow): Promise<number> {
  return db.$count(apps, sameApp(app));
}

export async function deleteApps(db: Queries, project_id: string): Promise<AppRow[]> {
  return db.delete(apps).where(eq(apps.project_id, project_id)).returning();
}

/** The packages of a project, and what they take. */
export async function countOfProject(db: Queries, project_id: string): Promise<{ apps: number; app_bytes: number }> {
  const [found] = await db
    .select({ apps: count(), app_bytes: sql<number>`coalesce(sum(${apps.size_bytes}), 0)::float8` })
    .from(apps)
    .where(eq(apps.project_id, project_id));
  return found ?? { apps: 0, app_bytes: 0 };
}
