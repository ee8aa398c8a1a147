import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ENDPOINTS, type QueryInputOf, type ReportLanguage } from "@udt/contract";
import { api } from "../../lib/api/api.ts";

export const useRunList = (project: string, filters: Omit<QueryInputOf<typeof ENDPOINTS.runList>, "project">) =>
  useQuery({
    queryKey: ["runList", project, filters],
    queryFn: ({ signal }) => api.call(ENDPOINTS.runList, { query: { project, ...filters }, signal }),
    placeholderData: keepPreviousData,
  });

export const useRun = (project: string, test_id: string) =>
  useQuery({
    queryKey: ["runGet", project, test_id],
    queryFn: ({ signal }) => api.call(ENDPOINTS.runGet, { params: { test_id }, query: { project }, signal }),
  });

/** All devices of a run: a job has a hundred at most, which is one page. */
export const useSlots = (project: string, test_id: string) =>
  useQuery({
    queryKey: ["runDevices", project, test_id],
    queryFn: ({ signal }) =>
      api.call(ENDPOINTS.runDevices, { params: { test_id }, query: { project, page_size: 100 }, signal }),
  });

export type CaseFilters = Omit<QueryInputOf<typeof ENDPOINTS.runCases>, "project">;
export const useCases = (project: string, test_id: string, filters: CaseFilters) =>
  useQuery({
    queryKey: ["runCases", project, test_id, filters],
    queryFn: ({ signal }) =>
      api.call(ENDPOINTS.runCases, { params: { test_id }, query: { project, ...filters }, signal }),
    placeholderData: keepPreviousData,
  });

export const useCase = (project: string, test_id: string, case_run_id: string) =>
  useQuery({
    queryKey: ["runCase", project, test_id, case_run_id],
    queryFn: ({ signal }) =>
      api.call(ENDPOINTS.runCase, {
        params: { test_id, case_run_id: Number(case_run_id) },
        query: { project },
        signal,
      }),
  });

/** What a case's neighbours are asked for with: the list that it was opened from. */
export type ListFilters = Omit<QueryInputOf<typeof ENDPOINTS.runCaseAround>, "project">;
export const useAround = (project: string, test_id: string, case_run_id: number, filters: ListFilters) =>
  useQuery({
    queryKey: ["runCaseAround", project, test_id, case_run_id, filters],
    queryFn: ({ signal }) =>
      api.call(ENDPOINTS.runCaseAround, { params: { test_id, case_run_id }, query: { project, ...filters }, signal }),
    placeholderData: keepPreviousData,
  });

/** How many of its last runs a case's history shows. */
const HISTORY = 30;
export const useHistory = (project: string, job_id: string | null, case_key: string) =>
  useQuery({
    queryKey: ["caseHistory", project, job_id, case_key],
    queryFn: ({ signal }) =>
      api.call(ENDPOINTS.caseHistory, { query: { project, job_id: job_id!, case_key, page_size: HISTORY }, signal }),
    enabled: job_id !== null,
  });

export const useShares = (project: string, test_id: string, enabled: boolean) =>
  useQuery({
    queryKey: ["shareList", project, test_id],
    queryFn: ({ signal }) => api.call(ENDPOINTS.shareList, { params: { test_id }, query: { project }, signal }),
    enabled,
  });

export function useShareActions(project: string, test_id: string) {
  const queryClient = useQueryClient();
  const onSuccess = () => queryClient.invalidateQueries({ queryKey: ["shareList", project, test_id] });
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
  const queryClient = useQueryClient();
  // The event says the same; this holds when the events connection is just then away.
  const onSuccess = () =>
    queryClient.invalidateQueries({
      predicate: ({ queryKey: [name, of, test] }) =>
        of === project && test === test_id && ["runGet", "runDevices", "runCases", "runCase"].includes(String(name)),
    });
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
