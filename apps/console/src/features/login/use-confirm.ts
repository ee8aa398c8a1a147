import { useMutation } from "@tanstack/react-query";
import type { BodyInputOf } from "@udt/contract";
import { userEndpoints } from "@udt/contract/endpoints/users";
import { api } from "../../lib/api/api.ts";

export const useConfirmEmail = () =>
  useMutation({
    mutationFn: (body: BodyInputOf<typeof userEndpoints.userSignupConfirm>) =>
      api.call(userEndpoints.userSignupConfirm, { body }),
  });

export const useResendLink = () =>
  useMutation({
    mutationFn: (body: BodyInputOf<typeof userEndpoints.userSignupResend>) =>
      api.call(userEndpoints.userSignupResend, { body }),
  });
