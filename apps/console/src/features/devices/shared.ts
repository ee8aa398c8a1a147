import type { Device } from "@udt/contract";
import { useUser } from "../../lib/session/index.ts";
import type { BulkAction } from "./use-bulk.ts";

/** Whether something holds for every project that sees a device, so that one of several does not do it. */
export const isForOwn = (action: BulkAction): boolean =>
  action === "take_out" || action === "put_back" || action === "site" || action === "location" || action === "access";

/** Whether who looks may take a device out of use and place it: through no project, for themselves alone, or as an administrator of the server. */
export function useMayPlace(project: string | null): (device: Pick<Device, "shared">) => boolean {
  const { user_role } = useUser();
  return ({ shared }) => project === null || !shared || user_role.udt_admin;
}
