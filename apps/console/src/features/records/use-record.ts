import { useQuery } from "@tanstack/react-query";
import { testEndpoints } from "@udt/contract/endpoints/tests";
import { queryOf } from "../../lib/api/queries.ts";

export const useRecord = (project: string, test_id: string | null) =>
  useQuery({
    ...queryOf(testEndpoints.testGet, { params: { test_id: test_id ?? "" }, query: { project } }),
    enabled: test_id !== null,
  });
