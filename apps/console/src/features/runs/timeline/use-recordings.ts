import type { Resource } from "@udt/contract";
import { isRecording } from "../../../lib/player/index.ts";
import { useResources } from "../files.tsx";

/** What was recorded of a device, oldest first. */
export function useRecordings(device_id: string) {
  const resources = useResources(device_id);
  const list = (resources.data?.resource_list ?? [])
    .filter(isRecording)
    .toSorted((a, b) => a.started_at - b.started_at);
  const of = (kind: Resource["kind"]) => list.filter((resource) => resource.kind === kind && resource.size_bytes > 0);
  const [videos, log, performance] = [of("video"), of("log").at(-1), of("performance").at(-1)];
  const { isPending } = resources;
  return {
    isPending,
    videos,
    log,
    performance,
    /** There is nothing to play. */
    isNone: !isPending && videos.length === 0 && !log && !performance,
  };
}
