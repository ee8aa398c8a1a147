import { useMutation } from "@tanstack/react-query";
import { ENDPOINTS } from "@udt/contract";
import { api } from "../api/api.ts";
import { useStale } from "../api/queries.ts";

/** Ends a test for good. */
export function useCancelTest(project: string) {
  const stale = useStale();
  return useMutation({
    mutationFn: (test_id: string) => api.call(ENDPOINTS.testCancel, { params: { test_id }, query: { project } }),
    // The event says the same; this holds when the events connection is just then away.
    onSuccess: () => stale(["testList", "testGet", "deviceList"], project),
  });
}
