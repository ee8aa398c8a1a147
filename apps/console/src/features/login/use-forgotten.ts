import { useMutation } from "@tanstack/react-query";
import { ENDPOINTS, type BodyInputOf } from "@udt/contract";
import { api } from "../../lib/api/api.ts";

export const useForgotPassword = () =>
  useMutation({
    mutationFn: (body: BodyInputOf<typeof ENDPOINTS.userPasswordForgot>) =>
      api.call(ENDPOINTS.userPasswordForgot, { body }),
  });

export const useResetPassword = () =>
  useMutation({
    mutationFn: (body: BodyInputOf<typeof ENDPOINTS.userPasswordReset>) =>
      api.call(ENDPOINTS.userPasswordReset, { body }),
  });
