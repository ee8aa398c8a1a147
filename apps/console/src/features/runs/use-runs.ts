import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import { ENDPOINTS, type QueryInputOf, type ReportLanguage } from "@udt/contract";
import { api } from "../../lib/api/api.ts";
import { queryOf, useStale } from "../../lib/api/queries.ts";

export const useRunList = (project: string, filters: Omit<QueryInputOf<typeof ENDPOINTS.runList>, "project">) =>
  useQuery({
    ...queryOf(ENDPOINTS.runList, { query: { project, ...filters } }),
    placeholderData: keepPreviousData,
  });

export const useRun = (project: string, test_id: string) =>
  useQuery(queryOf(ENDPOINTS.runGet, { params: { test_id }, query: { project } }));

/** All devices of a run: a job has a hundred at most, which is one page. */
export const useSlots = (project: string, test_id: string) =>
  useQuery(queryOf(ENDPOINTS.runDevices, { params: { test_id }, query: { project, page_size: 100 } }));

export type CaseFilters = Omit<QueryInputOf<typeof ENDPOINTS.runCases>, "project">;
export const useCases = (project: string, test_id: string, filters: CaseFilters) =>
  useQuery({
    ...queryOf(ENDPOINTS.runCases, { params: { test_id }, query: { project, ...filters } }),
    placeholderData: keepPreviousData,
  });

export const useCase = (project: string, test_id: string, case_run_id: string) =>
  useQuery(
    queryOf(ENDPOINTS.runCase, {
      params: { test_id, case_run_id: Number(case_run_id) },
      query: { project },
    }),
  );

/** What a case's neighbours are asked for with: the list that it was opened from. */
export type ListFilters = Omit<QueryInputOf<typeof ENDPOINTS.runCaseAround>, "project">;
export const useAround = (project: string, test_id: string, case_run_id: number, filters: ListFilters) =>
  useQuery({
    ...queryOf(ENDPOINTS.runCaseAround, { params: { test_id, case_run_id }, query: { project, ...filters } }),
    placeholderData: keepPreviousData,
  });

/** How many of its last runs a case's history shows. */
const HISTORY = 30;
export const useHistory = (project: string, job_id: string | null, case_key: string) =>
  useQuery({
    ...queryOf(ENDPOINTS.caseHistory, { query: { project, job_id: job_id ?? "", case_key, page_size: HISTORY } }),
    enabled: job_id !== null,
  });

export const useShares = (project: string, test_id: string, enabled: boolean) =>
  useQuery({
    ...queryOf(ENDPOINTS.shareList, { params: { test_id }, query: { project } }),
    enabled,
  });

export function useShareActions(project: string, test_id: string) {
  const stale = useStale();
  const onSuccess = () => stale(["shareList"], project);
  return {
    create: useMutation({
      mutationFn: (body: { days: number; language: ReportLanguage }) =>
        api.call(ENDPOINTS.shareCreate, { params: { test_id }, query: { project }, body }),
      onSuccess,
    }),
    revoke: useMutation({
      mutationFn: (share_id: string) =>
        api.call(ENDPOINTS.shareRevoke, { params: { test_id, share_id }, query: { project } }),
      onSuccess,
    }),
  };
}

/** Ends one device's part in a run, or one case. */
export function useCancelPart(project: string, test_id: string) {
  const stale = useStale();
  // The event says the same; this holds when the events connection is just then away.
  const onSuccess = () => stale(["runGet", "runDevices", "runCases", "runCase"], project);
  return {
    device: useMutation({
      mutationFn: (device_seq: number) =>
        api.call(ENDPOINTS.runCancelDevice, { params: { test_id, device_seq }, query: { project } }),
      onSuccess,
    }),
    case: useMutation({
      mutationFn: (case_run_id: number) =>
        api.call(ENDPOINTS.runCancelCase, { params: { test_id, case_run_id }, query: { project } }),
      onSuccess,
    }),
  };
}
