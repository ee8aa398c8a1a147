import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { BodyInputOf, UserInfo } from "@udt/contract";
import { userEndpoints } from "@udt/contract/endpoints/users";
import { api } from "../../lib/api/api.ts";
import { queryOf, useStale } from "../../lib/api/queries.ts";
import { userQuery } from "../../lib/session/index.ts";

export function useChangeNickname() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (user_name: string) => api.call(userEndpoints.userUpdate, { body: { user_name } }),
    onSuccess: (user: UserInfo) => queryClient.setQueryData(userQuery.queryKey, user),
  });
}

export function useChangePicture() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (file: File) => api.call(userEndpoints.userImagePut, { body: file }),
    onSuccess: (user: UserInfo) => queryClient.setQueryData(userQuery.queryKey, user),
  });
}

export function useChangePassword() {
  const stale = useStale();
  return useMutation({
    mutationFn: (body: BodyInputOf<typeof userEndpoints.userPassword>) =>
      api.call(userEndpoints.userPassword, { body }),
    onSuccess: () => stale(["sessionList", "keyList"]),
  });
}

/** The browsers that are signed in as this user. */
export const useSessions = () => useQuery(queryOf(userEndpoints.sessionList, {}));

export function useEndSession() {
  const stale = useStale();
  return useMutation({
    mutationFn: (session_id: string) => api.call(userEndpoints.sessionEnd, { params: { session_id } }),
    // Refused or not, the list shows what is true.
    onSettled: () => stale(["sessionList"]),
  });
}

/** What acts for the user besides them. */
export const useKeys = () => useQuery(queryOf(userEndpoints.keyList, {}));

/** Makes a key; its secret is in the answer and nowhere else. */
export function useMakeKey() {
  const stale = useStale();
  return useMutation({
    mutationFn: (body: BodyInputOf<typeof userEndpoints.keyCreate>) => api.call(userEndpoints.keyCreate, { body }),
    onSuccess: () => stale(["keyList"]),
    gcTime: 0,
  });
}

export function useDeleteKey() {
  const stale = useStale();
  return useMutation({
    mutationFn: (secret_id: string) => api.call(userEndpoints.keyDelete, { params: { secret_id } }),
    // Refused or not, the list shows what is true.
    onSettled: () => stale(["keyList"]),
  });
}
