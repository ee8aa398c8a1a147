import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import type { DataOf, ProjectOrg } from "@udt/contract";
import { orgEndpoints } from "@udt/contract/endpoints/orgs";
import { api } from "../../lib/api/api.ts";
import { keyOf } from "../../lib/api/keys.ts";
import { queryOf, useStale } from "../../lib/api/queries.ts";
import { readLevel, type Level } from "../../lib/orgs/index.ts";
import type { MemberFilters } from "./use-members.ts";

export type TreeOrg = DataOf<typeof orgEndpoints.orgChildList>["list"][number];
type UserType = ProjectOrg["user_type"];

const at = (project: string) => ({ params: { project_id: project }, query: { project } });

/** One page of the organisations that are members of the project. */
export const useOrgs = (project: string, filters: MemberFilters) =>
  useQuery({
    ...queryOf(orgEndpoints.orgList, { params: { project_id: project }, query: { project, ...filters } }),
    placeholderData: keepPreviousData,
  });

/** The first organisations right below one, or at the top; with a keyword those anywhere that have it. */
export const orgLevel = (project: string, org_id: string | undefined, count: number, keyword = ""): Level<TreeOrg> => ({
  queryKey: [
    ...keyOf(orgEndpoints.orgChildList, {
      ...at(project),
      query: { project, keyword, ...(org_id !== undefined && { org_id }) },
    }),
    count,
  ],
  queryFn: ({ signal }) =>
    readLevel(
      (page) =>
        api.call(orgEndpoints.orgChildList, {
          params: { project_id: project },
          query: { project, keyword, ...page, ...(org_id !== undefined && { org_id }) },
          signal,
        }),
      count,
    ),
});

/** Organisations bring people: what changes with members changes with them too. */
function useAfterChange(project: string) {
  const stale = useStale();
  return () =>
    stale(["projectList", "orgList", "orgChildList", "memberList", "projectGet", "privilegeEnforce"], project);
}

export function useAddOrgs(project: string) {
  const onSettled = useAfterChange(project);
  return useMutation({
    mutationFn: ({ org_ids, user_type }: { org_ids: string[]; user_type: UserType }) =>
      api.call(orgEndpoints.orgAdd, {
        ...at(project),
        body: { org_id_list: org_ids, user_type, update_existing: false },
      }),
    onSettled,
  });
}

/** Makes these organisations owners or ordinary members, all or none. */
export function useSetOrgType(project: string) {
  const onSettled = useAfterChange(project);
  return useMutation({
    mutationFn: ({ org_ids, user_type }: { org_ids: string[]; user_type: UserType }) => {
      const [only] = org_ids;
      return only !== undefined && org_ids.length === 1
        ? api.call(orgEndpoints.orgUpdate, {
            ...at(project),
            params: { project_id: project, org_id: only },
            body: { user_type },
          })
        : api.call(orgEndpoints.orgUpdateMany, { ...at(project), body: { org_id_list: org_ids, user_type } });
    },
    onSettled,
  });
}

/** Removes these organisations, all or none. */
export function useRemoveOrgs(project: string) {
  const onSettled = useAfterChange(project);
  return useMutation({
    mutationFn: (org_ids: string[]) => {
      const [only] = org_ids;
      return only !== undefined && org_ids.length === 1
        ? api.call(orgEndpoints.orgRemove, { ...at(project), params: { project_id: project, org_id: only } })
        : api.call(orgEndpoints.orgRemoveMany, { ...at(project), body: { org_id_list: org_ids } });
    },
    onSettled,
  });
}
