import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ENDPOINTS, type DeviceOs, type DeviceState } from "@udt/contract";
import { queryOf } from "../../lib/api/queries.ts";

export interface DeviceFilters {
  keyword: string;
  state: DeviceState | undefined;
  os: DeviceOs | undefined;
  page_num: number;
  page_size: number;
}

/** One page of the project's devices; the page before stays in sight while the next one comes. */
export const useDeviceList = (project: string, filters: DeviceFilters) =>
  useQuery({
    ...queryOf(ENDPOINTS.deviceList, { query: { project, ...filters } }),
    placeholderData: keepPreviousData,
  });
