/** Packages of a project that its tags have pre-installed. */
import { UdtError, type PreinstalledApp } from "@udt/contract";
import type { WantedApps } from "../../core/tags/tags.service.ts";
import type { Queries } from "../../platform/database/database.ts";
import * as repository from "./apps.repository.ts";

/** Each of some wishes, none twice of one app, with its package, as long as that is there. */
async function found(
  db: Queries,
  project_id: string,
  wishes: readonly PreinstalledApp[],
  hold?: "key share",
): Promise<{ wish: PreinstalledApp; row: repository.AppRow | undefined }[]> {
  const rows = await repository.findWanted(db, project_id, wishes, hold);
  const isOf =
    ({ os, package_name }: PreinstalledApp) =>
    (row: repository.AppRow) =>
      row.os === os && row.package_name === package_name;
  return wishes.map((wish) => ({ wish, row: rows.find(isOf(wish)) }));
}

export const wantedApps: WantedApps = async (db, project_id, apps) =>
  (await found(db, project_id, apps)).flatMap(({ row }) => {
    if (!row) return [];
    const { app_id, file_name, package_name, version_code, version_name, md5, size_bytes } = row;
    return [{ app_id, file_name, package_name, version_code, version_name, md5, size_bytes }];
  });

/** The same as people call them; one that is gone by the name that the tag has for it. */
export const toldApps = async (
  db: Queries,
  project_id: string,
  apps: readonly PreinstalledApp[],
): Promise<(PreinstalledApp & { name: string; version_name: string })[]> =>
  (await found(db, project_id, apps)).map(({ wish, row }) => ({
    ...wish,
    name: row?.name ?? wish.package_name,
    version_name: row?.version_name ?? "",
  }));

/** Keeps the packages that these are from being deleted until the transaction is over. @throws UdtError app_not_found */
export async function holdWanted(tx: Queries, project_id: string, apps: readonly PreinstalledApp[]): Promise<void> {
  for (const { wish, row } of await found(tx, project_id, apps, "key share"))
    if (!row) throw new UdtError("app_not_found", { app_id: wish.app_id ?? wish.package_name });
}
