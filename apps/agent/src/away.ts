import { SaidError } from "@udt/base";

/** Whether a device was away when it was asked: that says nothing of what it was asked. */
export const isAway = (error: unknown): boolean =>
  error instanceof SaidError && ["device_connection_lost", "device_not_reachable"].includes(error.said.code);
