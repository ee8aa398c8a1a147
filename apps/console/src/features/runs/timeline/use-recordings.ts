import { skipToken, useQuery } from "@tanstack/react-query";
import { ApiError } from "@udt/client";
import { LIMITS, type Resource } from "@udt/contract";
import { resourceEndpoints } from "@udt/contract/endpoints/resources";
import { api } from "../../../lib/api/api.ts";
import { useResources } from "../files.tsx";
import { usePlace } from "../use-place.ts";
import { readLog } from "./log-data.ts";

export interface Range {
  /** Epoch milliseconds, by the server's clock. */
  from: number;
  to: number;
}

export type Recording = Resource & { started_at: number };

const isRecording = (resource: Resource): resource is Recording => resource.started_at !== null;

/** What was recorded of a device, oldest first. */
export function useRecordings(device_id: string) {
  const resources = useResources(device_id);
  const list = (resources.data?.resource_list ?? [])
    .filter(isRecording)
    .toSorted((a, b) => a.started_at - b.started_at);
  const of = (kind: Resource["kind"]) => list.filter((resource) => resource.kind === kind && resource.size_bytes > 0);
  return {
    isPending: resources.isPending,
    videos: of("video"),
    log: of("log").at(-1),
    performance: of("performance").at(-1),
  };
}

/** A file's text, or a part of it; rejects with the server's own reason. */
async function fetchText(
  place: { project: string; test_id: string; device_id: string },
  { resource_id }: Recording,
  range?: { start: number; end: number },
): Promise<string> {
  const { project, test_id, device_id } = place;
  try {
    const response = await api.raw(resourceEndpoints.resourceGet, {
      params: { test_id, device_id, resource_id },
      query: { project },
      timeoutMs: LIMITS.request_timeout_ms * 4,
      ...(range && { headers: { range: `bytes=${range.start}-${range.end - 1}` } }),
    });
    return await response.text();
  } catch (error) {
    if (error instanceof ApiError && error.status === 416) return "";
    throw error;
  }
}

/** What a device logged in a range. Kept by the file and its size: what it holds so far does not change, whatever happens. */
export function useRecordedLog(device_id: string, log: Recording | undefined, { from, to }: Range) {
  const { project, test_id } = usePlace();
  return useQuery({
    queryKey: ["recordedLog", log?.resource_id, log?.size_bytes, from, to],
    queryFn: log
      ? () =>
          readLog(
            (start, end) => fetchText({ project, test_id, device_id }, log, { start, end }),
            log.size_bytes,
            from,
            to,
          )
      : skipToken,
    staleTime: Infinity,
  });
}
