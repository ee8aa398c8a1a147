import { z } from "zod";
import type { ErrorName } from "../errors.ts";
import { id } from "../shapes.ts";

/** What every call to a device of a running test names. */
export const testDeviceParams = z.object({ test_id: id, device_id: id });

/** What it may be refused with, whatever it wants. */
export const TEST_DEVICE_ERRORS: readonly ErrorName[] = [
  "test_not_found",
  "test_not_in_project",
  "test_ended",
  "test_not_running",
  "test_watched",
  "device_not_found",
  "agent_lost",
  "agent_timeout",
  "device_command_failed",
  "device_took_too_long",
  "capability_missing",
];
