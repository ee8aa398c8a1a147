import { endSlots, slotsOf } from "../../core/scheduling/scheduling.service.ts";
import type { KindRules } from "../../core/sessions/sessions.service.ts";

/** A device is asked how it is, as soon as it is free. */
export const checkupKind: KindRules = {
  running_phase: "run",
  ends_with_device: true,
  ends_by_inactivity: false,
  waits_for_device: true,
  yields: false,
  wants_sound: false,
  counts_as: "sessions",
  async testEnded(change, { test_id }, reason) {
    const open = (await slotsOf(change.tx, test_id)).filter(({ state }) => state !== "done");
    const result = reason === "finished" ? "passed" : "not_tested";
    await endSlots(
      change,
      open.map((slot) => ({ slot, result, error: null })),
    );
  },
};
