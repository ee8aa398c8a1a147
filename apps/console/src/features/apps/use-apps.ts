import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import type { AppSort, DeviceOs } from "@udt/contract";
import { appEndpoints } from "@udt/contract/endpoints/apps";
import { api } from "../../lib/api/api.ts";
import { queryOf, useStale } from "../../lib/api/queries.ts";

export interface AppFilters {
  keyword: string;
  os: DeviceOs | undefined;
  package_name: string | undefined;
  sort: AppSort;
  order: "asc" | "desc";
  page_num: number;
  page_size: number;
}

/** One page of the project's apps. */
export const useApps = (project: string, filters: AppFilters) =>
  useQuery({
    ...queryOf(appEndpoints.appList, { query: { project, ...filters } }),
    placeholderData: keepPreviousData,
  });

export const useAppDetail = (project: string, app_id: string | null) =>
  useQuery({
    ...queryOf(appEndpoints.appGet, { params: { app_id: app_id ?? "" }, query: { project } }),
    enabled: app_id !== null,
  });

/** The packages of the same name, newest upload first, and what each brought. */
export const useAppVersions = (project: string, app_id: string, page_num: number) =>
  useQuery({
    ...queryOf(appEndpoints.appVersions, { params: { app_id }, query: { project, page_num } }),
    placeholderData: keepPreviousData,
  });

export function useDeleteApp(project: string) {
  const stale = useStale();
  return useMutation({
    mutationFn: (app_id: string) => api.call(appEndpoints.appDelete, { params: { app_id }, query: { project } }),
    onSettled: () => stale(["appList", "appVersions"], project),
  });
}
