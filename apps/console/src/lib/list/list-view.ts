import { LIMITS } from "@udt/contract";
import { oneOf, wholeNumber } from "./use-url-filters.ts";
import type { Order } from "./table.tsx";

/** A page beyond it has nothing in any list. */
const PAGE_MAX = 1_000_000;

/** The values that a filter may have: one of these, or what a rule makes of a text. A hand-made URL must not reach the server. */
type Allowed = readonly string[] | ((text: string) => string | undefined);
export type Filters = Readonly<Record<string, Allowed>>;
export type ValueOf<A extends Allowed> = A extends readonly (infer T)[]
  ? T
  : A extends (text: string) => infer T
    ? Exclude<T, undefined>
    : never;
type Chosen<F extends Filters> = { [Name in keyof F]: ValueOf<F[Name]> | undefined };

export interface Page {
  page_num: number;
  page_size: number;
}

/** What a list is narrowed to and which page of it is shown, as an address says it. */
export interface ListState<F extends Filters> {
  keyword: string;
  /** What is chosen of each filter. */
  chosen: Chosen<F>;
  page: Page;
  /** Something is searched for or chosen: that nothing fits does not mean that there is nothing. */
  isNarrowed: boolean;
}

const valueIn = (text: string, allowed: Allowed) =>
  typeof allowed === "function" ? allowed(text) : oneOf(text, allowed);

/** Reads a list's state from an address; what is not allowed counts as not there. */
export function listStateIn<F extends Filters>(search: URLSearchParams, filters: F): ListState<F> {
  const chosen = Object.fromEntries(
    Object.entries(filters).map(([name, allowed]) => {
      const text = search.get(name);
      return [name, text === null || text === "" ? undefined : valueIn(text, allowed)];
    }),
  );
  const keyword = (search.get("keyword") ?? "").slice(0, LIMITS.keyword_max);
  return {
    keyword,
    chosen: chosen as Chosen<F>,
    page: {
      page_num: wholeNumber(search.get("page_num"), 1, PAGE_MAX),
      page_size: wholeNumber(search.get("page_size"), LIMITS.page_size_default, LIMITS.page_size_max),
    },
    isNarrowed: keyword !== "" || Object.values(chosen).some((value) => value !== undefined),
  };
}

/** What takes the search and every filter back. */
export const nothingChosen = (filters: Filters): Record<string, undefined> =>
  Object.fromEntries(["keyword", ...Object.keys(filters)].map((name) => [name, undefined]));

/** By what a list is sorted, as an address says it. */
export function sortIn<Sort extends string>(
  search: URLSearchParams,
  sorts: readonly Sort[],
  initial: Sort,
  initialOrder: Order = "desc",
): { sort: Sort; order: Order } {
  return {
    sort: oneOf(search.get("sort"), sorts) ?? initial,
    order: oneOf(search.get("order"), ["asc", "desc"]) ?? initialOrder,
  };
}
