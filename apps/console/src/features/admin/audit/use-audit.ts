import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ENDPOINTS, type AuditAction } from "@udt/contract";
import { queryOf } from "../../../lib/api/queries.ts";

export interface AuditFilters {
  keyword: string;
  action: AuditAction | undefined;
  page_num: number;
  page_size: number;
}

/** One page of the audit log, newest first. */
export const useAudit = (filters: AuditFilters) =>
  useQuery({
    ...queryOf(ENDPOINTS.auditList, { query: { ...filters } }),
    placeholderData: keepPreviousData,
    refetchInterval: 15_000,
  });
