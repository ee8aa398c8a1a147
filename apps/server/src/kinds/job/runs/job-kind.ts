import type { KindRules } from "../../../core/sessions/sessions.service.ts";
import { countJobs } from "./job-contents.repository.ts";
import { RUN_DEMAND } from "./run-demand.ts";
import type { RunEnds } from "./run-ends.ts";
import type { RunProgresses } from "./run-progress.ts";
import { runNames } from "./runs.repository.ts";

/** An automated run on one or more devices. */
export const jobKind = (ends: RunEnds, progress: RunProgresses): KindRules => ({
  // A run begins with its environment; its agent says when the cases begin.
  running_phase: "environment",
  ends_with_device: false,
  ends_by_inactivity: false,
  waits_for_device: true,
  yields: false,
  wants_sound: RUN_DEMAND.wants_sound,
  counts_as: "runs",
  countsOf: countJobs,
  namesOf: runNames,
  progressOf: (db, test_ids) => progress.of(db, test_ids),
  begun: (change, test) => ends.begun(change, test),
  devicesEnded: (change, ended) => ends.devicesEnded(change, ended),
  testEnded: (change, test, reason) => ends.testEnded(change, test, reason),
});
