import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ENDPOINTS, type BodyInputOf, type UserInfo } from "@udt/contract";
import { api } from "../../lib/api/api.ts";
import { userQuery } from "../../lib/session/index.ts";

const SESSIONS = ["sessionList"] as const;
const KEYS = ["keyList"] as const;

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
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyInputOf<typeof ENDPOINTS.userPassword>) => api.call(ENDPOINTS.userPassword, { body }),
    onSuccess: () => Promise.all([SESSIONS, KEYS].map((queryKey) => queryClient.invalidateQueries({ queryKey }))),
  });
}

/** The browsers that are signed in as this user. */
export const useSessions = () =>
  useQuery({ queryKey: SESSIONS, queryFn: ({ signal }) => api.call(ENDPOINTS.sessionList, { signal }) });

export function useEndSession() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (session_id: string) => api.call(ENDPOINTS.sessionEnd, { params: { session_id } }),
    // Refused or not, the list shows what is true.
    onSettled: () => queryClient.invalidateQueries({ queryKey: SESSIONS }),
  });
}

/** What acts for the user besides them. */
export const useKeys = () =>
  useQuery({ queryKey: KEYS, queryFn: ({ signal }) => api.call(ENDPOINTS.keyList, { signal }) });

/** Makes a key; its secret is in the answer and nowhere else. */
export function useMakeKey() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyInputOf<typeof ENDPOINTS.keyCreate>) => api.call(ENDPOINTS.keyCreate, { body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: KEYS }),
    gcTime: 0,
  });
}

export function useDeleteKey() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (secret_id: string) => api.call(ENDPOINTS.keyDelete, { params: { secret_id } }),
    // Refused or not, the list shows what is true.
    onSettled: () => queryClient.invalidateQueries({ queryKey: KEYS }),
  });
}
