import type { PgSelect } from "drizzle-orm/pg-core";
import type { PartVerdict } from "@udt/contract/endpoints/device-tests";
import type { DataOf, ENDPOINTS, TestKind } from "@udt/contract";
import { devices, itsPart, leases, projects, test_devices, tests, users } from "../../platform/database/core.schema.ts";
import type { Queries } from "../../platform/database/database.ts";
import { slots } from "../../platform/database/scheduling.schema.ts";
import { and, desc, eq, inArray, isNull, or, sql, type SQL } from "../../platform/database/sql.ts";
import { catalogueOf } from "../models/models.service.ts";

export interface PartFilter {
  device_id: string;
  /** Those of this project and of the platform; null: of every project. */
  project_id: string | null;
  kind?: TestKind | undefined;
  verdict?: PartVerdict | undefined;
  page_num: number;
  page_size: number;
}

/** The slot that the device has or had in the test: no device takes part twice. */
const itsSlot = and(
  eq(slots.test_id, leases.test_id),
  or(eq(slots.device_id, leases.device_id), sql`${slots.lost_device_ids} ? ${leases.device_id}`),
);

const verdict = sql<PartVerdict>`case
  when ${test_devices.state} not in ('cleaning', 'done') then 'running'
  when ${test_devices.error} is not null or ${slots.lost_device_ids} ? ${leases.device_id}
    or ${tests.end_reason} in ('device_lost', 'agent_lost', 'start_failed', 'work_failed') then 'broken_off'
  when ${slots.result} = 'passed' then 'passed'
  when ${slots.result} in ('partly_passed', 'failed', 'timed_out') then 'failed'
  else 'none' end`;

/** Tokens only grow. */
const newestFirst = desc(leases.lease_token);

const columns = {
  test: { test_id: tests.test_id, kind: tests.kind },
  project: { project_id: projects.project_id, name: projects.name },
  user_name: users.user_name,
  since: leases.created_at,
  until: leases.released_at,
  verdict,
  error: test_devices.error,
};

function matching({ device_id, project_id, kind, verdict: wanted }: PartFilter): SQL | undefined {
  return and(
    eq(leases.device_id, device_id),
    project_id === null ? undefined : or(eq(tests.project_id, project_id), isNull(tests.project_id)),
    kind && eq(tests.kind, kind),
    wanted && sql`${verdict} = ${wanted}`,
  );
}

const shown = (db: Queries, lease_tokens: readonly number[]) =>
  db
    .select(columns)
    .from(leases)
    .innerJoin(tests, eq(tests.test_id, leases.test_id))
    .innerJoin(test_devices, itsPart)
    .leftJoin(slots, itsSlot)
    .leftJoin(projects, eq(projects.project_id, tests.project_id))
    .leftJoin(users, eq(users.user_id, tests.user_id))
    .where(inArray(leases.lease_token, [...lease_tokens]))
    .orderBy(newestFirst);

export type PartListing = Awaited<ReturnType<typeof shown>>[number];

/** Which they are is found in few columns, and what is shown of them read for one page alone. */
export async function listParts(db: Queries, filter: PartFilter): Promise<{ rows: PartListing[]; total: number }> {
  const matches = <T extends PgSelect>(select: T) => {
    const of = select.innerJoin(tests, eq(tests.test_id, leases.test_id));
    // Nothing else than the verdict needs parts and slots, of which there are as many as tests.
    const joined = filter.verdict ? of.innerJoin(test_devices, itsPart).leftJoin(slots, itsSlot) : of;
    return joined.where(matching(filter));
  };
  const found = await matches(db.select({ lease_token: leases.lease_token }).from(leases).$dynamic())
    .orderBy(newestFirst)
    .limit(filter.page_size)
    .offset((filter.page_num - 1) * filter.page_size);
  const [counted] = await matches(
    db
      .select({ total: sql<number>`count(*)::int` })
      .from(leases)
      .$dynamic(),
  );
  const lease_tokens = found.map((row) => Number(row["lease_token"]));
  return { rows: await shown(db, lease_tokens), total: Number(counted?.["total"] ?? 0) };
}

export async function findDevice(
  db: Queries,
  device_id: string,
): Promise<DataOf<typeof ENDPOINTS.deviceTestList>["device"] | undefined> {
  const { brand, model, serial, os } = devices;
  const [device] = await db
    .select({ device_id: devices.device_id, brand, model, serial, os, catalogue: catalogueOf })
    .from(devices)
    .where(eq(devices.device_id, device_id));
  return device;
}
