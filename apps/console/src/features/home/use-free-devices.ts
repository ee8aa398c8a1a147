import { useQuery } from "@tanstack/react-query";
import type { DataOf } from "@udt/contract";
import { deviceEndpoints } from "@udt/contract/endpoints/devices";
import { queryOf } from "../../lib/api/queries.ts";

const SHOWN = 6;

/** Whether the project has devices, of which none is free. */
export const isNoneFree = (devices: DataOf<typeof deviceEndpoints.deviceList> | undefined): boolean =>
  devices?.list.length === 0 && Object.values(devices.state_counts).some((count) => count > 0);

/** A few devices that are free now, and the counts of all states. One of an agent that is being drained nobody gets. */
export const useFreeDevices = (project: string) =>
  useQuery(
    queryOf(deviceEndpoints.deviceList, { query: { project, state: "idle", no_draining: "1", page_size: SHOWN } }),
  );
