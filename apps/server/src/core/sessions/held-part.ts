import type { EndReason, Said } from "@udt/contract";
import type { Part } from "./change.ts";
import type * as repository from "./tests.repository.ts";

export interface PartEndOptions {
  reason: EndReason;
  error?: Said | null;
  gone?: boolean;
  /** Asked within the transaction: whether there is still cause. */
  still?: (test: repository.TestRow) => boolean;
}

/** A device's part in a test that ended, and why. */
export interface EndedPart extends Part {
  reason: EndReason;
  error: Said | null;
}

/** What tells an agent which session is meant. */
export function leased(session: repository.DeviceSession): { test_id: string; serial: string; lease_token: number } {
  return { test_id: session.test.test_id, serial: session.device.serial, lease_token: session.lease_token };
}

/** How an agent names its part in a test. */
export interface HeldPart {
  test_id: string;
  device_id: string;
  lease_token: number;
  /** Said of a device that is being made ready; else it runs. */
  state?: "preparing";
}

export const isHeldBy = ({ agent_id, test, device }: repository.DeviceSession, by: string, of: HeldPart): boolean =>
  agent_id === by &&
  test.test_id === of.test_id &&
  device.device_id === of.device_id &&
  device.state === (of.state ?? "running");
