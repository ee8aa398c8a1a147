import type { DataOf, Install } from "@udt/contract";
import type { assistdEndpoints } from "@udt/contract/endpoints/assistd";

export type DeviceApp = DataOf<typeof assistdEndpoints.deviceAppList>["list"][number];

/**
 * The packages of a device that are shown: the system's own only when they are wanted, or when one was installed anew in
 * this session. A device calls an updated application of its system the system's still.
 */
export function shownApps(
  apps: readonly DeviceApp[],
  installs: readonly Pick<Install, "package_name" | "state">[],
  wish: { keyword: string; withSystem: boolean },
): DeviceApp[] {
  const wanted = wish.keyword.trim().toLowerCase();
  const installed = new Set(
    installs.flatMap(({ package_name, state }) => (state === "installed" ? [package_name] : [])),
  );
  return apps
    .filter(({ system, package_name }) => wish.withSystem || !system || installed.has(package_name))
    .filter(({ package_name }) => package_name.toLowerCase().includes(wanted))
    .toSorted((a, b) => Number(b.running) - Number(a.running) || a.package_name.localeCompare(b.package_name));
}
