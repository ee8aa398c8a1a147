import { ENDPOINTS, fillPath, type App, type AppChanges, type AppDetail, type Install } from "@udt/contract";
import type { AppListing, AppRow } from "./apps.repository.ts";
import type { InstallRow } from "./installs.repository.ts";

export function appOf({ app, user_name }: AppListing): App {
  const { app_id, file_name, name, names, package_name, version_name, version_code, min_os_version } = app;
  const { os, kind, abis, size_bytes, md5, created_at } = app;
  const path = fillPath(ENDPOINTS.appIcon.path, { app_id });
  return {
    app_id,
    file_name,
    name,
    names,
    package_name,
    version_name,
    version_code,
    build: app.build ?? String(version_code),
    min_os_version,
    os,
    kind,
    abis,
    size_bytes,
    md5,
    icon: app.icon === null ? "" : `${path}?${new URLSearchParams({ project: app.project_id })}`,
    user_name,
    created_at,
  };
}

type Use = "versions" | "tests" | "running_tests" | "jobs" | "job_count";

/** What is known of an app beyond what a list shows of it. */
export function factsOfRow({ app }: AppListing): Omit<AppDetail, keyof App | Use> {
  const { target_os_version, permissions, signer, device_types, main_activity, debuggable } = app;
  return { target_os_version, permissions, signer, device_types, main_activity, debuggable };
}

/** What `after` brought against `before`. */
export function changesBetween(before: AppRow, after: AppRow): AppChanges {
  const differs = (of: "min_os_version" | "target_os_version") =>
    before[of] === after[of] ? null : { before: before[of], after: after[of] };
  return {
    size_bytes: after.size_bytes - before.size_bytes,
    min_os_version: differs("min_os_version"),
    target_os_version: differs("target_os_version"),
    signer: before.signer?.sha256 === after.signer?.sha256 ? null : { before: before.signer, after: after.signer },
    permissions_added: without(after.permissions, before.permissions),
    permissions_removed: without(before.permissions, after.permissions),
    abis_added: without(after.abis, before.abis),
    abis_removed: without(before.abis, after.abis),
  };
}

function without(list: readonly string[], known: readonly string[]): string[] {
  const names = new Set(known);
  return list.filter((name) => !names.has(name));
}

export function installOf(row: InstallRow): Install {
  const { project_id: _, lease_token: __, automatic: ___, created_at: ____, ...fields } = row;
  return fields;
}
