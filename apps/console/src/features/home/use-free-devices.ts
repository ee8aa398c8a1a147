import { useQuery } from "@tanstack/react-query";
import { ENDPOINTS } from "@udt/contract";
import { api } from "../../lib/api/api.ts";

const SHOWN = 6;

/** A few devices that are free now, and the counts of all states. */
export const useFreeDevices = (project: string) =>
  useQuery({
    queryKey: ["deviceList", project, "free"],
    queryFn: ({ signal }) =>
      api.call(ENDPOINTS.deviceList, { query: { project, state: "idle", page_size: SHOWN }, signal }),
  });
