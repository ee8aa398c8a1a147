import { ENDPOINTS } from "@udt/contract";
import { actorOf } from "../../platform/http/caller.ts";
import type { Routes } from "../../platform/http/routes.ts";
import type { ResignChecks } from "./resign-checks.service.ts";
import type { IosCertificatesService } from "./ios-certificates.service.ts";

export function iosCertificatesRoutes(
  routes: Routes,
  certificates: IosCertificatesService,
  resign: ResignChecks,
): void {
  routes.implement(ENDPOINTS.iosCertificateList, ({ query: { project, ...query } }) =>
    certificates.list(project, query),
  );
  routes.implement(ENDPOINTS.iosCertificateGet, ({ query, params }) => certificates.get(query.project, params.cert_id));
  routes.implement(ENDPOINTS.iosCertificateDevices, ({ query: { project, ...query }, params }) =>
    certificates.devices(project, params.cert_id, query),
  );
  routes.implement(ENDPOINTS.iosCertificateResignCheck, ({ query, params, body }) =>
    resign.check(query.project, params.cert_id, body.app_id),
  );
  routes.implement(ENDPOINTS.iosCertificateCreate, (call) =>
    certificates.create(actorOf(call), call.query.project, call.body),
  );
  routes.implement(ENDPOINTS.iosCertificateUpdate, (call) =>
    certificates.update(actorOf(call), call.query.project, call.params.cert_id, call.body),
  );
  routes.implement(ENDPOINTS.iosCertificateDelete, async (call) => {
    await certificates.delete(actorOf(call), call.query.project, call.params.cert_id);
    return null;
  });
}
