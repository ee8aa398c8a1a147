import { z } from "zod";
import { endpoint, RANGE_ANSWERS } from "../endpoint.ts";
import { LIMITS } from "../limits.ts";
import { app, appDetail, appVersion, id, page, pageQuery, projectQuery, text, upload } from "../shapes.ts";
import { APP_SORTS, DEVICE_OS } from "../states.ts";
import { rule } from "../rules.ts";

const uploadParams = z.object({ upload_id: id });
const appParams = z.object({ app_id: id });

export const uploadBody = z.object({
  file_name: z.string().min(1).max(LIMITS.file_name_max),
  size_bytes: z.int().min(1),
  md5: z.string().regex(/^[0-9a-f]{32}$/, rule("hash_format")),
});

export const appEndpoints = {
  uploadCreate: endpoint({
    name: "uploadCreate",
    method: "POST",
    path: "/v1/api/upload/app",
    access: "member",
    summary:
      "Get an upload id for a package. The same caller asking again for the same bytes gets the upload under way back, with the chunks it has; bytes the project has already answer with the app at once.",
    query: projectQuery,
    body: uploadBody,
    response: upload,
    errors: ["upload_too_large", "upload_wrong_type", "upload_file_name"],
  }),
  uploadChunk: endpoint({
    name: "uploadChunk",
    method: "PUT",
    path: "/v1/api/upload/{upload_id}/chunk/{chunk}",
    access: "member",
    summary:
      "Send one chunk, counted from 1. All but the last are exactly `chunk_size` bytes. Sending one again replaces it.",
    params: uploadParams.extend({ chunk: z.coerce.number().int().min(1).max(1_000_000) }),
    query: projectQuery,
    body: z.unknown(),
    body_kind: "bytes",
    response: z.object({ received: z.array(z.int()) }),
    errors: ["upload_not_found", "upload_chunk", "storage_full"],
  }),
  uploadGet: endpoint({
    name: "uploadGet",
    method: "GET",
    path: "/v1/api/upload/{upload_id}",
    access: "member",
    summary: "How far an upload is, to go on after a lost connection.",
    params: uploadParams,
    query: projectQuery,
    response: upload,
    errors: ["upload_not_found"],
  }),
  uploadSynthesize: endpoint({
    name: "uploadSynthesize",
    method: "POST",
    path: "/v1/api/upload/{upload_id}/synthesis",
    access: "member",
    summary: "Join the chunks of a package, check the MD5, read the package and keep it as an app.",
    params: uploadParams,
    query: projectQuery,
    response: app,
    errors: [
      "upload_not_found",
      "upload_incomplete",
      "upload_md5",
      "app_corrupt",
      "app_hostile",
      "app_unsupported",
      "storage_full",
    ],
  }),
  uploadCancel: endpoint({
    name: "uploadCancel",
    method: "DELETE",
    path: "/v1/api/upload/{upload_id}",
    access: "member",
    summary: "Give up an upload; its chunks are deleted.",
    params: uploadParams,
    query: projectQuery,
    response: z.null(),
    errors: ["upload_not_found"],
  }),
  appList: endpoint({
    name: "appList",
    method: "GET",
    path: "/v1/api/apps",
    access: "viewer",
    summary:
      "The project's apps, newest first unless asked otherwise. The keyword looks in name, package and file name.",
    query: projectQuery.extend({
      keyword: text(LIMITS.keyword_max).default(""),
      os: z.enum(DEVICE_OS).optional(),
      /** Exactly this one. */
      package_name: text(LIMITS.file_name_max).optional(),
      sort: z.enum(APP_SORTS).default("created_at"),
      order: z.enum(["asc", "desc"]).default("desc"),
      ...pageQuery,
    }),
    response: page(app),
    errors: [],
  }),
  appGet: endpoint({
    name: "appGet",
    method: "GET",
    path: "/v1/api/upload/app/{app_id}",
    access: "viewer",
    summary: "One app, with all that was read from its package and what uses it.",
    params: appParams,
    query: projectQuery,
    response: appDetail,
    errors: ["app_not_found", "app_not_in_project"],
  }),
  appVersions: endpoint({
    name: "appVersions",
    method: "GET",
    path: "/v1/api/apps/{app_id}/versions",
    access: "viewer",
    summary:
      "The packages of the same name and system as this one, newest upload first, each with what changed since the one before.",
    params: appParams,
    query: projectQuery.extend(pageQuery),
    response: page(appVersion),
    errors: ["app_not_found", "app_not_in_project"],
  }),
  appDownload: endpoint({
    name: "appDownload",
    method: "GET",
    path: "/v1/api/apps/{app_id}/file",
    access: "member",
    summary: "The package itself, as it was uploaded. Byte ranges are served.",
    params: appParams,
    query: projectQuery,
    response: z.unknown(),
    response_kind: "raw",
    raw_answers: RANGE_ANSWERS,
    errors: ["app_not_found", "app_not_in_project"],
  }),
  appDelete: endpoint({
    name: "appDelete",
    method: "DELETE",
    path: "/v1/api/upload/app/{app_id}",
    access: { privilege: "app.delete" },
    summary: "Delete an app and its file. One that a tag has pre-installed stays; the refusal names the tags.",
    params: appParams,
    query: projectQuery,
    response: z.null(),
    errors: ["app_not_found", "app_not_in_project", "app_tagged"],
  }),
  appIcon: endpoint({
    name: "appIcon",
    method: "GET",
    path: "/v1/api/apps/{app_id}/icon",
    access: "viewer",
    summary: "The app's icon, PNG or WebP.",
    params: appParams,
    query: projectQuery,
    response: z.unknown(),
    response_kind: "raw",
    errors: ["app_not_found", "app_not_in_project"],
  }),
};
