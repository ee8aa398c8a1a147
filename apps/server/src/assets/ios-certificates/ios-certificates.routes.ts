import { ENDPOINTS } from "@udt/contract";
import { actorOf } from "../../platform/http/caller.ts";
import type { Routes } from "../../platform/http/routes.ts";
import type { ResignChecks } from "./resign-checks.service.ts";
import type { ResignDeliveries } from "./resign-deliveries.service.ts";
import type { ResignsService } from "./resigns.service.ts";
import type { IosCertificatesService } from "./ios-certificates.service.ts";

/** What signs apps anew, and says before what would fail. */
export interface Resigning {
  checks: ResignChecks;
  resigns: ResignsService;
  deliveries: ResignDeliveries;
}

export function resignRoutes(routes: Routes, { checks, resigns, deliveries }: Resigning): void {
  routes.implement(ENDPOINTS.iosCertificateResignCheck, ({ query, params, body, request }) =>
    checks.check(query.project, params.cert_id, body.app_id, () => request.raw.socket.destroyed),
  );
  routes.implement(ENDPOINTS.resignList, ({ query: { project, ...page }, params }) =>
    resigns.list(project, params.cert_id, page),
  );
  routes.implement(ENDPOINTS.signingToolList, ({ query }) => resigns.tools(query.project));
  routes.implement(ENDPOINTS.resignStart, (call) =>
    resigns.start(actorOf(call), call.query.project, call.params.cert_id, call.body.app_id),
  );
  routes.implement(ENDPOINTS.resignCancel, (call) => resigns.cancel(actorOf(call), call.query.project, call.params));
  routes.implement(ENDPOINTS.agentResignApp, async ({ caller: { agent_id }, params: { task_id }, reply }) => {
    const { stream, size_bytes } = await deliveries.app({ agent_id, task_id });
    return reply.type("application/octet-stream").header("content-length", size_bytes).send(stream);
  });
  routes.implement(ENDPOINTS.agentResignFiles, ({ caller: { agent_id }, params: { task_id }, request, reply }) => {
    reply.header("cache-control", "no-store");
    return deliveries.files({ agent_id, task_id }, request.ip);
  });
  routes.implement(ENDPOINTS.agentResignSigned, async ({ caller: { agent_id }, params: { task_id }, query, body }) => {
    await deliveries.keep({ agent_id, task_id }, query.sha256, body);
    return null;
  });
}

export function iosCertificatesRoutes(routes: Routes, certificates: IosCertificatesService): void {
  routes.implement(ENDPOINTS.iosCertificateList, ({ query: { project, ...query } }) =>
    certificates.list(project, query),
  );
  routes.implement(ENDPOINTS.iosCertificateGet, ({ query, params }) => certificates.get(query.project, params.cert_id));
  routes.implement(ENDPOINTS.iosCertificateDevices, ({ query: { project, ...query }, params }) =>
    certificates.devices(project, params.cert_id, query),
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
