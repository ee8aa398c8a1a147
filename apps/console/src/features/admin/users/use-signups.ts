import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ENDPOINTS, type DataOf } from "@udt/contract";
import { api } from "../../../lib/api/api.ts";
import { USERS } from "./use-users.ts";

const SIGNUPS = "adminSignupList";

export type Signup = DataOf<typeof ENDPOINTS.adminSignupList>["list"][number];

/** Registrations whose address nobody has confirmed. */
export const useSignups = (filters: { keyword: string; page_num: number; page_size: number }) =>
  useQuery({
    queryKey: [SIGNUPS, filters],
    queryFn: ({ signal }) => api.call(ENDPOINTS.adminSignupList, { query: { ...filters }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: 30_000,
  });

export function useConfirmSignup() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (signup_id: string) => api.call(ENDPOINTS.adminSignupConfirm, { params: { signup_id } }),
    // Refused or not, both lists show what is true.
    onSettled: () => Promise.all([SIGNUPS, USERS].map((each) => queryClient.invalidateQueries({ queryKey: [each] }))),
  });
}
