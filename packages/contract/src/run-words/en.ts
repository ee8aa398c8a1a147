import type { RunWords } from "./words.ts";

export const en: RunWords = {
  verdict: { passed: "Passed", failed: "Failed", incomplete: "Incomplete" },
  execution: {
    queuing: "Queuing",
    testing: "Running",
    timed_out: "Timed out",
    user_cancelled: "Cancelled by its owner",
    cancelled: "Cancelled",
    ended: "Ended",
  },
};
