import { backoffMs, delay } from "@udt/base";
import { ApiError } from "@udt/client";
import type { ErrorName } from "@udt/contract";

const RETRY_CAP_MS = 5_000;

/**
 * Asks again for as long as the server is away; what it refuses is refused.
 * @param how.attempts after so many it is given up; it never is where nothing is said
 * @param how.passing refusals that are over after a while
 */
export async function insist<T>(
  call: () => Promise<T>,
  signal: AbortSignal,
  { attempts = Infinity, passing = [] }: { attempts?: number; passing?: readonly ErrorName[] } = {},
): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await call();
    } catch (error) {
      if (signal.aborted || attempt >= attempts || !mayPass(error, passing)) throw error;
      await delay(backoffMs(attempt, 250, RETRY_CAP_MS), signal);
    }
  }
}

function mayPass(error: unknown, passing: readonly ErrorName[]): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.kind !== "refused" || error.status >= 500 || (error.code !== undefined && passing.includes(error.code));
}
