/** What home asks of a project, each in one call that costs little: everybody opens home, and often. */
import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { projectQuery } from "../shapes.ts";
import { countedCases } from "./case-stats.ts";
import { UTC_OFFSET_MINUTES } from "./statistics.ts";

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
    summary: `How the cases of whole runs came out on each of the last ${PASS_RATE_DAYS} days, by the day on which the run was made; repeats are not counted.`,
    query: projectQuery.extend({
      utc_offset_minutes: z.coerce.number().int().min(UTC_OFFSET_MINUTES.min).max(UTC_OFFSET_MINUTES.max).default(0),
    }),
    response: z.object({
      /** The newest is today, and not over. */
      by_day: z.array(dayCases),
      /** The newest of them on which cases were to pass, and the same number of days before it. */
      newest: dayCases.extend({ before: countedCases }).nullable(),
    }),
    errors: [],
  }),
};
