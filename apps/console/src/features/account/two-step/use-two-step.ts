import { useMutation, useQuery } from "@tanstack/react-query";
import { secondFactorEndpoints } from "@udt/contract/endpoints/second-factor";
import { api } from "../../../lib/api/api.ts";
import { queryOf, useStale } from "../../../lib/api/queries.ts";

export const useSecondFactors = () => useQuery(queryOf(secondFactorEndpoints.secondFactorGet, {}));

/** A change of one's own second factors; what it answers is a secret that no cache keeps. */
export function useChange<Given, Answer>(mutationFn: (given: Given) => Promise<Answer>) {
  const stale = useStale();
  return useMutation({
    mutationFn,
    // Who had to set one up may go on now.
    onSuccess: () => stale(["secondFactorGet", "userInfo"]),
    gcTime: 0,
  });
}

/** Undefined for who has no password here: their session proves them while it is young. */
type Password = string | undefined;
const proof = (password: Password) => ({ body: password === undefined ? {} : { password } });

export const useBeginApp = () =>
  useChange((password: Password) => api.call(secondFactorEndpoints.totpBegin, proof(password)));
export const useConfirmApp = () =>
  useChange((code: string) => api.call(secondFactorEndpoints.totpConfirm, { body: { code } }));
export const useRemoveApp = () =>
  useChange((password: Password) => api.call(secondFactorEndpoints.totpRemove, proof(password)));
export const useMakeRecoveryCodes = () =>
  useChange((password: Password) => api.call(secondFactorEndpoints.recoveryCodesMake, proof(password)));
