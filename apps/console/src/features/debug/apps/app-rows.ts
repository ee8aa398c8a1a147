import {
  INSTALL_FINAL_STATES,
  LIMITS,
  type App,
  type AppKind,
  type DataOf,
  type Install,
  type InstallState,
} from "@udt/contract";
import type { assistdEndpoints } from "@udt/contract/endpoints/assistd";
import { nameIn } from "../../../lib/apps/index.ts";
import type { Upload } from "../../../lib/uploads/index.ts";

export type DeviceApp = DataOf<typeof assistdEndpoints.deviceAppList>["list"][number];

/** What the different places know of an app. */
interface KnownOf {
  package_name: string;
  /** Its packages in the project, the newest first. */
  versions: readonly Pick<App, "name" | "names">[];
  install?: Pick<Install, "app_name"> | undefined;
  onDevice?: Pick<DeviceApp, "name"> | undefined;
}

/** What people call an app: by the project's package in their language, else by the device itself; its package where nothing tells. */
export const appNameOf = ({ package_name, versions: [newest], install, onDevice }: KnownOf, language: string): string =>
  (newest && nameIn(newest, language)) || install?.app_name || onDevice?.name || package_name;

/** What is kept of an app that is on the device: a name that is no language's, and the version that it has there. */
export function appFactsOf(
  package_name: string,
  apps: readonly Pick<App, "package_name" | "name">[],
  device: readonly Pick<DeviceApp, "package_name" | "name" | "version_name">[],
): { app_name: string; app_version: string } {
  const isIt = (app: { package_name: string }) => app.package_name === package_name;
  const onDevice = device.find(isIt);
  return {
    app_name: (apps.find(isIt)?.name || onDevice?.name || package_name).slice(0, LIMITS.name_max),
    app_version: (onDevice?.version_name ?? "").slice(0, LIMITS.name_max),
  };
}

/** One app, wherever it is: in the project, on its way to the device, or on it. */
export interface AppRow {
  package_name: string;
  /** {@link appNameOf} it. */
  name: string;
  /** Its packages in the project that this device takes, the newest first; of one with none, those that are for others. */
  versions: readonly App[];
  /** Whether the device takes them. */
  fits: boolean;
  /** The newest of what was done with it in this session. */
  install: Install | undefined;
  onDevice: DeviceApp | undefined;
  /** Whether the device has said what is on it, and not before the newest installation. */
  isRead: boolean;
  /** Its installation is asked for, and not yet begun. */
  isAsked: boolean;
}

/** What is so of an app now: one word for it. */
export type AppState = "under_way" | "failed" | "running" | "installed" | "absent";

interface Known {
  apps: readonly App[];
  installs: readonly Install[];
  /** Undefined until the device was asked, or where it may not be. */
  device: readonly DeviceApp[] | undefined;
  /** The device is being asked: what was installed last may not be among what it said. */
  isReading?: boolean;
  /** The packages whose installation is asked for. */
  asked?: readonly string[];
  kind: AppKind;
  /** Of the page. */
  language: string;
}

const FAILED: readonly InstallState[] = ["install_failed", "download_failed", "uninstall_failed"];
export const hasFailed = ({ state }: Install): boolean => FAILED.includes(state);
export const isUnderWay = ({ state }: Install): boolean => !INSTALL_FINAL_STATES.includes(state);

export function appStateOf({
  install,
  onDevice,
  isRead,
  isAsked,
}: Pick<AppRow, "install" | "onDevice" | "isRead" | "isAsked">): AppState {
  if (isAsked || (install && isUnderWay(install))) return "under_way";
  if (install && hasFailed(install)) return "failed";
  if (onDevice) return onDevice.running ? "running" : "installed";
  // The device's list is read a moment later, and who watches has none.
  return install?.state === "installed" && !isRead ? "installed" : "absent";
}

/** Whether the project has a newer package of what is on the device. */
export const isOutdated = ({ versions: [newest], onDevice, fits }: AppRow): boolean =>
  fits && newest !== undefined && onDevice !== undefined && newest.version_code > onDevice.version_code;

const byName = (a: AppRow, b: AppRow): number =>
  a.name.localeCompare(b.name) || a.package_name.localeCompare(b.package_name);

/**
 * Every app once. Those that something was done with in this session are first, the latest at the top and there to stay
 * while their state changes; then what runs and what is installed, by name, and what the project has besides, the newest first.
 */
export function appRows({ apps, installs, device, isReading = false, asked = [], kind, language }: Known): AppRow[] {
  const names = [...installs, ...apps, ...(device ?? [])].map(({ package_name }) => package_name);
  const done = [...new Set(installs.map(({ package_name }) => package_name))];
  const turnOf = (row: AppRow): number => {
    const turn = done.indexOf(row.package_name);
    if (turn >= 0) return turn;
    const state = appStateOf(row);
    return done.length + (state === "running" ? 0 : state === "installed" ? 1 : row.fits ? 2 : 3);
  };
  return [...new Set(names)]
    .map((package_name) => {
      const all = apps.filter((app) => app.package_name === package_name);
      const fitting = all.filter((app) => app.kind === kind);
      const install = installs.find((each) => each.package_name === package_name);
      const known = {
        package_name,
        versions: fitting.length > 0 ? fitting : all,
        install,
        onDevice: device?.find((app) => app.package_name === package_name),
        isRead: device !== undefined && !(isReading && install?.state === "installed"),
        isAsked: all.some(({ app_id }) => asked.includes(app_id)),
      };
      return { ...known, name: appNameOf(known, language), fits: fitting.length > 0 };
    })
    .toSorted((a, b) => turnOf(a) - turnOf(b) || (a.onDevice && b.onDevice ? byName(a, b) : 0));
}

/** What has a row of the list, and keeps it: a package on its way, and from then on its app. */
export type AppEntry = { key: string } & ({ upload: Upload } | { row: AppRow });

/** Uploads first, each in its place from when it begins; then all other apps. */
export function appEntries(uploads: readonly Upload[], rows: readonly AppRow[]): AppEntry[] {
  const others = new Map(rows.map((row) => [row.package_name, row]));
  const first = uploads.flatMap((upload): AppEntry[] => {
    const key = `upload ${upload.key}`;
    if (upload.state.name !== "done") return [{ key, upload }];
    const row = others.get(upload.state.app.package_name);
    others.delete(upload.state.app.package_name);
    return row ? [{ key, row }] : [];
  });
  return [...first, ...[...others].map(([key, row]) => ({ key, row }))];
}

/** Whether it is nothing but the system's own: the project has no package of it, and nothing was done with it in this session. */
export const isSystemAlone = ({ onDevice, versions, install }: AppRow): boolean =>
  onDevice?.system === true && versions.length === 0 && !install;

/**
 * Which of them are listed: the system's own only when they are wanted, or when the project has them or one was installed anew
 * in this session. A device calls an updated application of its system the system's still.
 */
export function isListed(row: AppRow, wish: { keyword: string; withSystem: boolean }): boolean {
  const { versions, package_name, name } = row;
  if (!wish.withSystem && isSystemAlone(row)) return false;
  const wanted = wish.keyword.trim().toLowerCase();
  // What the server found by a file's name is found.
  return versions.length > 0 || `${name} ${package_name}`.toLowerCase().includes(wanted);
}
