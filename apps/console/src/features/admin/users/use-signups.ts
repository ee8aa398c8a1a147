import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import { ENDPOINTS, type DataOf } from "@udt/contract";
import { api } from "../../../lib/api/api.ts";
import { queryOf, useStale } from "../../../lib/api/queries.ts";

export type Signup = DataOf<typeof ENDPOINTS.adminSignupList>["list"][number];

/** Registrations whose address nobody has confirmed. */
export const useSignups = (filters: { keyword: string; page_num: number; page_size: number }) =>
  useQuery({
    ...queryOf(ENDPOINTS.adminSignupList, { query: { ...filters } }),
    placeholderData: keepPreviousData,
    refetchInterval: 30_000,
  });

export function useConfirmSignup() {
  const stale = useStale();
  return useMutation({
    mutationFn: (signup_id: string) => api.call(ENDPOINTS.adminSignupConfirm, { params: { signup_id } }),
    // Refused or not, both lists show what is true.
    onSettled: () => stale(["adminSignupList", "adminUserList"]),
  });
}
