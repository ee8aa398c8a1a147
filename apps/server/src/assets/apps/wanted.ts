/** Packages of a project that its tags have pre-installed. */
import { UdtError, type PreinstalledApp, type WantedApp } from "@udt/contract";
import type { WantedApps } from "../../core/tags/tags.service.ts";
import type { Queries } from "../../platform/database/database.ts";
import * as repository from "./apps.repository.ts";

export const wantedApps: WantedApps = async (db, project_id, apps) => {
  const found: WantedApp[] = [];
  for (const wish of apps) {
    const row = await repository.findWanted(db, project_id, wish);
    if (!row) continue;
    const { app_id, file_name, package_name, version_code, version_name, md5, size_bytes } = row;
    found.push({ app_id, file_name, package_name, version_code, version_name, md5, size_bytes });
  }
  return found;
};

/** The same as people call them; one that is gone by the name that the tag has for it. */
export async function toldApps(
  db: Queries,
  project_id: string,
  apps: readonly PreinstalledApp[],
): Promise<(PreinstalledApp & { name: string; version_name: string })[]> {
  const told = [];
  for (const wish of apps) {
    const row = await repository.findWanted(db, project_id, wish);
    told.push({ ...wish, name: row?.name ?? wish.package_name, version_name: row?.version_name ?? "" });
  }
  return told;
}

/** Keeps the packages that these are from being deleted until the transaction is over. @throws UdtError app_not_found */
export async function holdWanted(tx: Queries, project_id: string, apps: readonly PreinstalledApp[]): Promise<void> {
  for (const wish of apps) {
    const row = await repository.findWanted(tx, project_id, wish, "key share");
    if (!row) throw new UdtError("app_not_found", { app_id: wish.app_id ?? wish.package_name });
  }
}
