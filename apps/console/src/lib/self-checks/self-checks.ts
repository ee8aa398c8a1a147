import { selfCheckEndpoints } from "@udt/contract/endpoints/self-checks";
import { useQuery } from "@tanstack/react-query";
import { api } from "../api/api.ts";
import { queryOf } from "../api/queries.ts";

/** A check of a device. @param project null: read by an administrator of the server */
export function useSelfCheck(project: string | null, params: { device_id: string; selfcheck_id: string }) {
  const { adminSelfCheckGet, selfCheckGet } = selfCheckEndpoints;
  return useQuery(
    project === null ? queryOf(adminSelfCheckGet, { params }) : queryOf(selfCheckGet, { params, query: { project } }),
  );
}

/** Where what a step left behind is read. */
export const evidenceUrl = (
  project: string,
  params: { device_id: string; selfcheck_id: string; evidence: string },
): string => api.url(selfCheckEndpoints.selfCheckEvidence, { params, query: { project } });
