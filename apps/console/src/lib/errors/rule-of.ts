import type { ApiError } from "@udt/client";
import { currentPath } from "../navigation/navigation.ts";
import { CATALOGUE, ERROR_POLICY, type CatalogueRow, type Rule } from "./policy.ts";

/** Where the page is: the same in the plain and in the embedded tree. */
export interface Place {
  /** `/iframe` in the embedded tree, else empty. */
  readonly tree: string;
  readonly path: string;
  readonly search: URLSearchParams;
  /** The path's first part, which is the project where there is one. */
  readonly project: string;
}

export function placeOf(here: string): Place {
  const { pathname, searchParams } = new URL(here, "http://x");
  const tree = pathname.startsWith("/iframe/") ? "/iframe" : "";
  const path = pathname.slice(tree.length);
  return { tree, path, search: searchParams, project: path.split("/")[1] ?? "" };
}

/** The row of the catalogue that a failure on this page is. */
export function rowOf(error: ApiError): CatalogueRow | undefined {
  const { path } = placeOf(currentPath());
  return CATALOGUE.find(
    (row) =>
      (row.code === undefined || (error.code !== undefined && row.code.includes(error.code))) &&
      (row.kind === undefined || row.kind === error.kind) &&
      (row.ret === undefined || row.ret === error.ret) &&
      (row.status === undefined || row.status === error.status) &&
      (row.message === undefined || row.message.test(error.message)) &&
      (row.permission === undefined || error.permission !== undefined) &&
      (row.on === undefined || row.on.test(path)) &&
      (row.except === undefined || !row.except.test(path)),
  );
}

/** The rule for a failure. Rows that only a newer server knows, and answers that make no sense, go to the bar. */
export function ruleOf(error: ApiError): Rule {
  return rowOf(error)?.rule ?? (error.code ? ERROR_POLICY[error.code] : "bar");
}
