import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import { USER_TYPES, type DataOf, type QueryInputOf } from "@udt/contract";
import { adminEndpoints } from "@udt/contract/endpoints/admin";
import { memberEndpoints } from "@udt/contract/endpoints/members";
import { projectEndpoints } from "@udt/contract/endpoints/projects";
import { api } from "../../../lib/api/api.ts";
import { queryOf, useStale } from "../../../lib/api/queries.ts";

export type ProjectQuery = QueryInputOf<typeof adminEndpoints.adminProjectList>;
export type AdminProject = DataOf<typeof adminEndpoints.adminProjectList>["list"][number];

export const useAdminProjects = (query: ProjectQuery) =>
  useQuery({
    ...queryOf(adminEndpoints.adminProjectList, { query }),
    placeholderData: keepPreviousData,
  });

function useAfterChange() {
  const stale = useStale();
  return () => stale(["adminProjectList", "projectList", "projectGet", "memberList"]);
}

/** Makes people owners, whether they are members already or not. */
export function useAssignOwners(project_id: string) {
  const onSettled = useAfterChange();
  return useMutation({
    mutationFn: (user_id_list: string[]) =>
      api.call(memberEndpoints.memberAdd, {
        params: { project_id },
        query: { project: project_id },
        body: { user_id_list, user_type: USER_TYPES.owner, update_existing: true },
      }),
    onSettled,
  });
}

export function useDeleteProject(project_id: string) {
  const onSettled = useAfterChange();
  return useMutation({
    mutationFn: (confirm: string) =>
      api.call(projectEndpoints.projectDelete, { params: { project_id }, query: { project: project_id, confirm } }),
    onSettled,
  });
}
