import { useMutation, useQuery } from "@tanstack/react-query";
import { selfCheckEndpoints } from "@udt/contract/endpoints/self-checks";
import { api } from "../../lib/api/api.ts";
import { queryOf, useStale } from "../../lib/api/queries.ts";
import { LOOK_AGAIN_MS } from "./use-admin-devices.ts";

/** The last self-checks of a device. */
export function useSelfChecks(project: string, device_id: string) {
  const stale = useStale();
  const call = { params: { device_id }, query: { project } };
  // The event says it to everybody; this holds when the events connection is just then away.
  const onSuccess = () => stale(["selfCheckList", "deviceList", "deviceGet"], project);
  return {
    checks: useQuery(queryOf(selfCheckEndpoints.selfCheckList, call)),
    start: useMutation({
      mutationFn: () => api.call(selfCheckEndpoints.selfCheckStart, { ...call, body: {} }),
      onSuccess,
    }),
    cancel: useMutation({
      mutationFn: (selfcheck_id: string) =>
        api.call(selfCheckEndpoints.selfCheckCancel, { ...call, params: { device_id, selfcheck_id } }),
      onSuccess,
    }),
  };
}

/** The last of any device, for administrators of the server: no project's events tell them of it. */
export function useAdminSelfChecks(device_id: string) {
  const stale = useStale();
  const params = { device_id };
  return {
    checks: useQuery({
      ...queryOf(selfCheckEndpoints.adminSelfCheckList, { params }),
      refetchInterval: LOOK_AGAIN_MS,
    }),
    cancel: useMutation({
      mutationFn: (selfcheck_id: string) =>
        api.call(selfCheckEndpoints.adminSelfCheckCancel, { params: { device_id, selfcheck_id } }),
      onSuccess: () => stale(["adminSelfCheckList", "adminDeviceList", "adminDeviceGet", "selfCheckList"]),
    }),
  };
}
