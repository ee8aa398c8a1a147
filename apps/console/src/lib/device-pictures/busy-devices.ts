import { useQuery } from "@tanstack/react-query";
import { LIMITS, type Device } from "@udt/contract";
import { deviceEndpoints } from "@udt/contract/endpoints/devices";
import { queryOf } from "../api/queries.ts";
import { useDevicePictures } from "./choice.ts";
import { PICTURES_MS } from "./pictures-ms.ts";

/** The device that a test of the project uses, best one with a picture; undefined where lists show none. */
export function useBusyDevices(project: string, isNeeded: boolean): (test_id: string) => Device | undefined {
  const [isOn] = useDevicePictures();
  const query = { project, state: "busy", page_size: LIMITS.page_size_max } as const;
  const { data } = useQuery({
    ...queryOf(deviceEndpoints.deviceList, { query }),
    enabled: isOn && isNeeded,
    refetchInterval: PICTURES_MS,
  });
  return (test_id) => {
    if (!isOn) return undefined;
    const used = data?.list.filter(({ lease }) => lease?.test_id === test_id) ?? [];
    return used.find(({ picture_at }) => picture_at !== null) ?? used[0];
  };
}
