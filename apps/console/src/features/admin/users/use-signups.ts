import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import type { DataOf } from "@udt/contract";
import { adminEndpoints } from "@udt/contract/endpoints/admin";
import { api } from "../../../lib/api/api.ts";
import { queryOf, useStale } from "../../../lib/api/queries.ts";

export type Signup = DataOf<typeof adminEndpoints.adminSignupList>["list"][number];

/** Registrations whose address nobody has confirmed. */
export const useSignups = (filters: { keyword: string; page_num: number; page_size: number }) =>
  useQuery({
    ...queryOf(adminEndpoints.adminSignupList, { query: { ...filters } }),
    placeholderData: keepPreviousData,
    refetchInterval: 30_000,
  });

export function useConfirmSignup() {
  const stale = useStale();
  return useMutation({
    mutationFn: (signup_id: string) => api.call(adminEndpoints.adminSignupConfirm, { params: { signup_id } }),
    // Refused or not, both lists show what is true.
    onSettled: () => stale(["adminSignupList", "adminUserList"]),
  });
}
