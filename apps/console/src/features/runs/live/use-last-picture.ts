import { useQuery } from "@tanstack/react-query";
import { deviceEndpoints } from "@udt/contract/endpoints/devices";
import { useState } from "react";
import { api } from "../../../lib/api/api.ts";
import { queryOf } from "../../../lib/api/queries.ts";
import type { StreamTarget } from "../../../lib/streams/index.ts";

/**
 * What was on a device's screen last, as lists show it, and since when; undefined where none is kept.
 *
 * @param wanted Whether there is nothing better to show
 */
export function useLastPicture({ project, device_id }: StreamTarget, wanted: boolean) {
  const [failed, setFailed] = useState<number>();
  const { data } = useQuery({
    ...queryOf(deviceEndpoints.deviceGet, { params: { device_id }, query: { project } }),
    enabled: wanted,
  });
  const at = data?.picture_at ?? undefined;
  if (!wanted || at === undefined || at === failed) return undefined;
  return {
    at,
    src: api.url(deviceEndpoints.devicePicture, { params: { device_id }, query: { project, at } }),
    onError: () => setFailed(at),
  };
}
