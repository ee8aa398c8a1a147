import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ENDPOINTS } from "@udt/contract";
import { api } from "../api/api.ts";

/** Ends a test for good. */
export function useCancelTest(project: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (test_id: string) => api.call(ENDPOINTS.testCancel, { params: { test_id }, query: { project } }),
    // The event says the same; this holds when the events connection is just then away.
    onSuccess: () =>
      queryClient.invalidateQueries({
        predicate: ({ queryKey }) =>
          queryKey[1] === project && ["testList", "testGet", "deviceList"].includes(String(queryKey[0])),
      }),
  });
}
