import { useMutation } from "@tanstack/react-query";
import { ENDPOINTS } from "@udt/contract";
import { api } from "../../lib/api/api.ts";

/** Makes an agent for one project and answers with its token, which is never shown again. */
export const useCreateAgent = (project: string) =>
  useMutation({
    mutationFn: (name: string) => api.call(ENDPOINTS.agentCreate, { body: { name, project_ids: [project] } }),
  });
