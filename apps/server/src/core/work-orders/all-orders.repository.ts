/** Work orders of the whole installation, for administrators of the server. */
import { WORK_ORDER_STATES, type WorkOrderState } from "@udt/contract";
import { agents, devices } from "../../platform/database/core.schema.ts";
import type { Queries } from "../../platform/database/database.ts";
import { asc, eq, sql } from "../../platform/database/sql.ts";
import { work_orders } from "../../platform/database/work-orders.schema.ts";
import { visibleIn } from "../agents/agents.service.ts";
import { matching, type OrderFilter } from "./work-orders.repository.ts";

/** How many of those that a filter finds are in each state, whichever it asks for. */
export async function countByState(db: Queries, filter: OrderFilter): Promise<Record<WorkOrderState, number>> {
  const rows = await db
    .select({ state: work_orders.state, count: sql<number>`count(*)::int` })
    .from(work_orders)
    .innerJoin(devices, eq(devices.device_id, work_orders.device_id))
    .innerJoin(agents, eq(agents.agent_id, devices.agent_id))
    .where(matching({ ...filter, state: undefined }))
    .groupBy(work_orders.state);
  const counts = new Map(rows.map(({ state, count }) => [state, count]));
  return Object.fromEntries(WORK_ORDER_STATES.map((state) => [state, counts.get(state) ?? 0])) as Record<
    WorkOrderState,
    number
  >;
}

/** The agents whose devices have any, by name. */
export const orderedAgents = (db: Queries) =>
  db
    .selectDistinct({ agent_id: agents.agent_id, name: agents.name })
    .from(work_orders)
    .innerJoin(devices, eq(devices.device_id, work_orders.device_id))
    .innerJoin(agents, eq(agents.agent_id, devices.agent_id))
    .where(visibleIn(null))
    .orderBy(asc(agents.name), asc(agents.agent_id));
