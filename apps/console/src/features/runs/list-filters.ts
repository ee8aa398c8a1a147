import { SHOWN_CASE_STATES, type Run } from "@udt/contract";
import { CASE_COMPARISONS, CASE_SORTS } from "@udt/contract/endpoints/case-filter";
import { listStateIn, oneOf } from "../../lib/list/index.ts";
import type { ListFilters } from "./use-runs.ts";

export const SORTS = CASE_SORTS;
/** How the cases of a run on several devices are put together. */
export const GROUPINGS = ["case", "device"] as const;
export type Grouping = (typeof GROUPINGS)[number];

/** The order of a run's cases that nobody chose: while it goes on they stay where they are, afterwards one looks for what failed. */
export const initialSort = ({ test }: Pick<Run, "test">): (typeof SORTS)[number] =>
  test.state === "ended" ? "state" : "order";

/** What a list of cases can be narrowed to. */
export const CASE_FILTERS = {
  state: SHOWN_CASE_STATES,
  compared: CASE_COMPARISONS,
  device_seq: (text: string) => (/^\d{1,4}$/.test(text) ? text : undefined),
};

/** The number of the run to compare with, from the address. */
export function againstIn(search: URLSearchParams): number | undefined {
  const text = search.get("against") ?? "";
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
}

/** What a list of cases is narrowed to and ordered by, from the address of its page or of a case that was opened from it. */
export function filtersIn(search: URLSearchParams): ListFilters {
  const { keyword, chosen } = listStateIn(search, CASE_FILTERS);
  const { state, compared, device_seq } = chosen;
  return {
    keyword,
    state,
    compared,
    against: againstIn(search),
    sort: oneOf(search.get("sort"), SORTS),
    device_seq: device_seq === undefined ? undefined : Number(device_seq),
    group: oneOf(search.get("group"), ["device"]),
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
