import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { AuditAction } from "@udt/contract";
import { adminEndpoints } from "@udt/contract/endpoints/admin";
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
    ...queryOf(adminEndpoints.auditList, { query: { ...filters } }),
    placeholderData: keepPreviousData,
    refetchInterval: 15_000,
  });
