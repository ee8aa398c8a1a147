import type { ScriptRepository } from "@udt/contract";
import type { MirrorRow } from "./scripts.repository.ts";

/** How a mirror stands. A fetch of which nothing is heard went with its server. */
export function outsideOf(row: MirrorRow, now: number): ScriptRepository["outside"] {
  const { library_id, url, percent, push_refusal, fetched_at, fetch_id, fetch_until } = row;
  // One without a library is not shown.
  if (library_id === null) return null;
  const isFetching = fetch_id !== null && (fetch_until ?? 0) >= now;
  const isLost = fetch_id !== null && !isFetching;
  const failure = isLost ? { code: "script_fetch_lost" as const, args: {} } : row.failure;
  const settled = failure === null && fetched_at !== null ? "ready" : "failed";
  const fetch_state = isFetching ? "fetching" : settled;
  return { library_id, url, fetch_state, percent: isFetching ? percent : null, failure, fetched_at, push_refusal };
}
