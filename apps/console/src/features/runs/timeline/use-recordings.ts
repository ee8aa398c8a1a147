import { useQuery } from "@tanstack/react-query";
import type { Resource } from "@udt/contract";
import { useResources, useResourceUrl } from "../files.tsx";
import { readLog } from "./log-data.ts";
import { parsePerformance } from "./performance-data.ts";

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

async function fetchText(url: string, range?: { start: number; end: number }): Promise<string> {
  const response = await fetch(url, {
    credentials: "same-origin",
    ...(range && { headers: { range: `bytes=${range.start}-${range.end - 1}` } }),
  });
  if (response.status === 416) return "";
  if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
  return response.text();
}

/** What a device logged in a range. */
export function useRecordedLog(device_id: string, log: Recording | undefined, { from, to }: Range) {
  const urlOf = useResourceUrl(device_id);
  return useQuery({
    queryKey: ["recordedLog", log?.resource_id, log?.size_bytes, from, to],
    queryFn: () => {
      const url = urlOf(log!);
      return readLog((start, end) => fetchText(url, { start, end }), log!.size_bytes, from, to);
    },
    enabled: log !== undefined,
    staleTime: Infinity,
  });
}

/** All that was measured of a device: a sample a second is little. */
export function useRecordedPerformance(device_id: string, recording: Recording | undefined) {
  const urlOf = useResourceUrl(device_id);
  return useQuery({
    queryKey: ["recordedPerformance", recording?.resource_id, recording?.size_bytes],
    queryFn: async () => parsePerformance(await fetchText(urlOf(recording!))),
    enabled: recording !== undefined,
    staleTime: Infinity,
  });
}
