import { useMutation } from "@tanstack/react-query";
import type { BodyInputOf } from "@udt/contract";
import { userEndpoints } from "@udt/contract/endpoints/users";
import { api } from "../../lib/api/api.ts";

export const useForgotPassword = () =>
  useMutation({
    mutationFn: (body: BodyInputOf<typeof userEndpoints.userPasswordForgot>) =>
      api.call(userEndpoints.userPasswordForgot, { body }),
  });

export const useResetPassword = () =>
  useMutation({
    mutationFn: (body: BodyInputOf<typeof userEndpoints.userPasswordReset>) =>
      api.call(userEndpoints.userPasswordReset, { body }),
  });
