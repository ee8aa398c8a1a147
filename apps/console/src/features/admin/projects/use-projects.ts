import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import { ENDPOINTS, USER_TYPES, type DataOf, type QueryInputOf } from "@udt/contract";
import { api } from "../../../lib/api/api.ts";
import { queryOf, useStale } from "../../../lib/api/queries.ts";

export type ProjectQuery = QueryInputOf<typeof ENDPOINTS.adminProjectList>;
export type AdminProject = DataOf<typeof ENDPOINTS.adminProjectList>["list"][number];

export const useAdminProjects = (query: ProjectQuery) =>
  useQuery({
    ...queryOf(ENDPOINTS.adminProjectList, { query }),
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
      api.call(ENDPOINTS.memberAdd, {
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
      api.call(ENDPOINTS.projectDelete, { params: { project_id }, query: { project: project_id, confirm } }),
    onSettled,
  });
}
