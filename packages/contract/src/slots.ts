/** The words of waiting for devices: a slot is a wish for one. */

/** A wanted device of a test, from the queue to its end. */
export const SLOT_STATES = ["queued", "dispatched", "done"] as const;
export type SlotState = (typeof SLOT_STATES)[number];
export const SLOT_TRANSITIONS: Record<SlotState, readonly SlotState[]> = {
  queued: ["dispatched", "done"],
  // A device that was lost gives its slot back to the queue, once.
  dispatched: ["queued", "done"],
  done: [],
};

/** Document 2's device results. */
export const DEVICE_RESULTS = [
  "not_dispatched",
  "dispatch_failed",
  "cancelled",
  "passed",
  "partly_passed",
  "failed",
  "not_tested",
  "timed_out",
  "running",
] as const;
export type DeviceResult = (typeof DEVICE_RESULTS)[number];
