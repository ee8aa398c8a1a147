/** The quality board: what came of the runs of several projects. Its calls name projects themselves and have no project of their own. */
import { z } from "zod";
import { FRAMEWORKS, VERDICTS } from "../automation.ts";
import { endpoint } from "../endpoint.ts";
import { LIMITS } from "../limits.ts";
import { id, page, pageQuery, text, time } from "../shapes.ts";
import { DEVICE_OS } from "../states.ts";
import { failureWords, rankedCase } from "./case-stats.ts";
import { ownTimeZone } from "./statistics.ts";

export const QUALITY_DAYS = ["7", "14", "30", "90"] as const;

/** Ids of projects, parted by commas. */
const projectIds = z
  .string()
  .max(LIMITS.quality_projects_max * 65)
  .default("")
  .transform((value) => value.split(",").filter((part) => part !== ""))
  .pipe(z.array(id).max(LIMITS.quality_projects_max));

/** What a board is of. The newest day is today in the time zone, and not over. */
export const qualityFilter = z.object({
  days: z
    .enum(QUALITY_DAYS)
    .default("7")
    .transform((value) => Number(value)),
  time_zone: ownTimeZone,
  /** Without any: all that the caller belongs to. What they may not see is not counted, nor said to be there. */
  project_ids: projectIds,
  os: z.enum(DEVICE_OS).optional(),
  brand: text(LIMITS.quality_brand_max).min(1).optional(),
  framework: z.enum(FRAMEWORKS).optional(),
  app_version: text(LIMITS.quality_app_version_max).min(1).optional(),
});

/** One of the board's days alone, such as `2026-11-20`; another has nothing. */
export const qualityDay = { day: text(10).optional() };

/** How cases of runs that are over came out, each by its last attempt. What only repeats some cases counts for `flaky` alone. */
export const qualityFigures = z.object({
  runs: z.int(),
  /** Those that passed; skipped ones have not. */
  success: z.int(),
  skipped: z.int(),
  failed: z.int(),
  /** Those that came to no end because their device or its agent was lost. */
  device_faults: z.int(),
  /** All, also those that never came to an end of their own. */
  total: z.int(),
  /** Failed where they had passed in the run before. */
  new_failures: z.int(),
  /** Cases of which it became known that they come out both ways with one app at one commit. */
  flaky: z.int(),
});
export type QualityFigures = z.output<typeof qualityFigures>;

/** Milliseconds that devices were waited for, of so many; null where none was given. */
const wait = z.object({ p50: z.int(), p95: z.int(), count: z.int() }).nullable();

/** What devices did, of those that these projects see. */
const deviceUse = z.object({
  /** Minutes that they were held by tests of any project. */
  busy_minutes: z.number(),
  /** Minutes that they were there; null where nothing was noted. */
  online_minutes: z.number().nullable(),
  /** Minutes for which a server looked whether they were, since each was seen first; null where none did. */
  looked_minutes: z.number().nullable(),
  /** Work orders reported in these days, those of them and of before that were closed, and how long those took on average. */
  reported: z.int(),
  closed: z.int(),
  mean_repair_minutes: z.number().nullable(),
});

/** A run as lists name it. */
export const namedRun = {
  project_id: id,
  project_name: z.string(),
  test_id: id,
  run_number: z.int(),
  job_id: id.nullable(),
  job_name: z.string(),
};

/** A run that is over, by those of its cases that the filter leaves. */
const qualityRun = z.object({
  ...namedRun,
  verdict: z.enum(VERDICTS).nullable(),
  created_at: time,
  success: z.int(),
  skipped: z.int(),
  failed: z.int(),
  total: z.int(),
});
export type QualityRun = z.output<typeof qualityRun>;

export const QUALITY_RESULTS = ["failed", "new_failure", "device_fault"] as const;
/** What a board shows of which a table can be taken away: each day, and cases. */
export const QUALITY_TABLES = ["days", "health", "failing", "flaky", "slowest"] as const;
export type QualityTable = (typeof QUALITY_TABLES)[number];
export type QualityResults = (typeof QUALITY_RESULTS)[number];

const caseOfRun = rankedCase.extend({
  job_id: id.nullable(),
  project_name: z.string(),
  run_number: z.int(),
  device_model: z.string(),
  created_at: time,
  ...failureWords,
});

const ranked = rankedCase.extend({ project_name: z.string() });

/** Failures that say the same at the same place, whatever numbers are in it. */
const cluster = z.object({
  signature: z.string(),
  project_id: id,
  project_name: z.string(),
  failures: z.int(),
  cases: z.int(),
  /** Of all days, not of these alone. */
  first_at: time,
  last_at: time,
  /** It was not there before these days. */
  is_new: z.boolean(),
  /** The newest of them, to look at. */
  test_id: id,
  case_run_id: z.int(),
  job_id: id.nullable(),
  name: z.string(),
  file: z.string(),
  ...failureWords,
});

export const qualityEndpoints = {
  qualityBoard: endpoint({
    name: "qualityBoard",
    method: "GET",
    path: "/v1/api/bi/quality/board",
    access: "session",
    summary:
      "How the runs of the caller's projects came out, by day, against as many days before; what they may not see is not counted.",
    query: qualityFilter,
    response: z.object({
      by_day: z.array(qualityFigures.extend({ day: z.string() })),
      totals: qualityFigures,
      /** The same number of days before these. */
      before: qualityFigures,
      queue: z.object({ now: wait, before: wait }),
      /** What there is to choose among in these days, whatever else is chosen. */
      choices: z.object({
        oses: z.array(z.enum(DEVICE_OS)),
        brands: z.array(z.string()),
        frameworks: z.array(z.enum(FRAMEWORKS)),
        app_versions: z.array(z.string()),
      }),
      /** Runs of these days, and of those before, that are over and not in these figures yet. */
      pending: z.int(),
    }),
    errors: [],
  }),
  qualityDevices: endpoint({
    name: "qualityDevices",
    method: "GET",
    path: "/v1/api/bi/quality/devices",
    access: "session",
    summary:
      "How the devices that these projects see were used and mended in the same days. What runs are narrowed to by framework and app does not narrow it.",
    query: qualityFilter,
    response: z.object({
      devices: z.int(),
      /** Open now, whenever they were reported. */
      open_orders: z.int(),
      /** Since when servers note whether devices are there, as far back as that is kept; null: they did not yet. */
      noted_since: time.nullable(),
      now: deviceUse,
      before: deviceUse,
    }),
    errors: [],
  }),
  qualityCases: endpoint({
    name: "qualityCases",
    method: "GET",
    path: "/v1/api/bi/quality/cases",
    access: "session",
    summary:
      "The cases that fail most, those that come out both ways most often, and the slowest of their job's last run.",
    query: qualityFilter,
    response: z.object({
      /** With what was said of the last failure; `total` are the times that they came out one way or the other. */
      failing: z.array(ranked.extend({ failed: z.int(), total: z.int(), ...failureWords })),
      /** How often they failed of how many attempts, at the commits where they came out both ways. */
      flaky: z.array(ranked.extend({ failed: z.int(), total: z.int() })),
      slowest: z.array(ranked.extend({ cost: z.int() })),
    }),
    errors: [],
  }),
  qualityClusters: endpoint({
    name: "qualityClusters",
    method: "GET",
    path: "/v1/api/bi/quality/clusters",
    access: "session",
    summary: "Failures that say the same at the same place, the most frequent first.",
    query: qualityFilter,
    response: z.object({ list: z.array(cluster) }),
    errors: [],
  }),
  qualityRuns: endpoint({
    name: "qualityRuns",
    method: "GET",
    path: "/v1/api/bi/quality/runs",
    access: "session",
    summary: "The runs that a board counts, newest first; those of one day alone, if one is named.",
    query: qualityFilter.extend({ ...qualityDay, ...pageQuery }),
    response: page(qualityRun),
    errors: [],
  }),
  qualityResults: endpoint({
    name: "qualityResults",
    method: "GET",
    path: "/v1/api/bi/quality/results",
    access: "session",
    summary:
      "The case results that one figure of a board counts, newest first; those of one day, and failures of one case of a job, or that say the same, alone, if these are named.",
    query: qualityFilter.extend({
      figure: z.enum(QUALITY_RESULTS).default("failed"),
      ...qualityDay,
      job_id: id.optional(),
      case_key: text(LIMITS.case_key_max).optional(),
      /** Of a cluster. */
      signature: id.optional(),
      ...pageQuery,
    }),
    response: page(caseOfRun),
    errors: [],
  }),
  qualityExport: endpoint({
    name: "qualityExport",
    method: "GET",
    path: "/v1/api/bi/quality/export",
    access: "session",
    summary:
      "A table of the board as CSV (UTF-8 with a byte order mark): its days, the health of cases, or the cases that fail most, are flakiest or slowest. Of cases 10,000 at most, those first that are worst.",
    query: qualityFilter.extend({ table: z.enum(QUALITY_TABLES).default("days") }),
    response: z.unknown(),
    response_kind: "raw",
    errors: [],
  }),
  qualityRecompute: endpoint({
    name: "qualityRecompute",
    method: "POST",
    path: "/v1/plat/admin/quality/recompute",
    access: "admin",
    summary:
      "Count all runs for the quality board anew, from their results. Goes on behind the answer, which says how many runs there are.",
    body: z.object({}),
    response: z.object({ runs: z.int() }),
    errors: [],
  }),
};
