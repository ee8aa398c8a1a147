/** Files on the device of a running debug session: `/v1/filebrowser`. Paths are the device's own. */
import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { TEST_DEVICE_ERRORS, testDeviceParams } from "./test-device.ts";
import type { ErrorName } from "../errors.ts";
import { fileEntry, fileMove, filePath, ownFilePath } from "../files.ts";
import { projectQuery, queryFlag } from "../shapes.ts";

const params = testDeviceParams;
const base = "/v1/filebrowser/test/{test_id}/device/{device_id}";
const errors = (...more: ErrorName[]): ErrorName[] => [
  ...TEST_DEVICE_ERRORS,
  "file_not_found",
  "file_denied",
  "file_name_invalid",
  "file_not_folder",
  ...more,
];

export const filebrowserEndpoints = {
  fileList: endpoint({
    name: "fileList",
    method: "GET",
    path: `${base}/list`,
    access: "driver",
    summary: "What is in a folder of the device, in no order. `path` is absolute; `.` and `..` are resolved.",
    params,
    query: projectQuery.extend({ path: filePath }),
    response: z.object({
      /** Resolved. */
      path: z.string(),
      list: z.array(fileEntry),
      /** How many more there are than are told. */
      left_out: z.int().min(0),
    }),
    errors: errors(),
  }),
  fileDownload: endpoint({
    name: "fileDownload",
    method: "GET",
    path: `${base}/file`,
    access: "driver",
    summary:
      "A file's bytes, or a folder with all in it as a tar archive, made while it is read. What cannot be read of a folder is named in the archive's last file.",
    params,
    query: projectQuery.extend({
      path: filePath,
      /** No more than the first so many bytes of a file. */
      max_bytes: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER).optional(),
    }),
    response: z.unknown(),
    response_kind: "raw",
    errors: errors("file_is_folder"),
  }),
  fileUpload: endpoint({
    name: "fileUpload",
    method: "PUT",
    path: `${base}/file`,
    access: "driver",
    summary:
      "Write a file to the device: the body is its bytes. Folders on the way are made. Nothing is there under its name until all of it is; hanging up takes away what was sent.",
    params,
    query: projectQuery.extend({
      path: ownFilePath,
      /** `1`: takes the place of a file of that name. */
      replace: queryFlag,
    }),
    body: z.unknown(),
    body_kind: "bytes",
    response: fileEntry,
    errors: errors("file_exists", "file_is_folder", "file_no_space", "file_read_only"),
  }),
  fileRename: endpoint({
    name: "fileRename",
    method: "POST",
    path: `${base}/rename`,
    access: "driver",
    summary: "Give a file or folder another name or place: `to` is the whole new path, and not within `path`.",
    params,
    query: projectQuery,
    body: fileMove,
    response: fileEntry,
    errors: errors("file_exists", "file_no_space", "file_read_only"),
  }),
  fileDelete: endpoint({
    name: "fileDelete",
    method: "DELETE",
    path: `${base}/file`,
    access: "driver",
    summary: "Delete a file, or a folder with all in it. Of a link the link alone goes.",
    params,
    query: projectQuery.extend({ path: ownFilePath }),
    response: z.null(),
    errors: errors("file_read_only"),
  }),
  fileFolder: endpoint({
    name: "fileFolder",
    method: "POST",
    path: `${base}/folder`,
    access: "driver",
    summary: "Make a folder. The one that it lies in must be there.",
    params,
    query: projectQuery,
    body: z.object({ path: ownFilePath }),
    response: fileEntry,
    errors: errors("file_exists", "file_no_space", "file_read_only"),
  }),
};
