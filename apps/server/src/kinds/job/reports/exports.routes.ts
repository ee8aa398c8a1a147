import { ENDPOINTS } from "@udt/contract";
import type { FastifyReply } from "fastify";
import { sendResource } from "../../../core/resources/resources.service.ts";
import { disposition } from "../../../platform/http/attachment.ts";
import type { Routes } from "../../../platform/http/routes.ts";
import { gonePage, SHARED_POLICY } from "./export/html.ts";
import type { ExportsService } from "./exports.service.ts";
import type { SharesService } from "./shares.service.ts";

export function exportsRoutes(routes: Routes, exports: ExportsService, shares: SharesService): void {
  routes.implement(ENDPOINTS.runExport, async ({ query, params, reply }) => {
    const { project, ...wanted } = query;
    const file = await exports.open(project, params.test_id, wanted);
    return reply
      .type(file.content_type)
      .header("content-disposition", disposition("attachment", file.file_name))
      .header("content-security-policy", "default-src 'none'; sandbox")
      .header("cache-control", "private, no-store")
      .send(file.stream);
  });
  routes.implement(ENDPOINTS.shareList, ({ query, params }) =>
    shares.list({ project_id: query.project, test_id: params.test_id }),
  );
  routes.implement(ENDPOINTS.shareCreate, ({ caller, query, params, body, request }) =>
    shares.create({ user: caller.user, ip: request.ip }, { project_id: query.project, test_id: params.test_id }, body),
  );
  routes.implement(ENDPOINTS.shareRevoke, async ({ caller, query, params, request }) => {
    const place = { project_id: query.project, test_id: params.test_id, share_id: params.share_id };
    await shares.revoke({ user: caller.user, ip: request.ip }, place);
    return null;
  });
  routes.implement(ENDPOINTS.shareOpen, async ({ params, reply }) => {
    const file = await shares.open(params.token);
    asSharedPage(reply);
    return file ? reply.send(file.stream) : reply.code(404).send(gonePage());
  });
  routes.implement(ENDPOINTS.shareVideo, async ({ params: { token, resource_id }, request, reply }) => {
    // The page that shows it is in a sandbox, and so of another origin.
    reply.header("cross-origin-resource-policy", "cross-origin").header("referrer-policy", "no-referrer");
    return sendResource(reply, await shares.video(token, resource_id), request.headers);
  });
}

/** A page from here that is nobody's session: in a sandbox it has an origin of its own and cannot call the API. */
function asSharedPage(reply: FastifyReply): FastifyReply {
  return reply
    .type("text/html; charset=utf-8")
    .header("content-security-policy", `${SHARED_POLICY}; sandbox allow-scripts; frame-ancestors 'none'`)
    .header("referrer-policy", "no-referrer")
    .header("x-robots-tag", "noindex")
    .header("cache-control", "private, no-store");
}
