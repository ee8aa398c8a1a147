import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import type { AdminUser, BodyInputOf, UserState } from "@udt/contract";
import { adminEndpoints } from "@udt/contract/endpoints/admin";
import { api } from "../../../lib/api/api.ts";
import { queryOf, useStale } from "../../../lib/api/queries.ts";

export interface UserFilters {
  keyword: string;
  state: UserState | undefined;
  page_num: number;
  page_size: number;
}

export const useUsers = (filters: UserFilters) =>
  useQuery({
    ...queryOf(adminEndpoints.adminUserList, { query: { ...filters } }),
    placeholderData: keepPreviousData,
    // Somebody may be waiting at the door.
    refetchInterval: 30_000,
  });

export type UserChange = BodyInputOf<typeof adminEndpoints.adminUserUpdate>;

export function useUpdateUser() {
  const stale = useStale();
  return useMutation({
    mutationFn: ({ user, change }: { user: AdminUser; change: UserChange }) =>
      api.call(adminEndpoints.adminUserUpdate, { params: { user_id: user.user_id }, body: change }),
    // Refused or not, the list shows what is true; one may also have changed oneself.
    onSettled: () => stale(["adminUserList", "userInfo"]),
  });
}

export function useRemoveSecondFactor() {
  const stale = useStale();
  return useMutation({
    mutationFn: (user_id: string) => api.call(adminEndpoints.adminSecondFactorRemove, { params: { user_id } }),
    onSettled: () => stale(["adminUserList"]),
  });
}
