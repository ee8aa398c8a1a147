import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ENDPOINTS, type AdminUser, type BodyInputOf, type UserState } from "@udt/contract";
import { api } from "../../../lib/api/api.ts";
import { userQuery } from "../../../lib/session/index.ts";

export const USERS = "adminUserList";

export interface UserFilters {
  keyword: string;
  state: UserState | undefined;
  page_num: number;
  page_size: number;
}

export const useUsers = (filters: UserFilters) =>
  useQuery({
    queryKey: [USERS, filters],
    queryFn: ({ signal }) => api.call(ENDPOINTS.adminUserList, { query: { ...filters }, signal }),
    placeholderData: keepPreviousData,
    // Somebody may be waiting at the door.
    refetchInterval: 30_000,
  });

export type UserChange = BodyInputOf<typeof ENDPOINTS.adminUserUpdate>;

export function useUpdateUser() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ user, change }: { user: AdminUser; change: UserChange }) =>
      api.call(ENDPOINTS.adminUserUpdate, { params: { user_id: user.user_id }, body: change }),
    // Refused or not, the list shows what is true; one may also have changed oneself.
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: [USERS] }),
        queryClient.invalidateQueries({ queryKey: userQuery.queryKey }),
      ]),
  });
}

export function useRemoveSecondFactor() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (user_id: string) => api.call(ENDPOINTS.adminSecondFactorRemove, { params: { user_id } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: [USERS] }),
  });
}
