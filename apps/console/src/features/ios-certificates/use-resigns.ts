import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import { resignEndpoints } from "@udt/contract/endpoints/resigns";
import { AGENTS_EVERY_MS } from "../../lib/agents/use-agents.ts";
import { api } from "../../lib/api/api.ts";
import { queryOf, useStale } from "../../lib/api/queries.ts";

export const useResigns = (project: string, cert_id: string, page: { page_num: number; page_size: number }) =>
  useQuery({
    ...queryOf(resignEndpoints.resignList, { params: { cert_id }, query: { project, ...page } }),
    placeholderData: keepPreviousData,
  });

export const useSigningTools = (project: string) =>
  useQuery({
    ...queryOf(resignEndpoints.signingToolList, { query: { project } }),
    refetchInterval: AGENTS_EVERY_MS,
  });

/** Has an app signed anew, and calls that off; what is told of it is read anew. */
export function useResignActions(project: string, cert_id: string) {
  const stale = useStale();
  const query = { project };
  const after = { onSettled: () => void stale(["resignList"], project) };
  return {
    start: useMutation({
      mutationFn: (app_id: string) =>
        api.call(resignEndpoints.resignStart, { params: { cert_id }, query, body: { app_id } }),
      ...after,
    }),
    cancel: useMutation({
      mutationFn: (task_id: string) => api.call(resignEndpoints.resignCancel, { params: { cert_id, task_id }, query }),
      ...after,
    }),
  };
}
