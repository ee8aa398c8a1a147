import { useMutation } from "@tanstack/react-query";
import { ENDPOINTS, type BodyInputOf } from "@udt/contract";
import { api } from "../../lib/api/api.ts";

export const useSignup = () =>
  useMutation({
    mutationFn: (body: BodyInputOf<typeof ENDPOINTS.userSignup>) => api.call(ENDPOINTS.userSignup, { body }),
  });
