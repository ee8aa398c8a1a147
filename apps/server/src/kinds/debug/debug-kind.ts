import type { KindRules } from "../../core/sessions/sessions.service.ts";

/** A person at the screen of one device, for as long as they do something there. */
export const debugKind: KindRules = {
  running_phase: "run",
  ends_with_device: true,
  ends_by_inactivity: true,
  waits_for_device: false,
  yields: false,
  wants_sound: false,
  counts_as: "sessions",
};
