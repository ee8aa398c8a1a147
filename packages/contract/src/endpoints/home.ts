/** What home asks of a project, each in one call that costs little: everybody opens home, and often. */
import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { id, projectQuery, time } from "../shapes.ts";
import { countedCases, rankedCase } from "./case-stats.ts";
import { ownTimeZone } from "./statistics.ts";

/** When a case is told to have become flakier. A single odd run among others is flaky twice: when it comes, and when it is over. */
export const FLAKY_RISERS = {
  /** The length of the days, up to now, and of those before that they are compared with. */
  days: 7,
  /** In so many runs of the days it is flaky, or it is none. */
  flaky_runs: 3,
  /** In so many runs it came out in the days and in those before; of fewer, no share is known. */
  runs: 3,
  /** What its share of flaky runs grew by, from 0 to 1. */
  rise: 0.1,
} as const;

/** How many days a pass rate is drawn of, and how many before the newest it is compared with. */
export const PASS_RATE_DAYS = 14;

const dayCases = countedCases.extend({
  /** `2026-11-20` */
  day: z.string(),
});

export const homeEndpoints = {
  homePassRate: endpoint({
    name: "homePassRate",
    method: "GET",
    path: "/v1/api/home/pass_rate",
    access: { privilege: "case.view" },
    summary: `How the cases of whole runs that are over came out on each of the last ${PASS_RATE_DAYS} days, by the day on which the run was made; repeats are not counted.`,
    query: projectQuery.extend({ time_zone: ownTimeZone }),
    response: z.object({
      /** The newest is today, and not over. */
      by_day: z.array(dayCases),
      /** The newest of them on which cases were to pass, and the same number of days before it. */
      newest: dayCases.extend({ before: countedCases }).nullable(),
      /** Runs of these days, and of those before, that are over and not in these figures yet. */
      pending: z.int(),
    }),
    errors: [],
  }),
  homeNeeds: endpoint({
    name: "homeNeeds",
    method: "GET",
    path: "/v1/api/home/needs",
    access: { privilege: "case.view" },
    summary: `What of the project's tests waits for somebody. The jobs whose newest result is a failure, those with most new failures first: cases that had passed in the run before. And the cases whose flakiness rose: in a run a case is flaky when it passed after a failed attempt, or came out otherwise than in the run before of the same app at the same commit; told are those that were so in at least ${FLAKY_RISERS.flaky_runs} runs of the last ${FLAKY_RISERS.days} days, and in a share of these runs that is at least ${FLAKY_RISERS.rise * 100} points larger than in the ${FLAKY_RISERS.days} days before.`,
    query: projectQuery,
    response: z.object({
      failed_jobs: z.array(
        z.object({
          job_id: id,
          job_name: z.string(),
          /** The run that failed. */
          test_id: id,
          run_number: z.int(),
          created_at: time,
          /** Cases by their key, however many devices they failed on. */
          failed: z.int(),
          /** Those of them that had passed in the run before; null where there is none to compare with. */
          new_failures: z.int().nullable(),
        }),
      ),
      /** With their newest attempt. The runs are those in which they came out, and those of them in which they were flaky. */
      flaky_risers: z.array(
        rankedCase.extend({
          flaky_runs: z.int(),
          runs: z.int(),
          flaky_runs_before: z.int(),
          runs_before: z.int(),
        }),
      ),
    }),
    errors: [],
  }),
  homeFirstSteps: endpoint({
    name: "homeFirstSteps",
    method: "GET",
    path: "/v1/api/home/first_steps",
    access: "member",
    summary:
      "What somebody who is new in the project has tried, or the project has, and what the next tries begin with: a phone that is free now, and the task that was there first.",
    query: projectQuery,
    response: z.object({
      /** The caller had a test here in which people drive a device. */
      touch: z.boolean(),
      /** The caller had an automated one here. */
      run: z.boolean(),
      /** The project sees a device that is not virtual, whether it is there now or not. */
      phone: z.boolean(),
      /** Somebody else belongs to it, by themselves or by an organisation. */
      colleague: z.boolean(),
      /** It has a case library that did not come with it. */
      library: z.boolean(),
      device: z.object({ device_id: id, model: z.string() }).nullable(),
      job: z
        .object({
          job_id: id,
          name: z.string(),
          /** Its library is on its way to being read for the first time: until then a run would be refused. */
          awaits_library: z.boolean(),
        })
        .nullable(),
    }),
    errors: [],
  }),
};
