import {
  INSTALL_FINAL_STATES,
  type App,
  type AppKind,
  type DataOf,
  type Install,
  type InstallState,
} from "@udt/contract";
import type { assistdEndpoints } from "@udt/contract/endpoints/assistd";
import type { Upload } from "../../../lib/uploads/index.ts";

export type DeviceApp = DataOf<typeof assistdEndpoints.deviceAppList>["list"][number];

/** One app, wherever it is: in the project, on its way to the device, or on it. */
export interface AppRow {
  package_name: string;
  /** Its packages in the project that this device takes, the newest first; of one with none, those that are for others. */
  versions: readonly App[];
  /** Whether the device takes them. */
  fits: boolean;
  /** The newest of what was done with it in this session. */
  install: Install | undefined;
  onDevice: DeviceApp | undefined;
}

/** What is so of an app now: one word for it. */
export type AppState = "under_way" | "failed" | "running" | "installed" | "absent";

interface Known {
  apps: readonly App[];
  installs: readonly Install[];
  /** Undefined until the device was asked, or where it may not be. */
  device: readonly DeviceApp[] | undefined;
  kind: AppKind;
}

const FAILED: readonly InstallState[] = ["install_failed", "download_failed", "uninstall_failed"];
export const hasFailed = ({ state }: Install): boolean => FAILED.includes(state);
export const isUnderWay = ({ state }: Install): boolean => !INSTALL_FINAL_STATES.includes(state);

export function appStateOf({ install, onDevice }: Pick<AppRow, "install" | "onDevice">): AppState {
  if (install && isUnderWay(install)) return "under_way";
  if (install && hasFailed(install)) return "failed";
  if (onDevice) return onDevice.running ? "running" : "installed";
  // The device's list is read a moment later, and who watches has none.
  return install?.state === "installed" ? "installed" : "absent";
}

/** Whether the project has a newer package of what is on the device. */
export const isOutdated = ({ versions: [newest], onDevice, fits }: AppRow): boolean =>
  fits && newest !== undefined && onDevice !== undefined && newest.version_code > onDevice.version_code;

/**
 * Every app once. Those that something was done with in this session are first, the latest at the top and there to stay
 * while their state changes; then what runs, what is installed, and what the project has besides.
 */
export function appRows({ apps, installs, device, kind }: Known): AppRow[] {
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
      return {
        package_name,
        versions: fitting.length > 0 ? fitting : all,
        fits: fitting.length > 0,
        install: installs.find((install) => install.package_name === package_name),
        onDevice: device?.find((app) => app.package_name === package_name),
      };
    })
    .toSorted((a, b) => turnOf(a) - turnOf(b));
}

/** What has a row of the list, and keeps it: a package on its way, and from then on its app. */
export type AppEntry<Row extends AppRow> = { key: string } & ({ upload: Upload } | { row: Row });

/** Uploads first, each in its place from when it begins; then all other apps. */
export function appEntries<Row extends AppRow>(uploads: readonly Upload[], rows: readonly Row[]): AppEntry<Row>[] {
  const others = new Map(rows.map((row) => [row.package_name, row]));
  const first = uploads.flatMap((upload): AppEntry<Row>[] => {
    const key = `upload ${upload.key}`;
    if (upload.state.name !== "done") return [{ key, upload }];
    const row = others.get(upload.state.app.package_name);
    others.delete(upload.state.app.package_name);
    return row ? [{ key, row }] : [];
  });
  return [...first, ...[...others].map(([key, row]) => ({ key, row }))];
}

/**
 * Which of them are listed: the system's own only when they are wanted, or when the project has them or one was installed anew
 * in this session. A device calls an updated application of its system the system's still.
 */
export function isListed(row: AppRow, name: string, wish: { keyword: string; withSystem: boolean }): boolean {
  const { onDevice, versions, install, package_name } = row;
  if (!wish.withSystem && onDevice?.system && versions.length === 0 && !install) return false;
  const wanted = wish.keyword.trim().toLowerCase();
  // What the server found by a file's name is found.
  return versions.length > 0 || `${name} ${package_name}`.toLowerCase().includes(wanted);
}
