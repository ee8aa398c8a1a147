import { useQuery } from "@tanstack/react-query";
import { deviceEndpoints } from "@udt/contract/endpoints/devices";
import { queryOf } from "../../lib/api/queries.ts";
import { followOf } from "./use-device-list.ts";

export const useDevice = (project: string, device_id: string | null) =>
  useQuery({
    ...queryOf(deviceEndpoints.deviceGet, { params: { device_id: device_id ?? "" }, query: { project } }),
    enabled: device_id !== null,
    refetchInterval: ({ state }) => (state.data ? followOf(state.data) : false),
  });
