import { useMutation } from "@tanstack/react-query";
import type { BodyInputOf } from "@udt/contract";
import { userEndpoints } from "@udt/contract/endpoints/users";
import { api } from "../../lib/api/api.ts";

export const useSignup = () =>
  useMutation({
    mutationFn: (body: BodyInputOf<typeof userEndpoints.userSignup>) => api.call(userEndpoints.userSignup, { body }),
  });
