/** `udt run`: starts a job from a build, waits for its end if wanted, and answers by its exit code. */
import { writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { delay } from "@udt/base";
import { ApiError, createClient, type Client } from "@udt/client";
import { ENDPOINTS, jobConfig, saidInEnglish, type Run } from "@udt/contract";
import { credentials, DEFAULT_SERVER } from "./credentials.ts";

export const RUN_USAGE = `udt run --project P --job J [--wait] [--junit FILE] [--parameters JSON] [--server URL]

Starts a job. J is its id or its whole name. With --wait it shows how the run goes and ends with it:
exit code 0 passed, 1 failed, 3 not all of it was run, 2 it could not be started.

UDT_PROJECT_TOKEN, or UDT_SECRET_ID and UDT_SECRET_KEY of a person, say in whose name; UDT_SERVER_URL
takes the place of --server, UDT_PROJECT of --project.`;

const EXIT = { passed: 0, failed: 1, refused: 2, incomplete: 3 } as const;
const LOOK_EVERY_MS = 1_000;
/** So often in a row may the server be away while one waits; a restart takes a few seconds. */
const AWAY_MAX = 60;

interface Wish {
  project: string;
  job: string;
  wait: boolean;
  junit: string | undefined;
  parameters: string | undefined;
}

/** @returns the process's exit code */
export async function run(args: string[], env: NodeJS.ProcessEnv, say: (line: string) => void): Promise<number> {
  let values;
  try {
    ({ values } = parseArgs({
      args,
      options: {
        server: { type: "string" },
        project: { type: "string" },
        job: { type: "string" },
        wait: { type: "boolean", default: false },
        junit: { type: "string" },
        parameters: { type: "string" },
      },
    }));
  } catch (error) {
    return usage(say, error instanceof Error ? error.message : String(error));
  }
  const project = values.project ?? env["UDT_PROJECT"];
  if (!project) return usage(say, "--project is required.");
  if (!values.job) return usage(say, "--job is required.");
  if (values.junit !== undefined && !values.wait) return usage(say, "--junit needs --wait.");
  const authorization = credentials(env);
  if (authorization === undefined)
    return usage(say, "UDT_PROJECT_TOKEN, or UDT_SECRET_ID and UDT_SECRET_KEY, are required.");
  const client = createClient({
    baseUrl: values.server ?? env["UDT_SERVER_URL"] ?? DEFAULT_SERVER,
    headers: () => ({ authorization }),
  });
  const { job, wait, junit, parameters } = values;
  try {
    return await runJob(client, { project, job, wait, junit, parameters }, say);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    say(`udt run: ${error.message}${error.request_id && ` (request ${error.request_id})`}`);
    return EXIT.refused;
  }
}

async function runJob(client: Client, wish: Wish, say: (line: string) => void): Promise<number> {
  const query = { project: wish.project };
  const job = await findJob(client, wish);
  if (!job) {
    say(`udt run: project ${wish.project} has no job ${wish.job}`);
    return EXIT.refused;
  }
  const { job_id } = job;
  const config =
    wish.parameters === undefined ? undefined : jobConfig.safeParse({ ...job.config, parameters: wish.parameters });
  if (config && !config.success) {
    say(`udt run: --parameters ${config.error.issues[0]?.message ?? "is invalid"}`);
    return EXIT.refused;
  }
  const { test_id } = await client.call(ENDPOINTS.jobRun, {
    params: { job_id },
    query,
    body: config ? { config: config.data } : {},
  });
  say(`${job.name}: ${client.baseUrl}/${wish.project}/auto/job/${job_id}/test/${test_id}`);
  if (!wish.wait) return EXIT.passed;
  const ended = await watch(client, wish.project, test_id, say);
  if (wish.junit !== undefined) {
    const report = await client.raw(ENDPOINTS.runExport, { params: { test_id }, query: { ...query, format: "junit" } });
    await writeFile(wish.junit, Buffer.from(await report.arrayBuffer()));
  }
  for (const said of [ended.verdict_reason, ended.verdict_note]) if (said !== null) say(saidInEnglish(said));
  return EXIT[ended.verdict ?? "incomplete"];
}

async function findJob(client: Client, { project, job }: Wish) {
  try {
    return await client.call(ENDPOINTS.jobGet, { params: { job_id: job }, query: { project } });
  } catch (error) {
    // A name with characters that no id has is refused as a parameter.
    const isName = error instanceof ApiError && (error.code === "job_not_found" || error.code === "invalid_param");
    if (!isName) throw error;
  }
  const { list } = await client.call(ENDPOINTS.jobList, { query: { project, keyword: job, page_size: 100 } });
  return list.find(({ name }) => name === job);
}

/** Says what changes until the run has ended. */
async function watch(client: Client, project: string, test_id: string, say: (line: string) => void): Promise<Run> {
  let told = "";
  for (let away = 0; ;) {
    try {
      const run = await client.call(ENDPOINTS.runGet, { params: { test_id }, query: { project } });
      away = 0;
      const line = lineOf(run);
      if (line !== told) say(line);
      told = line;
      if (run.test.state === "ended" && run.verdict !== null) return run;
    } catch (error) {
      const isAway = error instanceof ApiError && (error.kind !== "refused" || error.code === "unavailable");
      if (!isAway || ++away > AWAY_MAX) throw error;
    }
    await delay(LOOK_EVERY_MS);
  }
}

function lineOf({ execution, verdict, totals, comparison: { flaky } }: Run): string {
  const { success, failed, skipped, executing, cancelled, distribution_failed, total } = totals;
  const ended = success + skipped + failed + cancelled + distribution_failed;
  const parts = [
    `${ended}/${total} cases`,
    `${success} passed`,
    `${failed} failed`,
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
    ...(flaky > 0 ? [`${flaky} flaky`] : []),
    ...(executing > 0 ? [`${executing} running`] : []),
    ...(cancelled + distribution_failed > 0 ? [`${cancelled + distribution_failed} not run`] : []),
  ];
  return `${verdict ?? execution}: ${parts.join(", ")}`;
}

function usage(say: (line: string) => void, reason: string): number {
  say(`udt run: ${reason}\n\n${RUN_USAGE}`);
  return EXIT.refused;
}
