import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ENDPOINTS, type BodyInputOf, type UserInfo } from "@udt/contract";
import { api } from "../../lib/api/api.ts";
import { queryOf, useStale } from "../../lib/api/queries.ts";
import { userQuery } from "../../lib/session/index.ts";

export function useChangeNickname() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (user_name: string) => api.call(ENDPOINTS.userUpdate, { body: { user_name } }),
    onSuccess: (user: UserInfo) => queryClient.setQueryData(userQuery.queryKey, user),
  });
}

export function useChangePicture() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (file: File) => api.call(ENDPOINTS.userImagePut, { body: file }),
    onSuccess: (user: UserInfo) => queryClient.setQueryData(userQuery.queryKey, user),
  });
}

export function useChangePassword() {
  const stale = useStale();
  return useMutation({
    mutationFn: (body: BodyInputOf<typeof ENDPOINTS.userPassword>) => api.call(ENDPOINTS.userPassword, { body }),
    onSuccess: () => stale(["sessionList", "keyList"]),
  });
}

/** The browsers that are signed in as this user. */
export const useSessions = () => useQuery(queryOf(ENDPOINTS.sessionList, {}));

export function useEndSession() {
  const stale = useStale();
  return useMutation({
    mutationFn: (session_id: string) => api.call(ENDPOINTS.sessionEnd, { params: { session_id } }),
    // Refused or not, the list shows what is true.
    onSettled: () => stale(["sessionList"]),
  });
}

/** What acts for the user besides them. */
export const useKeys = () => useQuery(queryOf(ENDPOINTS.keyList, {}));

/** Makes a key; its secret is in the answer and nowhere else. */
export function useMakeKey() {
  const stale = useStale();
  return useMutation({
    mutationFn: (body: BodyInputOf<typeof ENDPOINTS.keyCreate>) => api.call(ENDPOINTS.keyCreate, { body }),
    onSuccess: () => stale(["keyList"]),
    gcTime: 0,
  });
}

export function useDeleteKey() {
  const stale = useStale();
  return useMutation({
    mutationFn: (secret_id: string) => api.call(ENDPOINTS.keyDelete, { params: { secret_id } }),
    // Refused or not, the list shows what is true.
    onSettled: () => stale(["keyList"]),
  });
}
