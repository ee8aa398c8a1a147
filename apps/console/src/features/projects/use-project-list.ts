import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import type { DataOf } from "@udt/contract";
import { memberEndpoints } from "@udt/contract/endpoints/members";
import { projectEndpoints } from "@udt/contract/endpoints/projects";
import { api } from "../../lib/api/api.ts";
import { queryOf, useStale } from "../../lib/api/queries.ts";

export interface ProjectFilters {
  keyword: string;
  /** 1: only those the user is a member of. */
  member: "0" | "1";
  /** 1: only those the user owns. */
  manage_flag: "0" | "1";
  page_num: number;
  page_size: number;
}
export type ListedProject = DataOf<typeof projectEndpoints.projectList>["list"][number];

/** One page of the projects that the user can see. */
export const useProjectList = (filters: ProjectFilters) =>
  useQuery({
    ...queryOf(projectEndpoints.projectList, { query: { ...filters } }),
    placeholderData: keepPreviousData,
  });

/** Asks the owners of a project to let the user in. */
export function useJoin() {
  const stale = useStale();
  return useMutation({
    mutationFn: ({ project_id, message }: { project_id: string; message: string }) =>
      api.call(memberEndpoints.joinRequest, { params: { project_id }, body: { message } }),
    // A refusal too means that the list is behind the truth: somebody let the user in, or the project went.
    onSettled: () => stale(["projectList"]),
  });
}
