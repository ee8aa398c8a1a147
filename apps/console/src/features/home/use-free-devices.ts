import { useQuery } from "@tanstack/react-query";
import { deviceEndpoints } from "@udt/contract/endpoints/devices";
import { queryOf } from "../../lib/api/queries.ts";

const SHOWN = 6;

/** A few devices that are free now, and the counts of all states. */
export const useFreeDevices = (project: string) =>
  useQuery(queryOf(deviceEndpoints.deviceList, { query: { project, state: "idle", page_size: SHOWN } }));
