import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { Device, DeviceOs, DeviceState } from "@udt/contract";
import { deviceEndpoints } from "@udt/contract/endpoints/devices";
import { queryOf } from "../../lib/api/queries.ts";

export interface DeviceFilters {
  keyword: string;
  state: DeviceState | undefined;
  os: DeviceOs | undefined;
  page_num: number;
  page_size: number;
}

/** How far a run is moves with each case: no event says so of the devices, of which there may be very many. */
export const FOLLOW_MS = 3_000;
export const isCounted = ({ lease }: Device): boolean => (lease?.run?.progress ?? null) !== null;

/** One page of the project's devices; the page before stays in sight while the next one comes. */
export const useDeviceList = (project: string, filters: DeviceFilters) =>
  useQuery({
    ...queryOf(deviceEndpoints.deviceList, { query: { project, ...filters } }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.list.some(isCounted) ? FOLLOW_MS : false),
  });
