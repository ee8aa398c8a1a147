import { PLATFORM_ONLY, type Announce } from "../../platform/bus.ts";

/** Tells, once the transaction is committed, that a test is not as it was. */
export const tellOf = (
  announce: Announce,
  { project_id, test_id }: { project_id: string | null; test_id: string },
): void => announce(project_id ?? PLATFORM_ONLY, { type: "test.changed", test_id });
