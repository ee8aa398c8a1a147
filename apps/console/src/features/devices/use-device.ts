import { useQuery } from "@tanstack/react-query";
import { ENDPOINTS } from "@udt/contract";
import { api } from "../../lib/api/api.ts";

export const useDevice = (project: string, device_id: string | null) =>
  useQuery({
    queryKey: ["deviceGet", project, device_id],
    queryFn: ({ signal }) =>
      api.call(ENDPOINTS.deviceGet, { params: { device_id: device_id! }, query: { project }, signal }),
    enabled: device_id !== null,
  });
