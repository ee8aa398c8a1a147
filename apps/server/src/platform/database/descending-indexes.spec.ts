/** Lists that begin at the newest are read from their index: without a look at all that there is, and with nothing to sort. */
import { drizzle } from "drizzle-orm/node-postgres";
import { Pool } from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { onPostgresql, type TestDatabase } from "../../../test/databases.ts";
import { listApps } from "../../assets/apps/apps.repository.ts";
import { listParts } from "../../core/recent-tests/recent-tests.repository.ts";
import { listTests } from "../../core/sessions/tests.repository.ts";
import { newestChecks } from "../../kinds/inspection/self-checks.repository.ts";
import { listJobs } from "../../kinds/job/jobs/jobs.repository.ts";
import { listRuns } from "../../kinds/job/reports/runs.repository.ts";
import { claimCases } from "../../kinds/job/runs/case-runs.repository.ts";
import { listAlerts } from "../../notify/alerts/alerts.repository.ts";
import { listDeliveries } from "../../notify/notifications/deliveries.repository.ts";
import type { Queries } from "./queries.ts";

const ROWS = 20_000;
/** One of two hundred projects, or devices. */
const SOME = "'some' || n % 200";
/** Of each table, what of a row of it is not made up by its column's kind; `n` is its number. */
const FILLED: Record<string, Record<string, string>> = {
  users: { user_id: "'u' || n" },
  tests: { project_id: SOME, user_id: "'u1'", kind: "'job'", state: "'ended'" },
  runs: { test_id: "'test_id' || n", project_id: SOME },
  jobs: { project_id: SOME, user_id: "'u1'" },
  leases: { device_id: SOME, test_id: "'test_id' || n", released_at: "1", lease_token: "n" },
  apps: { project_id: SOME, user_id: "'u1'" },
  alerts: {},
  notification_deliveries: { project_id: SOME },
  self_checks: { device_id: SOME, state: "'passed'", results: "'[]'" },
  case_runs: { test_id: "'t'", state: "'undistributed'", expected_ms: "n" },
};
const FEW = new Set(["users"]);

interface Plan {
  "Node Type": string;
  "Index Name"?: string;
  Plans?: Plan[];
}
const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

onPostgresql("the indexes of lists that begin at the newest", (open) => {
  let made: TestDatabase;
  let pool: Pool;
  let db: Queries;
  const asked: { text: string; values: unknown[] }[] = [];

  beforeAll(async () => {
    made = await open();
    pool = new Pool({ connectionString: made.settings.database_url, max: 1 });
    db = drizzle(pool, { logger: { logQuery: (text, values) => asked.push({ text, values }) } });
    // What they refer to is not there.
    await pool.query("set session_replication_role = replica");
    for (const [table, known] of Object.entries(FILLED)) await fill(table, known);
    await pool.query("analyze");
  }, 120_000);
  afterAll(async () => {
    await pool.end();
    await made.dispose();
  });

  async function fill(table: string, known: Record<string, string>): Promise<void> {
    const { rows } = await pool.query<{ name: string; kind: string }>(
      `select column_name as name, data_type as kind from information_schema.columns
       where table_name = $1 and table_schema = 'public' and is_nullable = 'NO' and column_default is null`,
      [table],
    );
    const made_up = ({ name, kind }: { name: string; kind: string }) =>
      ({ text: `'${name}' || n`, jsonb: "'{}'", boolean: "false" })[kind] ?? "n";
    const columns = { ...Object.fromEntries(rows.map((row) => [row.name, made_up(row)])), ...known };
    await pool.query(
      `insert into ${table} (${Object.keys(columns).join(", ")})
       select ${Object.values(columns).join(", ")} from generate_series(1, ${FEW.has(table) ? 1 : ROWS}) as n`,
    );
  }

  const page = { keyword: "", page_num: 1, page_size: 25 };
  const any = { kind: undefined, state: undefined, verdict: undefined, event: undefined, channel_id: undefined };
  const ofProject = { project_id: "some1", ...page, ...any };
  it.each<[string, string, () => Promise<unknown>]>([
    ["tests", "tests_project", () => listTests(db, ofProject as never)],
    ["runs", "runs_project", () => listRuns(db, ofProject as never)],
    ["jobs", "jobs_project", () => listJobs(db, ofProject as never)],
    [
      "what ran on a device",
      "leases_device",
      () => listParts(db, { ...ofProject, project_id: null, device_id: "some1" }),
    ],
    ["apps", "apps_newest", () => listApps(db, { ...ofProject, sort: "created_at", order: "desc" })],
    ["alerts", "alerts_newest", () => listAlerts(db, ofProject)],
    ["messages", "notification_deliveries_newest", () => listDeliveries(db, ofProject)],
    ["self-checks", "self_checks_device", () => newestChecks(db, "some1", 20)],
    [
      "cases that wait",
      "case_runs_waiting",
      () => claimCases(db, { test_id: "t", device_seq: 0, device_id: "d", max: 1, is_last: false }),
    ],
  ])("serve the list of %s", async (_, index, list) => {
    asked.length = 0;
    await list();
    const query = asked.find(({ text }) => /order by.*limit/is.test(text));
    expect(query).toBeDefined();
    const { text, values } = query!;
    const { rows } = await pool.query<{ "QUERY PLAN": [{ Plan: Plan }] }>(`explain (format json) ${text}`, values);
    const nodes = nodesOf(rows[0]!["QUERY PLAN"][0].Plan);
    expect(nodes.map((node) => node["Index Name"])).toContain(index);
    // Those of one moment may be put in order among themselves.
    expect(nodes.map((node) => node["Node Type"])).not.toContain("Sort");
  });

  it("have what comes first in the order that statements ask for: those without a value", async () => {
    // DESC is 1, NULLS FIRST is 2; `order by … desc` alone is both.
    const { rows } = await pool.query<{ name: string }>(
      `select indexrelid::regclass::text as name from pg_index
       join pg_class on pg_class.oid = indexrelid join pg_namespace on pg_namespace.oid = relnamespace
       where nspname = 'public' and exists (select 1 from unnest(indoption::int2[]) as o where o & 1 = 1 and o & 2 = 0)`,
    );
    // Looked up by the key alone; of millions of cases it is not worth being made anew.
    expect(rows.map(({ name }) => name)).toEqual(["case_runs_history"]);
  });
});
