import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import type { Member } from "@udt/contract";
import { memberEndpoints } from "@udt/contract/endpoints/members";
import { api } from "../../lib/api/api.ts";
import { queryOf, useStale } from "../../lib/api/queries.ts";

export interface MemberFilters {
  keyword: string;
  page_num: number;
  page_size: number;
}

/** One page of the project's members. */
export const useMembers = (project: string, filters: MemberFilters) =>
  useQuery({
    ...queryOf(memberEndpoints.memberList, { params: { project_id: project }, query: { project, ...filters } }),
    placeholderData: keepPreviousData,
  });

/** What changes with the members: lists, counts, and what the caller may do. */
function useAfterChange(project: string) {
  const stale = useStale();
  return () => stale(["projectList", "memberList", "joinList", "projectGet", "privilegeEnforce"], project);
}

/** Makes these members owners or ordinary members, all or none. */
export function useSetType(project: string) {
  const onSettled = useAfterChange(project);
  return useMutation({
    mutationFn: ({ user_ids, user_type }: { user_ids: string[]; user_type: Member["user_type"] }) => {
      const where = { params: { project_id: project }, query: { project } };
      const [only] = user_ids;
      return only !== undefined && user_ids.length === 1
        ? api.call(memberEndpoints.memberUpdate, {
            ...where,
            params: { ...where.params, user_id: only },
            body: { user_type },
          })
        : api.call(memberEndpoints.memberUpdateMany, { ...where, body: { user_id_list: user_ids, user_type } });
    },
    onSettled,
  });
}

/** Removes these members, all or none. */
export function useRemove(project: string) {
  const onSettled = useAfterChange(project);
  return useMutation({
    mutationFn: (user_ids: string[]) => {
      const where = { params: { project_id: project }, query: { project } };
      const [only] = user_ids;
      return only !== undefined && user_ids.length === 1
        ? api.call(memberEndpoints.memberRemove, { ...where, params: { ...where.params, user_id: only } })
        : api.call(memberEndpoints.memberRemoveMany, { ...where, body: { user_id_list: user_ids } });
    },
    onSettled,
  });
}

export function useDecide(project: string) {
  const onSettled = useAfterChange(project);
  return useMutation({
    mutationFn: ({ user_id, accept }: { user_id: string; accept: boolean }) =>
      api.call(memberEndpoints.joinDecide, {
        params: { project_id: project, user_id },
        query: { project },
        body: { accept },
      }),
    onSettled,
  });
}

export function useAdd(project: string) {
  const onSettled = useAfterChange(project);
  return useMutation({
    mutationFn: ({ user_ids, user_type }: { user_ids: string[]; user_type: Member["user_type"] }) =>
      api.call(memberEndpoints.memberAdd, {
        params: { project_id: project },
        query: { project },
        body: { user_id_list: user_ids, user_type, update_existing: true },
      }),
    onSettled,
  });
}
