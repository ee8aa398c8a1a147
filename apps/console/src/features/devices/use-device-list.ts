import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { AccessFilter, Device, DeviceCondition, DeviceOs, DeviceState } from "@udt/contract";
import { deviceEndpoints, type DeviceSort } from "@udt/contract/endpoints/devices";
import { queryOf } from "../../lib/api/queries.ts";
import { activeLanguage } from "../../lib/i18n/index.ts";
import type { Order } from "../../lib/list/index.ts";
import { PICTURES_MS } from "../../lib/device-pictures/index.ts";

export interface DeviceFilters {
  keyword: string;
  state: DeviceState | undefined;
  os: DeviceOs | undefined;
  tag_id: string | undefined;
  site: string | undefined;
  location: string | undefined;
  access: AccessFilter | undefined;
  care: "1" | undefined;
  no_draining: "1" | undefined;
  condition: DeviceCondition | undefined;
  sort: DeviceSort;
  order: Order;
  page_num: number;
  page_size: number;
}

/** How far a run is moves with each case: no event says so of the devices, of which there may be very many. */
const FOLLOW_MS = 3_000;
/** How soon something else may be known of a device without an event; false where one will tell. */
export function followOf({ lease, picture_at }: Device): number | false {
  if (lease?.run?.progress) return FOLLOW_MS;
  return lease !== null && picture_at !== null && PICTURES_MS;
}
const soonest = (devices: readonly Device[]): number | false =>
  devices.map(followOf).reduce((one, other) => (one && other ? Math.min(one, other) : one || other), false);

/** One page of the project's devices; the page before stays in sight while the next one comes. */
export const useDeviceList = (project: string, filters: DeviceFilters) =>
  useQuery({
    ...queryOf(deviceEndpoints.deviceList, { query: { project, ...filters, language: activeLanguage() } }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => soonest(state.data?.list ?? []),
  });
