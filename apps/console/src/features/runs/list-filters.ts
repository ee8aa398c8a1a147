import { LIMITS, SHOWN_CASE_STATES, type Run } from "@udt/contract";
import { oneOf } from "../../lib/list/index.ts";
import type { ListFilters } from "./use-runs.ts";

export const COMPARED = ["new_failure", "fixed", "flaky"] as const;
export const SORTS = ["order", "cost", "state"] as const;

/** The order of a run's cases that nobody chose: while it goes on they stay where they are, afterwards one looks for what failed. */
export const initialSort = ({ test }: Pick<Run, "test">): (typeof SORTS)[number] =>
  test.state === "ended" ? "state" : "order";

/** What a list of cases is narrowed to and ordered by, from the address of its page or of a case that was opened from it. */
export function filtersIn(search: URLSearchParams): ListFilters {
  const device_seq = search.get("device_seq");
  return {
    keyword: (search.get("keyword") ?? "").slice(0, LIMITS.keyword_max),
    state: oneOf(search.get("state"), SHOWN_CASE_STATES),
    compared: oneOf(search.get("compared"), COMPARED),
    sort: oneOf(search.get("sort"), SORTS),
    device_seq: device_seq !== null && /^\d{1,4}$/.test(device_seq) ? Number(device_seq) : undefined,
    device_id: search.get("device_id")?.slice(0, 100) || undefined,
  };
}

/** The same as a case's address carries it: from there one goes on in the same list. */
export function searchOf(filters: ListFilters): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(filters))
    if (value !== undefined && value !== "") search.set(name, String(value));
  const text = search.toString();
  return text === "" ? "" : `?${text}`;
}
