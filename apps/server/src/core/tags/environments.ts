/** What tags want on their devices, and what they free from cleaning. */
import {
  BARE_ENVIRONMENT,
  type DeviceEnvironment,
  type DeviceOs,
  type EnvironmentConfig,
  type EnvironmentSetting,
  type PreinstalledApp,
  type WantedApp,
} from "@udt/contract";
import type { Queries } from "../../platform/database/database.ts";
import { taggedDevice, type DeviceTag, type TaggedDevice } from "./tag-books.ts";
import * as repository from "./tags.repository.ts";

/** The packages of a project that these are now, in their order; those that are gone are left out. */
export type WantedApps = (db: Queries, project_id: string, apps: readonly PreinstalledApp[]) => Promise<WantedApp[]>;

export type Decided = { [S in EnvironmentSetting]: { tag: DeviceTag | null; value: EnvironmentConfig[S] } };

/** What each setting comes to: of a device's tags, in their order, the first that says anything of it decides. */
export function decidedBy(tags: readonly Pick<repository.TagRow, "tag_id" | "name" | "environment">[]): Decided {
  const of = <S extends EnvironmentSetting>(setting: S): Decided[S] => {
    const tag = tags.find(({ environment }) => environment[setting].length > 0);
    const told = tag ? { tag_id: tag.tag_id, name: tag.name } : null;
    return { tag: told, value: tag?.environment[setting] ?? [] } as Decided[S];
  };
  return { preinstalled: of("preinstalled"), free_apps: of("free_apps"), free_paths: of("free_paths") };
}

/** Those of a setting that a device of this system can have. */
export const installableOn = (os: DeviceOs, apps: readonly PreinstalledApp[]): PreinstalledApp[] =>
  apps.filter((app) => app.os === os);

/**
 * What cleaning leaves on a device. After a project's session it is what that project frees: what another frees is not to keep
 * what this one left. The platform's own tests, of no project, take nothing that any frees that sees it; and what any has
 * pre-installed stays whoever has the device, as the build that it was. What is to be there afterwards is up to the one that
 * has it, which finds no other's build by the names of its own.
 */
export async function environmentAt(
  db: Queries,
  { device, tags }: TaggedDevice,
  project_id: string | null,
  wantedApps: WantedApps,
): Promise<DeviceEnvironment> {
  const decided = [...Map.groupBy(tags, (tag) => tag.project_id)].map(([of, own]) => ({ of, ...decidedBy(own) }));
  const apps = decided.flatMap(({ preinstalled }) => installableOn(device.os, preinstalled.value));
  const preinstalled = [...new Set(apps.map(({ package_name }) => package_name))];
  const own = decided.find(({ of }) => of === project_id);
  const freeing = project_id === null ? decided : own ? [own] : [];
  const wanted = own ? await wantedApps(db, own.of, installableOn(device.os, own.preinstalled.value)) : [];
  return {
    free_apps: [...new Set([...freeing.flatMap(({ free_apps }) => free_apps.value), ...preinstalled])],
    free_paths: [...new Set(freeing.flatMap(({ free_paths }) => free_paths.value))],
    preinstalled,
    wanted,
  };
}

/** The same of a device by its id. */
export async function environmentOf(
  db: Queries,
  device_id: string,
  project_id: string | null,
  wantedApps: WantedApps,
): Promise<DeviceEnvironment> {
  const tagged = await taggedDevice(db, device_id, project_id);
  return tagged ? environmentAt(db, tagged, project_id, wantedApps) : BARE_ENVIRONMENT;
}

/** Whether a project's tags want a package of it on a device. */
export async function isWantedOn(
  db: Queries,
  device_id: string,
  { project_id, app_id, os, package_name }: PreinstalledApp & { project_id: string; app_id: string },
  wantedApps: WantedApps,
): Promise<boolean> {
  const tagged = await taggedDevice(db, device_id, project_id);
  if (tagged?.device.os !== os) return false;
  const { preinstalled } = decidedBy(tagged.tags.filter((tag) => tag.project_id === project_id));
  const wishes = preinstalled.value.filter((wish) => wish.os === os && wish.package_name === package_name);
  return (await wantedApps(db, project_id, wishes)).some((app) => app.app_id === app_id);
}

/** A tag that has a package of an app pre-installed. */
export interface WantingTag extends DeviceTag {
  /** Null: the newest. */
  app_id: string | null;
}

/** The tags of a project that have some package of an app pre-installed, by name. */
export async function tagsWanting(
  db: Queries,
  project_id: string,
  { os, package_name }: Pick<PreinstalledApp, "os" | "package_name">,
): Promise<WantingTag[]> {
  const rows = await repository.tagsPreinstalling(db, project_id, { os, package_name });
  return rows.flatMap(({ tag_id, name, preinstalled }) =>
    preinstalled
      .filter((app) => app.os === os && app.package_name === package_name)
      .map(({ app_id }) => ({ tag_id, name, app_id })),
  );
}
