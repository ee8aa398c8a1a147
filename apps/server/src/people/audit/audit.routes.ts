import { ENDPOINTS } from "@udt/contract";
import type { Routes } from "../../platform/http/routes.ts";
import type { AuditService } from "./audit.service.ts";

export function auditRoutes(routes: Routes, audit: AuditService): void {
  routes.implement(ENDPOINTS.auditList, ({ query }) => audit.list(query));
}
