import type { Device } from "@udt/contract";

/** Why a device does not go to people who want to debug it, once nobody has it; undefined: it does. */
export function withheldBy({ remote_access, draining, out_of_use }: Device) {
  if (!remote_access) return "no_debugging";
  if (draining) return "draining";
  return out_of_use ? "out_of_use" : undefined;
}

export const isGivenOut = (device: Device): boolean => withheldBy(device) === undefined;
