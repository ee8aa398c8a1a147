/** What tags want on their devices, and what they free from cleaning. */
import {
  BARE_ENVIRONMENT,
  isWithinPath,
  plainPath,
  SWEPT_FOLDERS,
  type DeviceEnvironment,
  type DeviceOs,
  type EnvironmentConfig,
  type EnvironmentSetting,
  type PreinstalledApp,
  type WantedApp,
} from "@udt/contract";
import type { Queries } from "../../platform/database/database.ts";
import { onlySeeing } from "../agents/agents.service.ts";
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

/** What each project that has tags there decides of a device, and what any of them has pre-installed. */
function decidedAt({ device, tags }: TaggedDevice) {
  const decided = [...Map.groupBy(tags, (tag) => tag.project_id)].map(([of, own]) => ({ of, ...decidedBy(own) }));
  const apps = decided.flatMap(({ preinstalled }) => installableOn(device.os, preinstalled.value));
  return { decided, preinstalled: [...new Set(apps.map(({ package_name }) => package_name))] };
}

/**
 * What cleaning leaves on a device after a project's session: what that project frees, for what another frees is not to keep what
 * this one left. What any has pre-installed stays whoever has the device, as the build that it was. What is to be there afterwards
 * is up to the one that has it, which finds no other's build by the names of its own.
 */
export async function environmentAt(
  db: Queries,
  tagged: TaggedDevice,
  project_id: string,
  wantedApps: WantedApps,
): Promise<DeviceEnvironment> {
  const { decided, preinstalled } = decidedAt(tagged);
  const own = decided.find(({ of }) => of === project_id);
  const wished = installableOn(tagged.device.os, own?.preinstalled.value ?? []);
  return {
    free_apps: [...new Set([...(own?.free_apps.value ?? []), ...preinstalled])],
    free_paths: own?.free_paths.value ?? [],
    preinstalled,
    wanted: own ? await wantedApps(db, own.of, wished) : [],
  };
}

/**
 * What the platform's own cleaning leaves on a device, which is to take nothing that a project has there: what any frees that
 * sees it. Where several do, what names nothing in particular counts for the one alone that asks for the cleaning: else one
 * project's `*` would keep all of them from ever having a device cleaned.
 */
export async function sparedAt(db: Queries, tagged: TaggedDevice, asking: string | null): Promise<DeviceEnvironment> {
  const { decided, preinstalled } = decidedAt(tagged);
  const alone = await onlySeeing(db, tagged.device.device_id);
  const freed = decided.map(({ of, free_apps: { value: apps }, free_paths: { value: paths } }) =>
    of === alone || of === asking ? { apps, paths } : { apps: apps.filter(namesApps), paths: paths.filter(namesPlace) },
  );
  return {
    free_apps: [...new Set([...freed.flatMap(({ apps }) => apps), ...preinstalled])],
    free_paths: [...new Set(freed.flatMap(({ paths }) => paths))],
    preinstalled,
    wanted: [],
  };
}

/** Whether a pattern says whose apps it means: it has two parts of a name at least, or is a whole one. */
const namesApps = (pattern: string): boolean =>
  !pattern.includes("*") || pattern.split(".").filter((part) => /[^*]/.test(part)).length > 1;

/** Whether a path is less than all of a folder that is cleaned. */
const namesPlace = (path: string): boolean =>
  !SWEPT_FOLDERS.some((folder) => isWithinPath(plainPath(folder), plainPath(path)));

/** What a project's tags want to be on a device, by its id. */
export async function wantedOn(
  db: Queries,
  device_id: string,
  project_id: string,
  wantedApps: WantedApps,
): Promise<WantedApp[]> {
  const tagged = await taggedDevice(db, device_id, project_id);
  return tagged ? (await environmentAt(db, tagged, project_id, wantedApps)).wanted : [];
}

/** What the platform's own cleaning of a device leaves, by its id. */
export async function sparedOn(db: Queries, device_id: string, asking: string | null): Promise<DeviceEnvironment> {
  const tagged = await taggedDevice(db, device_id, asking);
  return tagged ? sparedAt(db, tagged, asking) : BARE_ENVIRONMENT;
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
