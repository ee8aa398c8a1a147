import { ApiError } from "@udt/client";
import type { Said } from "@udt/contract";

/** The host that the server would not call because it is not on the public internet; undefined where something else was said. */
export const privateHostIn = (said: Said | null): string | undefined =>
  said?.code === "outbound_not_allowed" ? String(said.args["host"]) : undefined;

const isSaid = (value: unknown): value is Said => typeof value === "object" && value !== null && "evidence" in value;

/** {@link privateHostIn} of a call that was refused for that. */
export function privateHostOf(error: unknown): string | undefined {
  const reason = error instanceof ApiError ? error.args["reason"] : undefined;
  return isSaid(reason) ? privateHostIn(reason) : undefined;
}
