import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { id, page, pageQuery } from "../shapes.ts";
import { caseFilter } from "./case-filter.ts";
import { caseTotals } from "./jobs.ts";
import { caseRun } from "./runs.ts";

/** A case of a run with what came of it on each device: a row of the report's matrix. */
const caseGroup = z.object({
  case_key: z.string(),
  name: z.string(),
  file: z.string(),
  /** The one to look at first: what failed goes before what was cancelled, that before what goes on, and the slowest before others. */
  first: caseRun,
  /** By its last attempt on each device, in the order of the devices; what no device has been given yet comes first. */
  cells: z.array(
    caseRun.pick({
      case_run_id: true,
      device_seq: true,
      device_model: true,
      state: true,
      cause: true,
      cost: true,
      attempt: true,
      compared: true,
      flaky: true,
      taken_over_by: true,
    }),
  ),
});
export type CaseGroup = z.output<typeof caseGroup>;
export type CaseCell = CaseGroup["cells"][number];

export const caseGroupEndpoints = {
  runCaseGroups: endpoint({
    name: "runCaseGroups",
    method: "GET",
    path: "/v1/api/tests/{test_id}/case_groups",
    access: "viewer",
    summary:
      "The run's cases with what came of each on every device. A case fits a filter when it does on one of its devices, and its place is by the worst, the slowest or the first of them. `totals` counts cases that are so on one device at least, of all that match the keyword: one may be in several.",
    params: z.object({ test_id: id }),
    query: caseFilter
      .pick({ project: true, state: true, compared: true, against: true, sort: true, keyword: true })
      .extend(pageQuery),
    response: page(caseGroup).extend({ totals: caseTotals }),
    errors: ["test_not_found", "test_not_in_project", "run_not_found"],
  }),
};
