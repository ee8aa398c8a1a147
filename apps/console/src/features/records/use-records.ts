import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { EndReason, TestState } from "@udt/contract";
import { testEndpoints } from "@udt/contract/endpoints/tests";
import { queryOf } from "../../lib/api/queries.ts";

export interface RecordFilters {
  keyword: string;
  state: TestState | undefined;
  end_reason: EndReason | undefined;
  user_id: string | undefined;
  page_num: number;
  page_size: number;
}

/** One page of the project's debug sessions, newest first; runs are listed with the reports. */
export const useRecords = (project: string, filters: RecordFilters) =>
  useQuery({
    ...queryOf(testEndpoints.testList, { query: { project, kind: "debug", ...filters } }),
    placeholderData: keepPreviousData,
  });
