/** How cases of a script come out, as agents tell it. */
import { storable } from "@udt/base";
import { z } from "zod";
import { CASE_CAUSES } from "./automation.ts";
import { junitCase } from "./junit.ts";
import { LIMITS } from "./limits.ts";
import { time } from "./shapes.ts";
import { said } from "./words.ts";

export const runCaseTask = z.object({
  case_run_id: z.int(),
  case_key: z.string(),
  name: z.string(),
  file: z.string(),
  function: z.string(),
  attempt: z.int(),
});
export type RunCaseTask = z.output<typeof runCaseTask>;

/** Of an element's way through the tree, and of those that are told apart by their number alone. */
export const LOCATOR_LIMITS = { path_max: 4_000, which_max: 1_000, fallbacks_max: 5 } as const;
/** What files and apps say of elements may hold anything. */
const appText = (max: number) => z.string().max(max).overwrite(storable);
const locatorWord = appText(LIMITS.step_locator_max).min(1).optional();
const locatorWords = { id: locatorWord, text: locatorWord, description: locatorWord, class: locatorWord };
/** A locator by the words of a low-code file. */
const candidateLocator = z.object({
  by: z.literal("ui"),
  ...locatorWords,
  path: appText(LOCATOR_LIMITS.path_max).min(1).optional(),
  inside: z.object({ ...locatorWords, has: z.object(locatorWords).optional() }).optional(),
  which: z.int().min(1).max(LOCATOR_LIMITS.which_max).optional(),
});
/** Where a low-code file says something: keys, and places in lists. */
const scriptPlace = z.array(z.union([appText(LIMITS.step_locator_max), z.int().min(0)])).max(100);
const candidateLocators = z.object({
  /** Where the locator stands in the case's file that may mean one of these now. */
  at: scriptPlace,
  /** The most likely first. */
  list: z
    .array(
      z.object({
        /** It meant this element alone when the step failed. */
        locator: candidateLocator,
        /** What the element was, in a line. */
        element: appText(LIMITS.step_locator_max),
        /** How like it is to what was looked for, from 0 to 1. */
        likeness: z.number().min(0).max(1),
      }),
    )
    .min(1)
    .max(5),
});
export type CandidateLocator = z.output<typeof candidateLocators>["list"][number];

/** A place on a picture of the screen: parts of its width and height. */
const picturePart = z.object({ x: z.number().min(0).max(1), y: z.number().min(0).max(1) });

/** A part of the screen that is like a picture. */
const picturePlace = z.object({
  left: z.number().min(0).max(1),
  top: z.number().min(0).max(1),
  right: z.number().min(0).max(1),
  bottom: z.number().min(0).max(1),
  /** How like, from 0 to 1. */
  score: z.number().min(0).max(1),
});
export type PicturePart = z.output<typeof picturePlace>;

export const caseStep = z.object({
  name: z.string().max(300),
  started_at: time,
  ended_at: time.nullable(),
  ok: z.boolean(),
  /** Of a low-code step: it is disabled, and was not carried out. */
  is_skipped: z.boolean().optional(),
  /** Of a low-code step: what it did not do, though it passed, such as a memory sample where none is recorded. */
  note: said.optional(),
  /** Name of a picture that the script kept, relative to its folder for results; empty when none. */
  screenshot: z.string().max(LIMITS.file_name_max),
  /** Of a low-code step: the same of what the screen showed before it did anything, mostly what the step before it left. */
  screenshot_before: z.string().max(LIMITS.file_name_max).optional(),
  /** Where on that it touched the screen, from where to where; both are one where it did not swipe. */
  touched: z.object({ from: picturePart, to: picturePart }).optional(),
  /** What found its element: the step's locator (`fallback` 0), or which of its fallbacks, from 1; by element, picture or place. */
  found_by: z
    .object({
      by: z.enum(["ui", "image", "position"]),
      fallback: z.int().min(0).max(LOCATOR_LIMITS.fallbacks_max),
      /** How like the picture the place was. */
      score: z.number().min(0).max(1).optional(),
    })
    .optional(),
  /** Of one that looked for a picture: where it was found, or of none the places that were most like it, the best first. */
  picture_places: z.array(picturePlace).max(5).optional(),
  /** Of a low-code step: by which locator its element was looked for at last, as it is written; of another, as its script says. */
  locator: appText(LIMITS.step_locator_max).optional(),
  /** Of one that found nothing, or more than one: the elements on the screen that are closest to it, the closest first. */
  candidates: z.array(appText(LIMITS.step_locator_max)).max(5).optional(),
  /** Of the same: locators for these elements, by which the step can be mended. */
  candidate_locators: candidateLocators.optional(),
});
export const caseDetail = z.object({
  /** What the framework said of a failure, whole. */
  message: z.string().max(LIMITS.case_detail_max),
  /** Where it failed: the library's file and line, and the lines around it as they are at that commit. */
  location: z
    .object({ file: z.string(), line: z.int(), source: z.array(z.object({ line: z.int(), text: z.string() })).max(20) })
    .nullable(),
  output: z.string().max(LIMITS.case_detail_max),
  steps: z.array(caseStep).max(500),
});
export type CaseDetail = z.output<typeof caseDetail>;

export const runCaseResult = z.object({
  case_run_id: z.int(),
  state: z.enum(["executing", "success", "failed", "cancelled"]),
  cause: z.enum(CASE_CAUSES),
  started_at: time,
  ended_at: time.nullable(),
  error: z.string().max(LIMITS.case_error_max),
  reason: said.nullable().default(null),
  /** Of a case that executes: what it has done and printed so far, told while somebody reads of it. */
  detail: caseDetail.nullable(),
  /**
   * What the framework's own JUnit file says of it, told once that is written, mostly after the case's end: of that, and of
   * its detail, nothing changes any more. None for a case that the file leaves out.
   */
  reported: z.array(junitCase).max(LIMITS.case_reported_max).optional(),
});
export type RunCaseResult = z.output<typeof runCaseResult>;
