import { useQuery } from "@tanstack/react-query";
import { runReadEndpoints } from "@udt/contract/endpoints/runs";
import { queryOf } from "../api/queries.ts";

interface RunDevice {
  project: string;
  test_id: string;
  device_id: string;
}

/** What a run does on one of its devices: the device's place in the run, and the case that executes there. */
export function useRunDevice({ project, test_id, device_id }: RunDevice, enabled = true) {
  const slots = useQuery({
    ...queryOf(runReadEndpoints.runDevices, { params: { test_id }, query: { project, page_size: 100 } }),
    enabled,
  });
  const list = slots.data?.list;
  const slot = list?.find((one) => one.device_id === device_id);
  const device_seq = slot?.device_seq;
  const cases = useQuery({
    ...queryOf(runReadEndpoints.runCases, {
      params: { test_id },
      query: { project, device_seq, state: "executing", page_size: 100 },
    }),
    enabled: enabled && device_seq !== undefined && slot?.state === "dispatched",
  });
  // A device is given several cases at once; the one that executes has begun.
  const executing = cases.data?.list.find(({ started_at }) => started_at !== null);
  const others = list?.some((one) => one !== slot && one.state !== "done") ?? false;
  return {
    slot,
    executing,
    others,
    isPending: slots.isPending || cases.isLoading,
    isError: slots.isError || cases.isError,
  };
}
