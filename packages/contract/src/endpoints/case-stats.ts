import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { id, projectOfPath } from "../shapes.ts";
import { said } from "../words.ts";
import { statsRange } from "./statistics.ts";

/** What runs of whole jobs that are over came to, as the quality board counts them: what only repeats some cases is left out. */
export const countedCases = z.object({
  runs: z.int(),
  success: z.int(),
  skipped: z.int(),
  failed: z.int(),
  /** All cases, also those that never came to an end of their own. */
  total: z.int(),
});

/** What is said of a failure: the line of the framework, empty where it said none, and why, where that is not its alone to say. */
export const failureWords = { error: z.string(), reason: said.nullable() };
export type FailureWords = z.output<z.ZodObject<typeof failureWords>>;

/** A case of a job, and the attempt to look at. */
export const rankedCase = z.object({
  project_id: id,
  job_id: id,
  job_name: z.string(),
  case_key: z.string(),
  name: z.string(),
  file: z.string(),
  test_id: id,
  case_run_id: z.int(),
});
export type RankedCase = z.output<typeof rankedCase>;

export const caseStatsEndpoints = {
  biCases: endpoint({
    name: "biCases",
    method: "POST",
    path: "/v1/api/bi/cases",
    access: "session",
    reads: true,
    summary:
      "How the cases of automated tests came out, by day, and which of them fail most often, come out both ways, or take longest: in one project, or in all that the caller belongs to. The project of the query narrows it, as `project_id` does.",
    query: projectOfPath,
    body: statsRange,
    response: z.object({
      by_day: z.array(countedCases.extend({ day: z.string() })),
      totals: countedCases,
      /** The same number of days before these. */
      before: countedCases,
      /** Those that failed in most runs, with what was said of the last failure. `total` are the times that they came out one way or the other. */
      failing: z.array(rankedCase.extend({ failed: z.int(), total: z.int(), ...failureWords })),
      /** Those that came out both ways with the same app at the same commit: how often they failed of how many attempts. */
      flaky: z.array(rankedCase.extend({ failed: z.int(), total: z.int() })),
      /** Those that took longest in their job's last run. */
      slowest: z.array(rankedCase.extend({ cost: z.int() })),
      /** Runs of these days, and of those before, that are over and not in these figures yet. */
      pending: z.int(),
    }),
    errors: ["project_not_exists", "user_not_in_project", "project_mismatch"],
  }),
};
