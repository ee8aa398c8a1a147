import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { QueryInputOf } from "@udt/contract";
import { deviceEndpoints } from "@udt/contract/endpoints/devices";
import { queryOf } from "../../lib/api/queries.ts";
import { activeLanguage } from "../../lib/i18n/index.ts";

/** Events tell a page of one project's devices: what happens to those of all is asked for now and then. */
export const LOOK_AGAIN_MS = 10_000;

export const useAdminDevices = (query: QueryInputOf<typeof deviceEndpoints.adminDeviceList>) =>
  useQuery({
    ...queryOf(deviceEndpoints.adminDeviceList, { query: { ...query, language: activeLanguage() } }),
    placeholderData: keepPreviousData,
    refetchInterval: LOOK_AGAIN_MS,
  });

export const useAdminDevice = (device_id: string | null) =>
  useQuery({
    ...queryOf(deviceEndpoints.adminDeviceGet, { params: { device_id: device_id ?? "" } }),
    enabled: device_id !== null,
    refetchInterval: LOOK_AGAIN_MS,
  });
