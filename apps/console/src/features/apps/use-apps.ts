import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ENDPOINTS, type AppSort, type DeviceOs } from "@udt/contract";
import { api } from "../../lib/api/api.ts";

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
    queryKey: ["appList", project, filters],
    queryFn: ({ signal }) => api.call(ENDPOINTS.appList, { query: { project, ...filters }, signal }),
    placeholderData: keepPreviousData,
  });

export const useAppDetail = (project: string, app_id: string | null) =>
  useQuery({
    queryKey: ["appGet", project, app_id],
    queryFn: ({ signal }) => api.call(ENDPOINTS.appGet, { params: { app_id: app_id! }, query: { project }, signal }),
    enabled: app_id !== null,
  });

/** The packages of the same name, newest upload first, and what each brought. */
export const useAppVersions = (project: string, app_id: string, page_num: number) =>
  useQuery({
    queryKey: ["appVersions", project, app_id, page_num],
    queryFn: ({ signal }) =>
      api.call(ENDPOINTS.appVersions, { params: { app_id }, query: { project, page_num }, signal }),
    placeholderData: keepPreviousData,
  });

export function useDeleteApp(project: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (app_id: string) => api.call(ENDPOINTS.appDelete, { params: { app_id }, query: { project } }),
    onSettled: () =>
      Promise.all(
        ["appList", "appVersions"].map((name) => queryClient.invalidateQueries({ queryKey: [name, project] })),
      ),
  });
}
