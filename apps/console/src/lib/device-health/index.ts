import type { Device } from "@udt/contract";
import { getT } from "../i18n/index.ts";

/** What is wrong with a device, in a few words each: that it has an open work order, that it failed its last self-check. */
export function faultsOf({ open_work_orders, last_check }: Pick<Device, "open_work_orders" | "last_check">): string[] {
  const t = getT("common");
  return [
    ...(open_work_orders > 0 ? [t("device_fault.broken")] : []),
    ...(last_check?.state === "failed" ? [t("device_fault.unwell")] : []),
  ];
}
