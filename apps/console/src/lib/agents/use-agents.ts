import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import { agentEndpoints } from "@udt/contract/endpoints/agents";
import { api } from "../api/api.ts";
import { queryOf, useStale } from "../api/queries.ts";

/** Agents are of no project, so no event tells of them: what they say is asked for again. */
export const AGENTS_EVERY_MS = 5_000;

/** Where agents are looked at: in a project, or with null in the administration. */
export type AgentScope = string | null;

export const useAgents = (scope: AgentScope, filters: { keyword: string; page_num: number; page_size: number }) =>
  useQuery({
    ...(scope === null
      ? queryOf(agentEndpoints.agentList, { query: { ...filters } })
      : queryOf(agentEndpoints.projectAgentList, { query: { project: scope, ...filters } })),
    placeholderData: keepPreviousData,
    refetchInterval: AGENTS_EVERY_MS,
  });

export function useAgentDevices(scope: AgentScope, agent_id: string, page: { page_num: number; page_size: number }) {
  const params = { agent_id };
  return useQuery({
    ...(scope === null
      ? queryOf(agentEndpoints.agentDevices, { params, query: page })
      : queryOf(agentEndpoints.projectAgentDevices, { params, query: { project: scope, ...page } })),
    placeholderData: keepPreviousData,
    refetchInterval: AGENTS_EVERY_MS,
  });
}

/** What an agent wrote into its log last, asked for as long as it is looked at. */
export function useAgentLog(scope: AgentScope, agent_id: string) {
  const params = { agent_id };
  return useQuery({
    ...(scope === null
      ? queryOf(agentEndpoints.agentLog, { params })
      : queryOf(agentEndpoints.projectAgentLog, { params, query: { project: scope } })),
    refetchInterval: AGENTS_EVERY_MS,
    gcTime: 0,
  });
}

export function useAgentActions(scope: AgentScope) {
  const stale = useStale();
  const onSettled = () => stale(["agentList", "projectAgentList", "deviceList", "deviceGet"]);
  const drain = useMutation({
    mutationFn: ({ agent_id, draining }: { agent_id: string; draining: boolean }) => {
      const call = { params: { agent_id }, body: { draining } };
      return scope === null
        ? api.call(agentEndpoints.agentDrain, call)
        : api.call(agentEndpoints.projectAgentDrain, { ...call, query: { project: scope } });
    },
    onSettled,
  });
  const edit = useMutation({
    mutationFn: ({ agent_id, ...body }: { agent_id: string; name: string; project_ids: string[] }) => {
      const params = { agent_id };
      return scope === null
        ? api.call(agentEndpoints.agentEdit, { params, body })
        : api.call(agentEndpoints.projectAgentRename, { params, query: { project: scope }, body: { name: body.name } });
    },
    onSettled,
  });
  const revoke = useMutation({
    mutationFn: (agent_id: string) => api.call(agentEndpoints.agentRevoke, { params: { agent_id } }),
    onSettled,
  });
  return { drain, edit, revoke };
}
