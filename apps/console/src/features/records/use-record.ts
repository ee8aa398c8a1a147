import { useQuery } from "@tanstack/react-query";
import { ENDPOINTS } from "@udt/contract";
import { api } from "../../lib/api/api.ts";

export const useRecord = (project: string, test_id: string | null) =>
  useQuery({
    queryKey: ["testGet", project, test_id],
    queryFn: ({ signal }) => api.call(ENDPOINTS.testGet, { params: { test_id: test_id! }, query: { project }, signal }),
    enabled: test_id !== null,
  });
