import type { SelfCheck } from "@udt/contract";

/** A check of the phone `d` that found a fault. */
export const FAILED_CHECK: SelfCheck = {
  selfcheck_id: "c",
  device_id: "d",
  before: null,
  occasion: null,
  is_first_look: false,
  work: "check",
  state: "failed",
  step: null,
  results: [],
  error: null,
  user_name: null,
  inspection: null,
  created_at: 1,
  started_at: 1,
  ended_at: 2,
};
