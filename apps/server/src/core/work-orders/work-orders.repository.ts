import { alias } from "drizzle-orm/pg-core";
import type { WorkOrderCloser, WorkOrderSource, WorkOrderState, WorkOrderStep } from "@udt/contract";
import { agents, devices, projects, test_devices, tests, users } from "../../platform/database/core.schema.ts";
import type { Queries } from "../../platform/database/database.ts";
import { and, asc, desc, eq, ilike, isAmong, or, sql, type SQL } from "../../platform/database/sql.ts";
import { work_order_entries, work_orders } from "../../platform/database/work-orders.schema.ts";
import { project_people } from "../../platform/database/orgs.schema.ts";
import { likePattern } from "../../platform/ids.ts";
import { visibleIn } from "../agents/agents.service.ts";
import { catalogueOf } from "../models/models.service.ts";
import { maySignIn } from "../../people/users/users.service.ts";

export type WorkOrderRow = typeof work_orders.$inferSelect;

const isOpen = sql`${work_orders.state} <> 'processed'`;

/** In queries of devices: how many open work orders each has. */
export const openOrders = sql<number>`(select count(*)::int from ${work_orders} where ${work_orders.device_id} = ${devices.device_id} and ${isOpen})`;
/** The same: whether it has any. */
export const isBroken = sql<boolean>`exists (select 1 from ${work_orders} where ${work_orders.device_id} = ${devices.device_id} and ${isOpen})`;

/** Those of some devices that have any. */
export async function brokenAmong(db: Queries, some: readonly { device_id: string }[]): Promise<Set<string>> {
  const device_ids = some.map(({ device_id }) => device_id);
  const rows = await db
    .selectDistinct({ device_id: work_orders.device_id })
    .from(work_orders)
    .where(and(isAmong(work_orders.device_id, device_ids), isOpen));
  return new Set(rows.map(({ device_id }) => device_id));
}

const reporters = alias(users, "reporters");
const assignees = alias(users, "assignees");

const listed = (db: Queries, project_id: string | null) =>
  db
    .select({
      order: work_orders,
      device: {
        device_id: devices.device_id,
        brand: devices.brand,
        model: devices.model,
        serial: devices.serial,
        os: devices.os,
        catalogue: catalogueOf,
      },
      reporter_name: reporters.user_name,
      assignee_name: assignees.user_name,
      /** What another project found it in is nobody's business here. */
      test: { test_id: tests.test_id, kind: tests.kind },
    })
    .from(work_orders)
    .innerJoin(devices, eq(devices.device_id, work_orders.device_id))
    .innerJoin(agents, eq(agents.agent_id, devices.agent_id))
    .leftJoin(reporters, eq(reporters.user_id, work_orders.reporter_id))
    .leftJoin(assignees, eq(assignees.user_id, work_orders.assignee_id))
    .leftJoin(
      tests,
      and(eq(tests.test_id, work_orders.test_id), project_id === null ? undefined : eq(tests.project_id, project_id)),
    )
    .$dynamic();

export type OrderListing = Awaited<ReturnType<typeof listed>>[number];

export interface OrderFilter {
  /** Null: an administrator of the server asks, through none. */
  project_id: string | null;
  keyword: string;
  device_id?: string | undefined;
  state?: WorkOrderState | undefined;
  source?: WorkOrderSource | undefined;
  agent_id?: string | undefined;
  /** Those of devices that this project sees, whoever asks. */
  seen_by?: string | undefined;
  /** Whose they are to see to. */
  assignee_id?: string | undefined;
  page_num: number;
  page_size: number;
}

/** In queries of work orders with their devices and agents. */
export function matching(filter: Omit<OrderFilter, "page_num" | "page_size">): SQL | undefined {
  const { project_id, keyword, device_id, state, source, agent_id, seen_by, assignee_id } = filter;
  const pattern = likePattern(keyword);
  return and(
    visibleIn(project_id),
    seen_by === undefined ? undefined : visibleIn(seen_by),
    agent_id === undefined ? undefined : eq(devices.agent_id, agent_id),
    source === undefined ? undefined : eq(work_orders.source, source),
    device_id === undefined ? undefined : eq(work_orders.device_id, device_id),
    state === undefined ? undefined : eq(work_orders.state, state),
    assignee_id === undefined ? undefined : eq(work_orders.assignee_id, assignee_id),
    keyword === ""
      ? undefined
      : or(
          ilike(devices.model, pattern),
          ilike(devices.brand, pattern),
          ilike(devices.serial, pattern),
          ilike(work_orders.text, pattern),
        ),
  );
}

export async function listOrders(db: Queries, filter: OrderFilter): Promise<{ rows: OrderListing[]; total: number }> {
  const which = matching(filter);
  const rows = await listed(db, filter.project_id)
    .where(which)
    .orderBy(desc(work_orders.number))
    .limit(filter.page_size)
    .offset((filter.page_num - 1) * filter.page_size);
  const [counted] = await db
    .select({ total: sql<number>`count(*)::int` })
    .from(work_orders)
    .innerJoin(devices, eq(devices.device_id, work_orders.device_id))
    .innerJoin(agents, eq(agents.agent_id, devices.agent_id))
    .where(which);
  return { rows, total: counted?.total ?? 0 };
}

/** One of a device that the project sees. */
export async function findOrder(
  db: Queries,
  project_id: string | null,
  number: number,
): Promise<OrderListing | undefined> {
  const [row] = await listed(db, project_id).where(and(visibleIn(project_id), eq(work_orders.number, number)));
  return row;
}

export const entriesOf = (db: Queries, number: number) =>
  db
    .select({ entry: work_order_entries, user_name: users.user_name, assignee_name: assignees.user_name })
    .from(work_order_entries)
    .leftJoin(users, eq(users.user_id, work_order_entries.user_id))
    .leftJoin(assignees, eq(assignees.user_id, work_order_entries.assignee_id))
    .where(eq(work_order_entries.number, number))
    .orderBy(asc(work_order_entries.entry_id));

/** Locks it to the end of the transaction: who moves it at the same time waits, and finds what became of it. */
export async function lockOrder(db: Queries, number: number): Promise<WorkOrderRow | undefined> {
  const [row] = await db.select().from(work_orders).where(eq(work_orders.number, number)).for("no key update");
  return row;
}

/** Those of a device that are open, locked to the end of the transaction: a person may be closing one. */
export const openOf = (db: Queries, device_id: string): Promise<WorkOrderRow[]> =>
  db
    .select()
    .from(work_orders)
    .where(and(eq(work_orders.device_id, device_id), isOpen))
    .orderBy(asc(work_orders.number))
    .for("no key update");

/** Those that some devices have open for a step, locked likewise. */
export const openFor = (db: Queries, device_ids: readonly string[], step: WorkOrderStep): Promise<WorkOrderRow[]> =>
  db
    .select()
    .from(work_orders)
    .where(and(isAmong(work_orders.device_id, device_ids), eq(work_orders.step, step), isOpen))
    .orderBy(asc(work_orders.number))
    .for("no key update");

/** Answers its number; none where the device has such a one open already. */
export async function insertOrder(db: Queries, row: typeof work_orders.$inferInsert): Promise<number | undefined> {
  const [made] = await db
    .insert(work_orders)
    .values(row)
    .onConflictDoNothing()
    .returning({ number: work_orders.number });
  return made?.number;
}

/** Brings one to a state, and keeps who did it and what they said. */
export async function bringTo(
  db: Queries,
  number: number,
  by: { state: WorkOrderState; user_id: string | null; text: string; created_at: number },
  closed_by: WorkOrderCloser = "person",
): Promise<void> {
  const { state, user_id, created_at } = by;
  await db
    .update(work_orders)
    .set({
      state,
      ...(state === "processing" && { assignee_id: user_id }),
      ...(state === "unprocessed" && { assignee_id: null }),
      ...(state === "processed" && { closed_at: created_at, closed_by }),
    })
    .where(eq(work_orders.number, number));
  await insertEntry(db, { number, ...by });
}

/** Those who process a project's orders. */
export async function listProcessors(
  db: Queries,
  filter: { project_id: string; keyword: string; page_num: number; page_size: number },
  now: number,
) {
  const { user_id, user_name, email, head_image } = users;
  const pattern = likePattern(filter.keyword);
  const where = and(
    processes(filter.project_id, now),
    filter.keyword === "" ? undefined : or(ilike(user_name, pattern), ilike(email, pattern)),
  );
  const list = await db
    .select({ user_id, user_name, email, head_image })
    .from(users)
    .where(where)
    .orderBy(asc(sql`lower(${user_name})`), asc(user_id))
    .limit(filter.page_size)
    .offset((filter.page_num - 1) * filter.page_size);
  return { list, total: await db.$count(users, where) };
}

export async function isProcessor(db: Queries, project_id: string, user_id: string, now: number): Promise<boolean> {
  return (await db.$count(users, and(processes(project_id, now), eq(users.user_id, user_id)))) > 0;
}

/** In queries of users: administrators of the project, by themselves or by an organisation, who may sign in. */
const processes = (project_id: string, now: number) =>
  and(
    maySignIn(now),
    sql`exists (select 1 from ${project_people} where ${project_people}."project_id" = ${project_id}
      and ${project_people}."user_id" = ${users.user_id} and ${project_people}."user_type" = 1)`,
  );

/** Says who sees to one, and keeps who said so. */
export async function assignTo(
  db: Queries,
  number: number,
  by: { assignee_id: string | null; user_id: string; created_at: number },
): Promise<void> {
  await db.update(work_orders).set({ assignee_id: by.assignee_id }).where(eq(work_orders.number, number));
  await insertEntry(db, { number, ...by, is_assignment: true, state: null, text: "" });
}

export async function insertEntry(db: Queries, entry: typeof work_order_entries.$inferInsert): Promise<void> {
  await db.insert(work_order_entries).values(entry);
}

/** What is told of one outside of the console. */
export async function findTold(db: Queries, number: number) {
  const closers = alias(users, "closers");
  const [row] = await db
    .select({
      order: work_orders,
      device: { device_id: devices.device_id, model: devices.model, serial: devices.serial },
      reporter_name: reporters.user_name,
      closer_name: closers.user_name,
      assignee_name: assignees.user_name,
      /** How many orders of the device are open besides. */
      open_besides: sql<number>`${openOrders} - (case when ${isOpen} then 1 else 0 end)`,
    })
    .from(work_orders)
    .innerJoin(devices, eq(devices.device_id, work_orders.device_id))
    .leftJoin(reporters, eq(reporters.user_id, work_orders.reporter_id))
    .leftJoin(assignees, eq(assignees.user_id, work_orders.assignee_id))
    .leftJoin(
      work_order_entries,
      and(eq(work_order_entries.number, work_orders.number), eq(work_order_entries.state, "processed")),
    )
    .leftJoin(closers, eq(closers.user_id, work_order_entries.user_id))
    .where(eq(work_orders.number, number));
  return row;
}

/** Those of some projects that see a device, held so that none goes until the end of the transaction; one that is going has nothing more to hear. */
export async function seeing(db: Queries, device_id: string, some: readonly string[]): Promise<string[]> {
  const rows = await db
    .select({ project_id: projects.project_id })
    .from(projects)
    .innerJoin(devices, eq(devices.device_id, device_id))
    .innerJoin(agents, eq(agents.agent_id, devices.agent_id))
    .where(and(isAmong(projects.project_id, some), visibleIn(projects.project_id)))
    .orderBy(asc(projects.project_id))
    .for("key share", { of: projects, skipLocked: true });
  return rows.map(({ project_id }) => project_id);
}

/** Whether it is a test of the project in which the device has or had a part. */
export async function isTestOf(
  db: Queries,
  { project_id, test_id, device_id }: { project_id: string; test_id: string; device_id: string },
): Promise<boolean> {
  const [part] = await db
    .select({ test_id: tests.test_id })
    .from(test_devices)
    .innerJoin(tests, eq(tests.test_id, test_devices.test_id))
    .where(and(eq(tests.test_id, test_id), eq(tests.project_id, project_id), eq(test_devices.device_id, device_id)));
  return part !== undefined;
}
