import type { Run } from "@udt/contract";
import { useMay } from "../../../lib/privileges/index.ts";
import { useUser } from "../../../lib/session/index.ts";

/** Who may see the screens of a test that runs: who started it, administrators, and who may watch others. */
export function useMayWatch({ test }: Run): boolean {
  const user = useUser();
  const mayMonitor = useMay(test.project_id, "debug.monitor");
  return test.user_id === user.user_id || user.user_role.udt_admin || mayMonitor;
}
