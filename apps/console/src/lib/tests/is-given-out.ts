import type { Device } from "@udt/contract";

/** Whether a device goes to people who want to debug it, once nobody has it. */
export const isGivenOut = ({ remote_access, draining, out_of_use }: Device): boolean =>
  remote_access && !draining && !out_of_use;
