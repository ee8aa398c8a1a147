import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient, type Client } from "@udt/client";
import { ENDPOINTS } from "@udt/contract";
import { DEMO_ADMIN, startDemoServer, userIdOf } from "@udt/server/testing";
import type { Benchmark, Row } from "./lib/report.ts";
import { percentile } from "./lib/stats.ts";
import { PROJECT } from "./lib/udt.ts";

const MANY = 10_000;
const CALLS = 20;
const BUDGET_MS = 200;
const DEMO = { params: { project_id: "demo" }, query: PROJECT };

type Call = (client: Client, keyword: string) => Promise<unknown>;
/** Each list with a keyword that finds few of its rows. */
const LISTS: Record<string, { keyword: string; call: Call }> = {
  "members of a project": {
    keyword: "person 777",
    call: (client, keyword) => client.call(ENDPOINTS.memberList, { ...DEMO, query: { ...PROJECT, keyword } }),
  },
  "own projects": {
    keyword: "project 777",
    call: (client, keyword) => client.call(ENDPOINTS.projectList, { query: { keyword } }),
  },
  users: {
    keyword: "person 777",
    call: (client, keyword) => client.call(ENDPOINTS.adminUserList, { query: { keyword } }),
  },
  "all projects": {
    keyword: "project 777",
    call: (client, keyword) => client.call(ENDPOINTS.adminProjectList, { query: { keyword } }),
  },
  "audit log": {
    keyword: "person 777",
    call: (client, keyword) => client.call(ENDPOINTS.auditList, { query: { keyword } }),
  },
  jobs: {
    keyword: "job 777",
    call: (client, keyword) => client.call(ENDPOINTS.jobList, { query: { ...PROJECT, keyword } }),
  },
};

async function time(times: number, call: () => Promise<unknown>): Promise<number[]> {
  const samples: number[] = [];
  for (let index = 0; index < times; index++) {
    const started = performance.now();
    await call();
    samples.push(performance.now() - started);
  }
  return samples;
}

export default {
  title: `lists of ${MANY} people, projects, audit entries and jobs, at the API; floor: the smallest call of the same server`,
  async run() {
    const folder = mkdtempSync(join(tmpdir(), "udt-bench-people-"));
    const server = await startDemoServer(folder);
    try {
      const { db } = server.database;
      const admin = await userIdOf(db, DEMO_ADMIN.email);
      const now = Date.now();
      const each = `generate_series(1, ${MANY}) as n`;
      await db.execute(`insert into users (user_id, email, user_name, name_key, auth_type, password_hash, created_at)
        select 'bench-' || n, 'person' || n || '@example.com', 'person ' || n, 'person ' || n, 2, 'none', ${now}::bigint - n from ${each}`);
      await db.execute(`insert into members (project_id, user_id, user_type, joined_at)
        select 'demo', 'bench-' || n, 2, ${now}::bigint - n from ${each}`);
      await db.execute(`insert into projects (project_id, name, member_privileges, created_at)
        select 'bench-' || n, 'project ' || n, '[]'::jsonb, ${now}::bigint - n from ${each}`);
      await db.execute(`insert into members (project_id, user_id, user_type, joined_at)
        select 'bench-' || n, '${admin}', 1, ${now}::bigint - n from ${each}`);
      await db.execute(`insert into audit (time, action, user_id, user_name, ip, project_id, target, detail)
        select ${now}::bigint - n, 'user.login', 'bench-' || n, 'person ' || n, '127.0.0.1', '', '', '{}'::jsonb from ${each}`);
      await db.execute(`insert into jobs (job_id, project_id, name, revision, config, user_id, changed_by, created_at, updated_at, active_at)
        select 'bench-' || n, 'demo', 'job ' || n, 1, jobs.config, '${admin}', '${admin}', ${now}::bigint, ${now}::bigint, ${now}::bigint - n
        from ${each}, (select config from jobs limit 1) as jobs`);

      let cookie = "";
      const keepCookie: typeof fetch = async (input, init) => {
        const response = await fetch(input, init);
        cookie = response.headers.getSetCookie()[0]?.split(";")[0] ?? cookie;
        return response;
      };
      const client = createClient({
        baseUrl: server.url,
        fetch: keepCookie,
        headers: () => (cookie ? { cookie } : {}),
      });
      await client.call(ENDPOINTS.userLogin, { body: DEMO_ADMIN });
      const floor = percentile(await time(CALLS * 3, () => client.call(ENDPOINTS.userInfo, {})), 0.95);
      const rows: Row[] = [];
      for (const [what, { keyword, call }] of Object.entries(LISTS)) {
        for (const wanted of ["", keyword]) {
          const samples = await time(CALLS, () => call(client, wanted));
          rows.push({
            what: `${what}, ${wanted === "" ? "no filter" : "keyword"}, p95`,
            unit: "ms",
            value: percentile(samples, 0.95),
            budget: BUDGET_MS,
            floor,
          });
        }
      }
      return { rows, notes: ["embedded database; 25 rows a page"] };
    } finally {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  },
} satisfies Benchmark;
