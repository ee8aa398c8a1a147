import { useMutation } from "@tanstack/react-query";
import { agentEndpoints } from "@udt/contract/endpoints/agents";
import { api } from "../../lib/api/api.ts";

/** Makes an agent for one project and answers with its token, which is never shown again. */
export const useCreateAgent = (project: string) =>
  useMutation({
    mutationFn: (name: string) => api.call(agentEndpoints.agentCreate, { body: { name, project_ids: [project] } }),
  });
