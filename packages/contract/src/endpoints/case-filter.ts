import { z } from "zod";
import { CASE_CAUSES, SHOWN_CASE_STATES } from "../automation.ts";
import { LIMITS } from "../limits.ts";
import { deviceSeq, id, projectQuery, runNumber, text } from "../shapes.ts";

export const CASE_SORTS = ["order", "cost", "state"] as const;
export const CASE_COMPARISONS = ["new_failure", "fixed", "flaky"] as const;

/** What a list of a run's cases is narrowed to and ordered by. */
export const caseFilter = projectQuery.extend({
  /** `success` is what ran and passed; `skipped` is a choice of its own. */
  state: z.enum(SHOWN_CASE_STATES).optional(),
  cause: z.enum(CASE_CAUSES).optional(),
  device_seq: deviceSeq.optional(),
  /** Of a slot's devices this one alone. */
  device_id: id.optional(),
  compared: z.enum(CASE_COMPARISONS).optional(),
  /** The run that `compared` looks back at, in place of the one before. */
  against: runNumber.optional(),
  sort: z.enum(CASE_SORTS).default("order"),
  /** One device after the other, each in that order. */
  group: z.literal("device").optional(),
  keyword: text(LIMITS.keyword_max).default(""),
});
