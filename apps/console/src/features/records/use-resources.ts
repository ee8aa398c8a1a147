import { useQuery } from "@tanstack/react-query";
import { ENDPOINTS } from "@udt/contract";
import { api } from "../../lib/api/api.ts";

/** The files that a device left behind in a test. */
export const useResources = (project: string, test_id: string, device_id: string) =>
  useQuery({
    queryKey: ["resourceList", project, test_id, device_id],
    queryFn: ({ signal }) =>
      api.call(ENDPOINTS.resourceList, { params: { test_id, device_id }, query: { project }, signal }),
  });
