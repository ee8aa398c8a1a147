/** How well the cases are that a quality board counts. */
import { z } from "zod";
import { CASE_HEALTH } from "../case-health.ts";
import { endpoint } from "../endpoint.ts";
import { LIMITS } from "../limits.ts";
import { page, pageQuery, text } from "../shapes.ts";
import { rankedCase } from "./case-stats.ts";
import { qualityFilter } from "./quality.ts";

const health = z.enum(CASE_HEALTH);

const caseOfHealth = rankedCase.extend({
  project_name: z.string(),
  health,
  /** Runs of these days in which it came out, and those of them in which it failed. */
  runs: z.int(),
  failed: z.int(),
});

export const qualityHealthEndpoints = {
  qualityHealth: endpoint({
    name: "qualityHealth",
    method: "GET",
    path: "/v1/api/bi/quality/health",
    access: "session",
    summary:
      "How many cases of jobs are stable, flaky, broken, regressing, recovering and new, of those that came out in these days; judged by these days and as many before.",
    query: qualityFilter,
    response: z.object({ counts: z.record(health, z.int()), total: z.int() }),
    errors: [],
  }),
  qualityHealthCases: endpoint({
    name: "qualityHealthCases",
    method: "GET",
    path: "/v1/api/bi/quality/health/cases",
    access: "session",
    summary:
      "The cases that these numbers count, of one health or all, each with its last attempt: first those that fail most. The keyword looks in their keys.",
    query: qualityFilter.extend({
      health: health.optional(),
      keyword: text(LIMITS.keyword_max).default(""),
      ...pageQuery,
    }),
    response: page(caseOfHealth),
    errors: [],
  }),
};
