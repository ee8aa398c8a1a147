import type { AppFile } from "@udt/appfile";
import type { AppRow } from "./apps.repository.ts";

/** What a package's row says of its content. */
export type PackageFacts = Omit<
  AppRow,
  "app_id" | "project_id" | "user_id" | "file_name" | "size_bytes" | "md5" | "created_at" | "icon" | "blob_key"
>;

/** The platforms' own ways of counting, as one row takes them. */
export function factsOf(file: AppFile): PackageFacts {
  const { os, kind, name, names, package_name, version_name, version_code, permissions, abis, debuggable } = file;
  return {
    os,
    kind,
    name,
    names,
    package_name,
    version_name,
    version_code,
    permissions,
    abis,
    debuggable,
    build: file.os === "ios" ? file.build : null,
    min_os_version: String(file.min_os_version),
    target_os_version: file.os === "ios" ? file.target_os_version : String(file.target_sdk),
    device_types: file.os === "android" ? [] : file.device_types,
    main_activity: file.os === "ios" ? "" : (file.main_activity ?? ""),
    signer:
      file.signer_sha256 === undefined ? null : { subject: file.signer_subject ?? "", sha256: file.signer_sha256 },
  };
}
