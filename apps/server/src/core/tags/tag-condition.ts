/** What tags have, as the database finds it: the condition of a query of devices with their agents. */
import type { DeviceRule, TagChoice } from "@udt/contract";
import { agents, devices } from "../../platform/database/core.schema.ts";
import type { Queries } from "../../platform/database/database.ts";
import { and, eq, isAmongMany, not, or, sql, type SQL } from "../../platform/database/sql.ts";
import { visibleIn } from "../agents/agents.service.ts";
import { locationOf, siteOf } from "../placement/placement.service.ts";
import { factTest, type FactName } from "./device-rules.ts";

/** What rules look at, as texts. */
const FACTS: Record<FactName, SQL<string | null>> = {
  brand: sql`${devices.brand}`,
  model: sql`${devices.model}`,
  hardware_model: sql`${devices.hardware_model}`,
  os_version: sql`${devices.os_version}`,
  resolution: sql`${devices.width}::text || 'x' || ${devices.height}::text`,
  serial: sql`${devices.serial}`,
  cpu_arch: sql`${devices.cpu_arch}`,
  cpu_cores: sql`${devices.cpu_cores}::text`,
  memory: sql`${devices.memory_bytes}::text`,
  battery: sql`${devices.battery_level}::text`,
  is_virtual: sql`${devices.is_virtual}::text`,
  age: sql`${devices.first_seen_at}::text`,
  agent: sql`${agents.name}`,
  site: siteOf,
  location: locationOf,
};

/**
 * What a choice finds, in a query of the devices that a project sees. What rules mean is said in one place, which is not the
 * database: that tells which versions, models and so on there are, and is then asked for those that satisfy the rules. A device
 * that becomes something new in between is announced after the answer, so that who has it asks again.
 */
export async function isTagged(db: Queries, project_id: string, choice: TagChoice): Promise<SQL> {
  const { rules, included_device_ids, excluded_device_ids } = choice;
  const byRules = await satisfying(db, project_id, rules);
  const found = or(isAmongMany(devices.device_id, included_device_ids), byRules);
  return sql`(${and(found, not(isAmongMany(devices.device_id, excluded_device_ids)))})`;
}

async function satisfying(db: Queries, project_id: string, rules: readonly DeviceRule[]): Promise<SQL | undefined> {
  if (rules.length === 0) return undefined;
  const byFact = [...Map.groupBy(rules, ({ attribute }) => attribute as FactName)];
  const columns = byFact.map(([fact]) => [fact, sql<string[] | null>`json_agg(distinct ${FACTS[fact]})`]);
  const [there] = await db
    .select(Object.fromEntries(columns) as Record<FactName, SQL<(string | null)[] | null>>)
    .from(devices)
    .innerJoin(agents, eq(agents.agent_id, devices.agent_id))
    .where(visibleIn(project_id));
  return and(
    ...byFact.map(([fact, about]) => {
      const tests = about.map(factTest);
      const wanted = (there?.[fact] ?? []).filter((each) => each !== null && tests.every((holds) => holds(each)));
      return isAmongMany(FACTS[fact], wanted as string[]);
    }),
  );
}
