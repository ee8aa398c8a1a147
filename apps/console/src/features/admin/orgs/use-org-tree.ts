import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import type { AdminOrg, BodyInputOf, DataOf } from "@udt/contract";
import { orgEndpoints } from "@udt/contract/endpoints/orgs";
import { api } from "../../../lib/api/api.ts";
import { keyOf } from "../../../lib/api/keys.ts";
import { queryOf, useStale } from "../../../lib/api/queries.ts";
import { readLevel, type Level } from "../../../lib/orgs/index.ts";

export type OrgUser = DataOf<typeof orgEndpoints.adminOrgUserList>["list"][number];

/** The first organisations right below one, or at the top; with a keyword those anywhere that have it. */
export const orgLevel = (org_id: string | undefined, count: number, keyword = ""): Level<AdminOrg> => ({
  queryKey: [
    ...keyOf(orgEndpoints.adminOrgList, { query: { keyword, ...(org_id !== undefined && { org_id }) } }),
    count,
  ],
  queryFn: ({ signal }) =>
    readLevel(
      (page) =>
        api.call(orgEndpoints.adminOrgList, {
          query: { keyword, ...page, ...(org_id !== undefined && { org_id }) },
          signal,
        }),
      count,
    ),
});

export const useOrg = (org_id: string) => useQuery(queryOf(orgEndpoints.adminOrgGet, { params: { org_id } }));

export const useOrgUsers = (org_id: string, filters: { keyword: string; page_num: number; page_size: number }) =>
  useQuery({
    ...queryOf(orgEndpoints.adminOrgUserList, { params: { org_id }, query: { ...filters } }),
    placeholderData: keepPreviousData,
  });

/** A change anywhere moves counts everywhere above it. */
function useAfterChange() {
  const stale = useStale();
  return () => stale(["adminOrgList", "adminOrgGet", "adminOrgUserList", "orgList", "orgChildList", "memberList"]);
}

export function useCreateOrg() {
  const onSettled = useAfterChange();
  return useMutation({
    mutationFn: (body: BodyInputOf<typeof orgEndpoints.adminOrgCreate>) =>
      api.call(orgEndpoints.adminOrgCreate, { body }),
    onSettled,
  });
}

export function useUpdateOrg(org_id: string) {
  const onSettled = useAfterChange();
  return useMutation({
    mutationFn: (body: BodyInputOf<typeof orgEndpoints.adminOrgUpdate>) =>
      api.call(orgEndpoints.adminOrgUpdate, { params: { org_id }, body }),
    onSettled,
  });
}

export function useDeleteOrg(org_id: string) {
  const onSettled = useAfterChange();
  return useMutation({
    mutationFn: () => api.call(orgEndpoints.adminOrgDelete, { params: { org_id } }),
    onSettled,
  });
}

export function useAddOrgUsers(org_id: string) {
  const onSettled = useAfterChange();
  return useMutation({
    mutationFn: (user_id_list: string[]) =>
      api.call(orgEndpoints.adminOrgUserAdd, { params: { org_id }, body: { user_id_list } }),
    onSettled,
  });
}

export function useRemoveOrgUsers(org_id: string) {
  const onSettled = useAfterChange();
  return useMutation({
    mutationFn: (user_id_list: string[]) =>
      api.call(orgEndpoints.adminOrgUserRemove, { params: { org_id }, body: { user_id_list } }),
    onSettled,
  });
}
