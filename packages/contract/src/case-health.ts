/**
 * How well a case of a job is, judged by how it came out in the whole runs of some days and of as many days before.
 * In a run it failed if it failed on any device, else it passed; runs in which it was skipped or came to no end say nothing.
 */
export const CASE_HEALTH = ["broken", "regressing", "flaky", "new", "recovering", "stable"] as const;
export type CaseHealth = (typeof CASE_HEALTH)[number];

/** In so many runs a case has come out that is new no longer. */
export const CASE_NEW_RUNS = 3;

/** What a case's health follows from. */
export interface CaseOutcomes {
  /** Runs of these days in which it came out, at least one, and those of them in which it failed. */
  runs: number;
  failed: number;
  /** Whether it failed in the last of them. */
  failed_last: boolean;
  /** Whether it failed in the last run of the days before in which it came out; undefined: it came out in none. */
  failed_before: boolean | undefined;
  /** In these days it became known that it comes out both ways with one app at one commit. */
  is_flaky: boolean;
}

/** The first that fits, from the top. */
export function caseHealth({ runs, failed, failed_last, failed_before, is_flaky }: CaseOutcomes): CaseHealth {
  if (is_flaky) return "flaky";
  if (failed_before === undefined && runs < CASE_NEW_RUNS) return "new";
  if (failed === runs && failed_before !== false) return "broken";
  if (failed_last) return "regressing";
  if (failed > 0 || failed_before === true) return "recovering";
  return "stable";
}
