import type { Run } from "@udt/contract";
import { paths } from "../../../lib/navigation/paths.ts";

/** Where a test's device is watched; undefined while it shows nothing, before it is ready and once its part is over. */
export function watchPath({ test }: Run, device_id: string | null): string | undefined {
  const part = test.devices.find((device) => device.device_id === device_id);
  if (test.state === "ended" || part?.state !== "running") return undefined;
  return paths.debug(test.project_id, test.test_id, part.device_id);
}
