import { skipToken, useQuery } from "@tanstack/react-query";
import { ApiError } from "@udt/client";
import { LIMITS, type Resource } from "@udt/contract";
import { resourceEndpoints } from "@udt/contract/endpoints/resources";
import { api } from "../../../lib/api/api.ts";
import { keyOf } from "../../../lib/api/keys.ts";
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

/** How a recording's file is asked for, and under which key what is made of it is kept. */
function useFile(device_id: string, recording: Recording | undefined) {
  const { project, test_id } = usePlace();
  const call = { params: { test_id, device_id, resource_id: recording?.resource_id ?? "" }, query: { project } };
  // What a file of some size holds does not change, whatever happens.
  return { call, key: [...keyOf(resourceEndpoints.resourceGet, call), recording?.size_bytes] };
}

/** A file's text, or a part of it; rejects with the server's own reason. */
async function fetchText(
  call: ReturnType<typeof useFile>["call"],
  range?: { start: number; end: number },
): Promise<string> {
  try {
    const response = await api.raw(resourceEndpoints.resourceGet, {
      ...call,
      timeoutMs: LIMITS.request_timeout_ms * 4,
      ...(range && { headers: { range: `bytes=${range.start}-${range.end - 1}` } }),
    });
    return await response.text();
  } catch (error) {
    if (error instanceof ApiError && error.status === 416) return "";
    throw error;
  }
}

/** What a device logged in a range. */
export function useRecordedLog(device_id: string, log: Recording | undefined, { from, to }: Range) {
  const { call, key } = useFile(device_id, log);
  return useQuery({
    queryKey: [...key, "log", from, to],
    queryFn: log ? () => readLog((start, end) => fetchText(call, { start, end }), log.size_bytes, from, to) : skipToken,
    staleTime: "static",
  });
}
