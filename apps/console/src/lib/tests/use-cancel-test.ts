import { useMutation } from "@tanstack/react-query";
import { testEndpoints } from "@udt/contract/endpoints/tests";
import { api } from "../api/api.ts";
import { useStale } from "../api/queries.ts";

/** Ends a test for good. */
export function useCancelTest(project: string) {
  const stale = useStale();
  return useMutation({
    mutationFn: (test_id: string) => api.call(testEndpoints.testCancel, { params: { test_id }, query: { project } }),
    // The event says the same; this holds when the events connection is just then away.
    onSuccess: () => stale(["testList", "testGet", "deviceList"], project),
  });
}
