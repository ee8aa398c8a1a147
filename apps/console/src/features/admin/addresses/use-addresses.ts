import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { DataOf } from "@udt/contract";
import { settingsEndpoints } from "@udt/contract/endpoints/settings";
import { api } from "../../../lib/api/api.ts";
import { queryOf } from "../../../lib/api/queries.ts";

export type PrivateAddresses = DataOf<typeof settingsEndpoints.adminAddressList>;

const addressesQuery = queryOf(settingsEndpoints.adminAddressList, {});
export const useAddresses = () => useQuery(addressesQuery);

/** Each change answers with the whole list. */
function useAddressChange(change: (address: string) => Promise<PrivateAddresses>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (after) => queryClient.setQueryData(addressesQuery.queryKey, after),
  });
}

export const useAllowAddress = () =>
  useAddressChange((address) => api.call(settingsEndpoints.adminAddressAllow, { body: { address } }));

export const useDisallowAddress = () =>
  useAddressChange((address) => api.call(settingsEndpoints.adminAddressDisallow, { query: { address } }));
