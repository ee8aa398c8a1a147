import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ENDPOINTS, type BodyInputOf, type DataOf } from "@udt/contract";
import { api } from "../../../lib/api/api.ts";

const AGENTS = "agentList";
export type Agent = DataOf<typeof ENDPOINTS.agentList>["list"][number];

export const useAgents = (filters: { keyword: string; page_num: number; page_size: number }) =>
  useQuery({
    queryKey: [AGENTS, filters],
    queryFn: ({ signal }) => api.call(ENDPOINTS.agentList, { query: { ...filters }, signal }),
    placeholderData: keepPreviousData,
    // Agents are of no project, so no event tells of them.
    refetchInterval: 5_000,
  });

/** Makes an agent; its token is in the answer and nowhere else. */
export function useCreateAgent() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyInputOf<typeof ENDPOINTS.agentCreate>) => api.call(ENDPOINTS.agentCreate, { body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: [AGENTS] }),
    gcTime: 0,
  });
}

export function useRevokeAgent() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (agent_id: string) => api.call(ENDPOINTS.agentRevoke, { params: { agent_id } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: [AGENTS] }),
  });
}
