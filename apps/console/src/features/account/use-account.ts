import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ENDPOINTS, type BodyInputOf, type UserInfo } from "@udt/contract";
import { api } from "../../lib/api/api.ts";
import { userQuery } from "../../lib/session/index.ts";

const SESSIONS = ["sessionList"] as const;
const KEY = ["keyGet"] as const;

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
    onSuccess: () => Promise.all([SESSIONS, KEY].map((queryKey) => queryClient.invalidateQueries({ queryKey }))),
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

export const useKey = () =>
  useQuery({ queryKey: KEY, queryFn: ({ signal }) => api.call(ENDPOINTS.keyGet, { signal }) });

/** Makes a key; its secret is in the answer and nowhere else. */
export function useResetKey() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => api.call(ENDPOINTS.keyReset, {}),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: KEY }),
    gcTime: 0,
  });
}
