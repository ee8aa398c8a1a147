import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ENDPOINTS, type AdminOrg, type BodyInputOf } from "@udt/contract";
import { api } from "../../../lib/api/api.ts";
import { readLevel, type Level } from "../../../lib/orgs/index.ts";

/** The first organisations right below one, or at the top; with a keyword those anywhere that have it. */
export const orgLevel = (org_id: string | undefined, count: number, keyword = ""): Level<AdminOrg> => ({
  queryKey: ["adminOrgList", org_id, count, keyword],
  queryFn: ({ signal }) =>
    readLevel(
      (page) =>
        api.call(ENDPOINTS.adminOrgList, {
          query: { keyword, ...page, ...(org_id !== undefined && { org_id }) },
          signal,
        }),
      count,
    ),
});

export const useOrg = (org_id: string) =>
  useQuery({
    queryKey: ["adminOrgGet", org_id],
    queryFn: ({ signal }) => api.call(ENDPOINTS.adminOrgGet, { params: { org_id }, signal }),
  });

export const useOrgUsers = (org_id: string, filters: { keyword: string; page_num: number; page_size: number }) =>
  useQuery({
    queryKey: ["adminOrgUserList", org_id, filters],
    queryFn: ({ signal }) =>
      api.call(ENDPOINTS.adminOrgUserList, { params: { org_id }, query: { ...filters }, signal }),
    placeholderData: keepPreviousData,
  });

/** A change anywhere moves counts everywhere above it. */
function useAfterChange() {
  const queryClient = useQueryClient();
  return () =>
    queryClient.invalidateQueries({
      predicate: ({ queryKey: [name] }) =>
        ["adminOrgList", "adminOrgGet", "adminOrgUserList", "orgList", "orgChildList", "memberList"].includes(
          String(name),
        ),
    });
}

export function useCreateOrg() {
  const onSettled = useAfterChange();
  return useMutation({
    mutationFn: (body: BodyInputOf<typeof ENDPOINTS.adminOrgCreate>) => api.call(ENDPOINTS.adminOrgCreate, { body }),
    onSettled,
  });
}

export function useUpdateOrg(org_id: string) {
  const onSettled = useAfterChange();
  return useMutation({
    mutationFn: (body: BodyInputOf<typeof ENDPOINTS.adminOrgUpdate>) =>
      api.call(ENDPOINTS.adminOrgUpdate, { params: { org_id }, body }),
    onSettled,
  });
}

export function useDeleteOrg(org_id: string) {
  const onSettled = useAfterChange();
  return useMutation({
    mutationFn: () => api.call(ENDPOINTS.adminOrgDelete, { params: { org_id } }),
    onSettled,
  });
}

export function useAddOrgUsers(org_id: string) {
  const onSettled = useAfterChange();
  return useMutation({
    mutationFn: (user_id_list: string[]) =>
      api.call(ENDPOINTS.adminOrgUserAdd, { params: { org_id }, body: { user_id_list } }),
    onSettled,
  });
}

export function useRemoveOrgUsers(org_id: string) {
  const onSettled = useAfterChange();
  return useMutation({
    mutationFn: (user_id_list: string[]) =>
      api.call(ENDPOINTS.adminOrgUserRemove, { params: { org_id }, body: { user_id_list } }),
    onSettled,
  });
}
