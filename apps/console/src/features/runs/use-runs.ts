import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import { LIMITS, type QueryInputOf, type ReportLanguage } from "@udt/contract";
import { caseGroupEndpoints } from "@udt/contract/endpoints/case-groups";
import { reportEndpoints } from "@udt/contract/endpoints/reports";
import { runCancelEndpoints, runReadEndpoints } from "@udt/contract/endpoints/runs";
import { api } from "../../lib/api/api.ts";
import { queryOf, useStale } from "../../lib/api/queries.ts";
import { whileTesting } from "../../lib/runs/index.ts";
import { isRunning } from "./beginning.ts";

export const useRunList = (
  project: string,
  filters: Omit<QueryInputOf<typeof runReadEndpoints.runList>, "project">,
  enabled = true,
) =>
  useQuery({
    ...queryOf(runReadEndpoints.runList, { query: { project, ...filters } }),
    placeholderData: keepPreviousData,
    refetchInterval: whileTesting,
    enabled,
  });

/** @param against The number of the run that it is compared with; the one before it when nobody chose. */
export const useRun = (project: string, test_id: string, against?: number) =>
  useQuery({
    ...queryOf(runReadEndpoints.runGet, { params: { test_id }, query: { project, against } }),
    placeholderData: keepPreviousData,
  });

/** No event tells that a case takes longer than it did, so that nobody knows any more when it ends. */
const FOLLOW_MS = 5_000;

/**
 * All devices of a run: a job has a hundred at most, which is one page.
 * @param estimates Whether it is shown when their cases end.
 */
export const useSlots = (project: string, test_id: string, estimates = false) =>
  useQuery({
    ...queryOf(runReadEndpoints.runDevices, { params: { test_id }, query: { project, page_size: 100 } }),
    refetchInterval: ({ state }) =>
      estimates && state.data?.list.some(({ progress }) => progress?.current) ? FOLLOW_MS : false,
  });

export type CaseFilters = Omit<QueryInputOf<typeof runReadEndpoints.runCases>, "project">;
export const useCases = (project: string, test_id: string, filters: CaseFilters) =>
  useQuery({
    ...queryOf(runReadEndpoints.runCases, { params: { test_id }, query: { project, ...filters } }),
    placeholderData: keepPreviousData,
  });

export const useCaseGroups = (
  project: string,
  test_id: string,
  filters: Omit<QueryInputOf<typeof caseGroupEndpoints.runCaseGroups>, "project">,
) =>
  useQuery({
    ...queryOf(caseGroupEndpoints.runCaseGroups, { params: { test_id }, query: { project, ...filters } }),
    placeholderData: keepPreviousData,
  });

/** While it runs its agent tells more of it as long as somebody asks. @param against as of {@link useRun} */
export const useCase = (project: string, test_id: string, case_run_id: string, against: number | undefined) =>
  useQuery({
    ...queryOf(runReadEndpoints.runCase, {
      params: { test_id, case_run_id: Number(case_run_id) },
      query: { project, against },
    }),
    refetchInterval: ({ state }) => (state.data && isRunning(state.data) ? LIMITS.case_watched_ms / 2 : false),
  });

/** What a case's neighbours are asked for with: the list that it was opened from. */
export type ListFilters = Omit<QueryInputOf<typeof runReadEndpoints.runCaseAround>, "project">;
export const useAround = (project: string, test_id: string, case_run_id: number, filters: ListFilters) =>
  useQuery({
    ...queryOf(runReadEndpoints.runCaseAround, { params: { test_id, case_run_id }, query: { project, ...filters } }),
    placeholderData: keepPreviousData,
  });

/** How many of its last runs a case's history shows. */
const HISTORY = 30;
export const useHistory = (project: string, job_id: string | null, case_key: string) =>
  useQuery({
    ...queryOf(runReadEndpoints.caseHistory, {
      query: { project, job_id: job_id ?? "", case_key, page_size: HISTORY },
    }),
    enabled: job_id !== null,
  });

export const useShares = (project: string, test_id: string, enabled: boolean) =>
  useQuery({
    ...queryOf(reportEndpoints.shareList, { params: { test_id }, query: { project } }),
    enabled,
  });

export function useShareActions(project: string, test_id: string) {
  const stale = useStale();
  const onSuccess = () => stale(["shareList"], project);
  return {
    create: useMutation({
      mutationFn: (body: { days: number; language: ReportLanguage; with_video: boolean }) =>
        api.call(reportEndpoints.shareCreate, { params: { test_id }, query: { project }, body }),
      onSuccess,
    }),
    revoke: useMutation({
      mutationFn: (share_id: string) =>
        api.call(reportEndpoints.shareRevoke, { params: { test_id, share_id }, query: { project } }),
      onSuccess,
    }),
  };
}

/** Ends one device's part in a run, or one case. */
export function useCancelPart(project: string, test_id: string) {
  const stale = useStale();
  // The event says the same; this holds when the events connection is just then away.
  const onSuccess = () => stale(["runGet", "runDevices", "runCases", "runCaseGroups", "runCase"], project);
  return {
    device: useMutation({
      mutationFn: (device_seq: number) =>
        api.call(runCancelEndpoints.runCancelDevice, { params: { test_id, device_seq }, query: { project } }),
      onSuccess,
    }),
    case: useMutation({
      mutationFn: (case_run_id: number) =>
        api.call(runCancelEndpoints.runCancelCase, { params: { test_id, case_run_id }, query: { project } }),
      onSuccess,
    }),
  };
}
