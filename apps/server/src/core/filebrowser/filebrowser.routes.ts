import { ENDPOINTS, isFolder, nameOf } from "@udt/contract";
import { disposition } from "../../platform/http/attachment.ts";
import type { Routes } from "../../platform/http/routes.ts";
import type { AssistdService } from "../assistd/assistd.service.ts";
import type { FilebrowserService } from "./filebrowser.service.ts";

export function filebrowserRoutes(routes: Routes, files: FilebrowserService, assistd: AssistdService): void {
  routes.implement(ENDPOINTS.fileList, ({ params, query, recheck }) => files.list({ ...params, recheck }, query.path));
  routes.implement(ENDPOINTS.fileDownload, async ({ params, query, reply, recheck }) => {
    const { path, max_bytes = null } = query;
    const { entry, size_bytes, bytes } = await files.read({ ...params, recheck }, path, max_bytes);
    const name = nameOf(path) || "root";
    if (size_bytes !== null) reply.header("content-length", size_bytes);
    // Whatever a device holds is never shown in place: it could be a page.
    return reply
      .type(isFolder(entry) ? "application/x-tar" : "application/octet-stream")
      .header("content-disposition", disposition("attachment", isFolder(entry) ? `${name}.tar` : name))
      .header("x-content-type-options", "nosniff")
      .header("content-security-policy", "default-src 'none'; sandbox")
      .header("cache-control", "no-store")
      .send(bytes);
  });
  routes.implement(ENDPOINTS.fileUpload, ({ params, query, body, request, recheck }) => {
    const isEmpty = request.headers["content-length"] === "0";
    return files.write({ ...params, recheck }, query.path, query.replace, isEmpty ? undefined : body);
  });
  routes.implement(ENDPOINTS.fileFolder, ({ params, body }) =>
    assistd.command(params.test_id, params.device_id, { name: "file_folder", path: body.path }),
  );
  routes.implement(ENDPOINTS.fileRename, ({ params, body }) =>
    assistd.command(params.test_id, params.device_id, { name: "file_rename", path: body.path, to: body.to }),
  );
  routes.implement(ENDPOINTS.fileDelete, ({ params, query }) =>
    assistd.command(params.test_id, params.device_id, { name: "file_delete", path: query.path }),
  );
}
