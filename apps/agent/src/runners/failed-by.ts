import { type Said, say } from "@udt/base";
import { firstLine } from "./first-line.ts";
import type { CaseOutcome } from "./runner.ts";

/** The outcome of what a message of the framework speaks of, whose first line says what went wrong. */
export const failedBy = (
  message: string,
  cause: "assertion" | "crash" = "assertion",
  reason: Said | null = null,
): CaseOutcome => ({
  state: "failed",
  cause,
  error: firstLine(message),
  reason: reason ?? (message.trim() === "" ? say("case_failed_untold") : null),
  message,
  location: null,
});
