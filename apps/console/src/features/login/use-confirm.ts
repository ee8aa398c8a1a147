import { useMutation } from "@tanstack/react-query";
import { ENDPOINTS, type BodyInputOf } from "@udt/contract";
import { api } from "../../lib/api/api.ts";

export const useConfirmEmail = () =>
  useMutation({
    mutationFn: (body: BodyInputOf<typeof ENDPOINTS.userSignupConfirm>) =>
      api.call(ENDPOINTS.userSignupConfirm, { body }),
  });

export const useResendLink = () =>
  useMutation({
    mutationFn: (body: BodyInputOf<typeof ENDPOINTS.userSignupResend>) =>
      api.call(ENDPOINTS.userSignupResend, { body }),
  });
