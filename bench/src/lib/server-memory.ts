import { delay } from "@udt/base";
import { ENDPOINTS } from "@udt/contract";
import { hasPostgresql, postgresql } from "@udt/server/testing/postgresql";
import type { Udt } from "@udt/testkit";
import { memoryMb } from "./process-facts.ts";
import type { Row } from "./report.ts";
import { startMeasuredUdt, PROJECT } from "./udt.ts";

/** What a server that rests may keep, by its database; docs/operations.md promises it. */
export const BUDGET_MB = { embedded: 400, PostgreSQL: 180 } as const;
/** V8 and the C library keep the most that a use needed, so that a use and a rest tell what hours would. */
const CALLS = 4_000;
const AT_ONCE = 8;
const SETTLE_SECONDS = 10;
const REST_SECONDS = 30;

async function use({ signIn }: Udt): Promise<void> {
  const client = await signIn();
  const calls = [
    () => client.call(ENDPOINTS.deviceList, { query: PROJECT }),
    () => client.call(ENDPOINTS.projectList, { query: { page_size: 100 } }),
    () => client.call(ENDPOINTS.jobList, { query: PROJECT }),
    () => client.call(ENDPOINTS.testList, { query: PROJECT }),
  ];
  let next = 0;
  const caller = async () => {
    for (let call = next++; call < CALLS; call = next++) await calls[call % calls.length]!();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, caller));
}

function rowsOf(database: keyof typeof BUDGET_MB, when: string, pid: number): Row[] {
  const { rss, pss, own } = memoryMb(pid);
  const what = `server with ${database}, ${when}`;
  return [
    { what: `${what}: resident`, unit: "MB", value: rss, budget: BUDGET_MB[database] },
    { what: `${what}: its share (PSS)`, unit: "MB", value: pss },
    { what: `${what}: its alone`, unit: "MB", value: own },
  ];
}

async function measure(database: keyof typeof BUDGET_MB, udt: Udt, start: string): Promise<Row[]> {
  await delay(SETTLE_SECONDS * 1000);
  const rows = rowsOf(database, start, udt.server.pid);
  await use(udt);
  await delay(REST_SECONDS * 1000);
  return [...rows, ...rowsOf(database, `${start}, after use and rest`, udt.server.pid)];
}

/** The server alone, without agents: when it started, and at rest after it was used. */
export async function measureServers(): Promise<{ rows: Row[]; notes: string[] }> {
  const rows: Row[] = [];
  const notes = [`servers: ${CALLS} calls, ${AT_ONCE} at once, then ${REST_SECONDS} s of rest`];
  for (const isFirstStart of [true, false]) {
    const udt = await startMeasuredUdt(0, {}, { isFirstStart });
    try {
      rows.push(...(await measure("embedded", udt, isFirstStart ? "new folder" : "existing folder")));
    } finally {
      await udt.stop();
    }
  }
  if (!hasPostgresql) {
    notes.push("NOT MEASURED: the server with PostgreSQL, because there is none on this machine");
    return { rows, notes };
  }
  const database = await postgresql();
  try {
    const udt = await startMeasuredUdt(0, { UDT_DATABASE_URL: database.settings.database_url! });
    try {
      rows.push(...(await measure("PostgreSQL", udt, "new folder")));
    } finally {
      await udt.stop();
    }
  } finally {
    await database.dispose();
  }
  return { rows, notes };
}
