import { useMutation } from "@tanstack/react-query";
import type { BodyInputOf } from "@udt/contract";
import { agentEndpoints } from "@udt/contract/endpoints/agents";
import { api } from "../api/api.ts";
import { useStale } from "../api/queries.ts";

/** Makes an agent; its token is in the answer and nowhere else. */
export function useCreateAgent() {
  const stale = useStale();
  return useMutation({
    mutationFn: (body: BodyInputOf<typeof agentEndpoints.agentCreate>) =>
      api.call(agentEndpoints.agentCreate, { body }),
    onSuccess: () => stale(["agentList", "projectAgentList"]),
    gcTime: 0,
  });
}
