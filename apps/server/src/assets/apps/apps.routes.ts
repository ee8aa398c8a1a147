import { ENDPOINTS, LIMITS, type AppKind } from "@udt/contract";
import type { FastifyReply } from "fastify";
import type { Blobs } from "../../platform/blobs/blobs.ts";
import { actorOf } from "../../platform/http/caller.ts";
import { disposition } from "../../platform/http/attachment.ts";
import type { Routes } from "../../platform/http/routes.ts";
import { sendImage } from "../../platform/http/sent-image.ts";
import type { AppsService } from "./apps.service.ts";
import { byteRange } from "../../platform/http/byte-range.ts";
import type { PackageFile } from "./installs.repository.ts";
import type { InstallsService } from "./installs.service.ts";
import type { UploadsService } from "./uploads.service.ts";

export interface AppsServices {
  uploads: UploadsService;
  apps: AppsService;
  installs: InstallsService;
}

export function appsRoutes(routes: Routes, { uploads, apps, installs }: AppsServices, blobs: Blobs): void {
  routes.implement(ENDPOINTS.uploadCreate, ({ caller, query, body }) =>
    uploads.create({ project_id: query.project, user_id: caller.user.user_id }, body),
  );
  routes.implement(ENDPOINTS.uploadChunk, async ({ caller, query, params, body, request, reply }) => {
    const key = { project_id: query.project, user_id: caller.user.user_id, upload_id: params.upload_id };
    const length = request.headers["content-length"];
    const claimed = length === undefined ? undefined : Number(length);
    try {
      return await uploads.putChunk(key, params.chunk, body, claimed);
    } finally {
      // The rest of a refused chunk is read and thrown away; of more than that, nothing is.
      const isLong = claimed === undefined || claimed > LIMITS.chunk_size_bytes;
      if (!request.raw.complete && isLong) reply.header("connection", "close");
    }
  });
  routes.implement(ENDPOINTS.uploadGet, ({ caller, query, params }) =>
    uploads.get({ project_id: query.project, user_id: caller.user.user_id, upload_id: params.upload_id }),
  );
  routes.implement(ENDPOINTS.uploadSynthesize, (call) =>
    uploads.synthesize(actorOf(call), call.query.project, call.params.upload_id),
  );
  routes.implement(ENDPOINTS.uploadCancel, async ({ caller, query, params }) => {
    await uploads.cancel({ project_id: query.project, user_id: caller.user.user_id, upload_id: params.upload_id });
    return null;
  });

  routes.implement(ENDPOINTS.agentWantedApp, async ({ caller, params, reply }) => {
    const { stream, size_bytes } = await apps.wantedFile(caller.agent_id, params);
    return reply.type("application/octet-stream").header("content-length", size_bytes).send(stream);
  });
  routes.implement(ENDPOINTS.appList, ({ query }) => apps.list(query.project, query));
  routes.implement(ENDPOINTS.appGet, async ({ caller: { project }, params }) => {
    const app = await apps.get(project.project_id, params.app_id);
    // A guest of a public project sees its apps, and not its jobs.
    return project.privileges.has("case.view") ? app : { ...app, jobs: [] };
  });
  routes.implement(ENDPOINTS.appVersions, ({ query: { project, page_num, page_size }, params }) =>
    apps.versions(project, params.app_id, { page_num, page_size }),
  );
  routes.implement(ENDPOINTS.appDownload, async ({ query, params, request, reply }) => {
    const { app } = await apps.find(query.project, params.app_id);
    // The name is the uploader's: percent-encoding leaves nothing of it that a header or a browser could misread.
    reply.header("content-disposition", disposition("attachment", app.file_name));
    return sendFile(reply, blobs, app, request.headers.range);
  });
  routes.implement(ENDPOINTS.appDelete, async (call) => {
    await apps.delete(actorOf(call), call.query.project, call.params.app_id);
    return null;
  });
  routes.implement(ENDPOINTS.appIcon, async ({ query, params, reply }) =>
    sendImage(reply, await apps.icon(query.project, params.app_id)),
  );

  routes.implement(ENDPOINTS.appInstall, ({ query, params, body }) =>
    installs.install({ project_id: query.project, ...params }, body.app_id),
  );
  routes.implement(ENDPOINTS.appInstallCancel, async ({ query, params, body }) => {
    await installs.cancel({ project_id: query.project, ...params }, body.install_id, "installation");
    return null;
  });
  routes.implement(ENDPOINTS.appUninstall, ({ query, params, body }) =>
    installs.uninstall({ project_id: query.project, ...params }, body.package_name),
  );
  routes.implement(ENDPOINTS.appUninstallCancel, async ({ query, params, body }) => {
    await installs.cancel({ project_id: query.project, ...params }, body.install_id, "uninstallation");
    return null;
  });
  routes.implement(ENDPOINTS.appInstallList, async ({ query, params }) => ({
    list: await installs.list({ project_id: query.project, ...params }),
  }));
  routes.implement(ENDPOINTS.agentAppFile, async ({ caller, params, request, reply }) => {
    const file = await installs.file(caller.agent_id, params.install_id);
    return sendFile(reply, blobs, file, request.headers.range);
  });
}

/** What `encodeURIComponent` leaves alone and the header's grammar does not. https://www.rfc-editor.org/rfc/rfc8187#section-3.2.1 */
/** An IPA and the like have no type of their own; their name says what they are. */
const CONTENT_TYPES: Partial<Record<AppKind, string>> = { apk: "application/vnd.android.package-archive" };

async function sendFile(
  reply: FastifyReply,
  blobs: Blobs,
  file: PackageFile,
  rangeHeader: string | undefined,
): Promise<FastifyReply> {
  const { size_bytes } = file;
  reply
    .type(CONTENT_TYPES[file.kind] ?? "application/octet-stream")
    .header("x-content-type-options", "nosniff")
    .header("accept-ranges", "bytes")
    .header("etag", `"${file.md5}"`)
    .header("cache-control", "private, no-store");
  const range = byteRange(rangeHeader, size_bytes);
  if (range === null) return reply.code(416).header("content-range", `bytes */${size_bytes}`).send("");
  const blob = await blobs.get(file.blob_key, range);
  if (!blob) throw new Error(`the package ${file.blob_key} is gone`);
  if (range === undefined) return reply.header("content-length", size_bytes).send(blob.stream);
  return reply
    .code(206)
    .header("content-range", `bytes ${range.start}-${range.end}/${size_bytes}`)
    .header("content-length", range.end - range.start + 1)
    .send(blob.stream);
}
