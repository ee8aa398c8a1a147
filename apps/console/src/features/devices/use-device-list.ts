import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { DeviceOs, DeviceState } from "@udt/contract";
import { deviceEndpoints } from "@udt/contract/endpoints/devices";
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
    ...queryOf(deviceEndpoints.deviceList, { query: { project, ...filters } }),
    placeholderData: keepPreviousData,
  });
