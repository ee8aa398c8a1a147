import { useQuery } from "@tanstack/react-query";
import { resourceEndpoints } from "@udt/contract/endpoints/resources";
import { queryOf } from "../../lib/api/queries.ts";

/** The files that a device left behind in a test. */
export const useResources = (project: string, test_id: string, device_id: string) =>
  useQuery(queryOf(resourceEndpoints.resourceList, { params: { test_id, device_id }, query: { project } }));
