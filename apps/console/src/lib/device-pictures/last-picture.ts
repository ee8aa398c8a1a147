import { useQuery } from "@tanstack/react-query";
import { deviceEndpoints } from "@udt/contract/endpoints/devices";
import { useState } from "react";
import { api } from "../api/api.ts";
import { queryOf } from "../api/queries.ts";
import { PICTURES_MS } from "./pictures-ms.ts";

/** A device as lists know it, with when its last picture was taken; undefined until it is known. */
export const usePicturedDevice = (project: string, device_id: string, wanted: boolean) =>
  useQuery({
    ...queryOf(deviceEndpoints.deviceGet, { params: { device_id }, query: { project } }),
    enabled: wanted,
    refetchInterval: PICTURES_MS,
  }).data;

/**
 * What was on a device's screen last, as lists show it, and since when; undefined where none is kept, and once one could not be
 * read: another has come since, or it is nobody's to see any more, and the device will say so.
 */
export function useLastPicture(project: string, device_id: string, picture_at: number | null | undefined) {
  const [failed, setFailed] = useState<number>();
  if (typeof picture_at !== "number" || picture_at === failed) return undefined;
  return {
    at: picture_at,
    src: api.url(deviceEndpoints.devicePicture, { params: { device_id }, query: { project, at: picture_at } }),
    onError: () => setFailed(picture_at),
  };
}
