import { INSTALLABLE, UdtError, type AppKind, type DeviceOs } from "@udt/contract";

/** @throws UdtError app_wrong_device: a package that devices of this system cannot install */
export function assertInstallable(kind: AppKind, os: DeviceOs): void {
  const needed = INSTALLABLE[os];
  if (kind !== needed) throw new UdtError("app_wrong_device", { kind, os, needed });
}
