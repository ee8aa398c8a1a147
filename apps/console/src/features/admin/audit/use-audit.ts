import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ENDPOINTS, type AuditAction } from "@udt/contract";
import { api } from "../../../lib/api/api.ts";

export interface AuditFilters {
  keyword: string;
  action: AuditAction | undefined;
  page_num: number;
  page_size: number;
}

/** One page of the audit log, newest first. */
export const useAudit = (filters: AuditFilters) =>
  useQuery({
    queryKey: ["auditList", filters],
    queryFn: ({ signal }) => api.call(ENDPOINTS.auditList, { query: { ...filters }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: 15_000,
  });
