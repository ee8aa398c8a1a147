import { useQuery } from "@tanstack/react-query";
import { ENDPOINTS } from "@udt/contract";
import { queryOf } from "../../lib/api/queries.ts";

export const useDevice = (project: string, device_id: string | null) =>
  useQuery({
    ...queryOf(ENDPOINTS.deviceGet, { params: { device_id: device_id ?? "" }, query: { project } }),
    enabled: device_id !== null,
  });
