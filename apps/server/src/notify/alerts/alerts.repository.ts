import type { AlertKind, AlertState } from "@udt/contract";
import { alert_looks, alerts } from "../../platform/database/alerts.schema.ts";
import type { Queries } from "../../platform/database/database.ts";
import { and, desc, eq, lt, sql } from "../../platform/database/sql.ts";

export type AlertRow = typeof alerts.$inferSelect;

/**
 * Takes the turn to look, unless a server took it after `before`. One that lies in the future was taken by a clock that has
 * been set back since.
 */
export async function takeTurn(db: Queries, turn: { now: number; before: number; future: number }): Promise<boolean> {
  const rows = await db
    .insert(alert_looks)
    .values({ name: "all", at: turn.now })
    .onConflictDoUpdate({
      target: alert_looks.name,
      set: { at: turn.now },
      setWhere: sql`${alert_looks.at} <= ${turn.before} or ${alert_looks.at} > ${turn.future}`,
    })
    .returning({ name: alert_looks.name });
  return rows.length > 0;
}

export async function endTurn(tx: Queries, done_at: number): Promise<void> {
  await tx.update(alert_looks).set({ done_at }).where(eq(alert_looks.name, "all"));
}

/** When somebody last looked at everything. */
export async function lookedAt(db: Queries): Promise<number | null> {
  const [row] = await db.select({ done_at: alert_looks.done_at }).from(alert_looks).where(eq(alert_looks.name, "all"));
  return row?.done_at ?? null;
}

export async function findCertificate(db: Queries): Promise<unknown> {
  const [row] = await db.select().from(alert_looks).where(eq(alert_looks.name, "certificate"));
  return row?.found;
}

export async function putCertificate(db: Queries, at: number, found: unknown): Promise<void> {
  await db
    .insert(alert_looks)
    .values({ name: "certificate", at, found })
    .onConflictDoUpdate({ target: alert_looks.name, set: { at, found } });
}

export async function lockOpen(tx: Queries): Promise<AlertRow[]> {
  return tx.select().from(alerts).where(eq(alerts.state, "open")).for("update");
}

/** Undefined when another server has opened it. */
export async function insertOpen(tx: Queries, row: AlertRow): Promise<AlertRow | undefined> {
  const [opened] = await tx.insert(alerts).values(row).onConflictDoNothing().returning();
  return opened;
}

export async function updateAlert(tx: Queries, alert_id: string, change: Partial<AlertRow>): Promise<void> {
  await tx.update(alerts).set(change).where(eq(alerts.alert_id, alert_id));
}

export async function deleteEnded(db: Queries, before: number): Promise<void> {
  await db.delete(alerts).where(and(eq(alerts.state, "ended"), lt(alerts.until, before)));
}

export async function listAlerts(
  db: Queries,
  filter: { state: AlertState | undefined; kind: AlertKind | undefined; page_num: number; page_size: number },
): Promise<{ rows: AlertRow[]; total: number }> {
  const where = and(filter.state && eq(alerts.state, filter.state), filter.kind && eq(alerts.kind, filter.kind));
  const rows = await db
    .select()
    .from(alerts)
    .where(where)
    .orderBy(desc(alerts.since), desc(alerts.alert_id))
    .limit(filter.page_size)
    .offset((filter.page_num - 1) * filter.page_size);
  return { rows, total: await db.$count(alerts, where) };
}
