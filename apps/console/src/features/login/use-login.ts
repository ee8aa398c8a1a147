import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ApiError } from "@udt/client";
import type { BodyInputOf, UserInfo } from "@udt/contract";
import { userEndpoints } from "@udt/contract/endpoints/users";
import { api } from "../../lib/api/api.ts";
import { userQuery } from "../../lib/session/use-user.ts";

/** What is to be done as soon as somebody is signed in. */
export function useEntered(): (user: UserInfo) => void {
  const queryClient = useQueryClient();
  return (user) => {
    // Nothing that another user may have left in the page.
    queryClient.clear();
    queryClient.setQueryData(userQuery.queryKey, user);
  };
}

export function useLogin() {
  const onSuccess = useEntered();
  return useMutation({
    mutationFn: (body: BodyInputOf<typeof userEndpoints.userLogin>) => api.call(userEndpoints.userLogin, { body }),
    onSuccess,
  });
}

/** Whether the address is to be confirmed first. */
export const isUnconfirmed = (error: unknown): boolean =>
  error instanceof ApiError && error.code === "email_unconfirmed";

/** What tells when an administrator has decided, for whom they have yet to. */
export function waitingToken(error: unknown): string | null {
  const token = error instanceof ApiError && error.code === "user_approving" && error.args["token"];
  return typeof token === "string" ? token : null;
}

/** Whether signing in goes on with a second step. */
export const needsSecondStep = (error: unknown): boolean =>
  error instanceof ApiError && error.code === "second_step_needed";
