import { skipToken, useQuery } from "@tanstack/react-query";
import { LIMITS, type Resource } from "@udt/contract";
import { resourceEndpoints } from "@udt/contract/endpoints/resources";
import { api } from "../api/api.ts";
import { keyOf } from "../api/keys.ts";
import { parsePerformance } from "./performance-data.ts";

/**
 * All that was measured of a device: a sample a second is little. Kept by the file and its size: what it holds so far does
 * not change, whatever happens.
 */
export function useRecordedPerformance(
  { project, test_id, device_id }: { project: string; test_id: string; device_id: string },
  recording: Pick<Resource, "resource_id" | "size_bytes"> | undefined,
) {
  const params = { test_id, device_id, resource_id: recording?.resource_id ?? "" };
  const call = { params, query: { project } };
  return useQuery({
    queryKey: [...keyOf(resourceEndpoints.resourceGet, call), recording?.size_bytes, "performance"],
    queryFn: recording
      ? async () => {
          const timeoutMs = LIMITS.request_timeout_ms * 4;
          const response = await api.raw(resourceEndpoints.resourceGet, { ...call, timeoutMs });
          return parsePerformance(await response.text());
        }
      : skipToken,
    staleTime: "static",
  });
}
