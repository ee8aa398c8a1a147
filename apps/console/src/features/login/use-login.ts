import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ENDPOINTS, type BodyInputOf } from "@udt/contract";
import { api } from "../../lib/api/api.ts";
import { userQuery } from "../../lib/session/index.ts";

export function useLogin() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyInputOf<typeof ENDPOINTS.userLogin>) => api.call(ENDPOINTS.userLogin, { body }),
    onSuccess: (user) => {
      // Nothing that another user may have left in the page.
      queryClient.clear();
      queryClient.setQueryData(userQuery.queryKey, user);
    },
  });
}
