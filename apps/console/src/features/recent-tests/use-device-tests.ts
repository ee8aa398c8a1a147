import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { TestKind } from "@udt/contract";
import { deviceTestEndpoints, type PartVerdict } from "@udt/contract/endpoints/device-tests";
import { queryOf } from "../../lib/api/queries.ts";

export interface PartFilters {
  kind: TestKind | undefined;
  verdict: PartVerdict | undefined;
  page_num: number;
  page_size: number;
}

/** What ran on a device, as a project sees it. */
export const useDeviceTests = (project: string, device_id: string, filters: PartFilters) =>
  useQuery({
    ...queryOf(deviceTestEndpoints.deviceTestList, { params: { device_id }, query: { project, ...filters } }),
    placeholderData: keepPreviousData,
  });

/** The same of every project. */
export const useAllDeviceTests = (device_id: string, filters: PartFilters) =>
  useQuery({
    ...queryOf(deviceTestEndpoints.adminDeviceTestList, { params: { device_id }, query: { ...filters } }),
    placeholderData: keepPreviousData,
  });
