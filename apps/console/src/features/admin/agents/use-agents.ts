import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import type { BodyInputOf, DataOf } from "@udt/contract";
import { agentEndpoints } from "@udt/contract/endpoints/agents";
import { api } from "../../../lib/api/api.ts";
import { queryOf, useStale } from "../../../lib/api/queries.ts";

export type Agent = DataOf<typeof agentEndpoints.agentList>["list"][number];

export const useAgents = (filters: { keyword: string; page_num: number; page_size: number }) =>
  useQuery({
    ...queryOf(agentEndpoints.agentList, { query: { ...filters } }),
    placeholderData: keepPreviousData,
    // Agents are of no project, so no event tells of them.
    refetchInterval: 5_000,
  });

/** Makes an agent; its token is in the answer and nowhere else. */
export function useCreateAgent() {
  const stale = useStale();
  return useMutation({
    mutationFn: (body: BodyInputOf<typeof agentEndpoints.agentCreate>) =>
      api.call(agentEndpoints.agentCreate, { body }),
    onSuccess: () => stale(["agentList"]),
    gcTime: 0,
  });
}

export function useRevokeAgent() {
  const stale = useStale();
  return useMutation({
    mutationFn: (agent_id: string) => api.call(agentEndpoints.agentRevoke, { params: { agent_id } }),
    onSettled: () => stale(["agentList"]),
  });
}
