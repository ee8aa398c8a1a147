import { queryOptions, useQuery } from "@tanstack/react-query";
import type { ProjectInfo } from "@udt/contract";
import { projectEndpoints } from "@udt/contract/endpoints/projects";
import { queryOf } from "../api/queries.ts";
import { useProjects } from "./use-projects.ts";

export const projectQuery = (project: string) =>
  queryOptions({
    ...queryOf(projectEndpoints.projectGet, { params: { project_id: project }, query: { project } }),
    staleTime: 60_000,
  });

/** A project by its id: from the user's own ones, else (a guest's, or beyond the first hundred) asked for by itself. */
export function useProject(project_id: string | undefined): ProjectInfo | undefined {
  const own = useProjects();
  const found = own.data?.list.find((each) => each.project_id === project_id);
  const alone = useQuery({
    ...projectQuery(project_id ?? ""),
    enabled: project_id !== undefined && own.data !== undefined && found === undefined,
  });
  return found ?? (own.data && alone.data);
}
