import { ApiError } from "@udt/client";
import { QueryClient } from "@tanstack/react-query";

const RETRIES = 2;

/** A refusal is an answer and stays one; only what never reached a decision is worth asking again. */
export function shouldRetry(failures: number, error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  const transient =
    error.kind === "network" || error.kind === "timeout" || error.status === 502 || error.status === 503;
  return transient && failures < RETRIES;
}

/**
 * One cache for the page. Its keys follow from what is asked (`keys.ts`): events invalidate by name and project, and keep data
 * fresh, so a read is only repeated by time when nothing else would.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: shouldRetry, staleTime: 15_000, refetchOnWindowFocus: "always" },
    // What is clicked while offline fails at once and says so: it must not happen by itself an hour later.
    mutations: { retry: false, networkMode: "always" },
  },
});
