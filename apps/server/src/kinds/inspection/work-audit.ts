/** Who had a device check itself, restart or be cleaned, or called that off, in the audit log. */
import type { AuditAction, DeviceWork } from "@udt/contract";
import type { AuditService } from "../../people/audit/audit.service.ts";
import type { Queries } from "../../platform/database/database.ts";
import type { Actor } from "../../platform/http/caller.ts";

const ACTIONS: Readonly<Record<DeviceWork, { start: AuditAction; cancel: AuditAction }>> = {
  check: { start: "self_check.start", cancel: "self_check.cancel" },
  restart: { start: "device.restart", cancel: "device.restart_cancel" },
  clean: { start: "device.clean", cancel: "device.clean_cancel" },
};

interface AuditedWork {
  work: DeviceWork;
  selfcheck_id: string;
  /** In which project it was done; null: through none. */
  project_id: string | null;
  serial: string;
}

export const auditWork = (
  audit: AuditService,
  tx: Queries,
  { user, ip }: Actor,
  what: "start" | "cancel",
  { work, selfcheck_id, project_id, serial: target }: AuditedWork,
): Promise<void> =>
  audit.write(tx, {
    user,
    ip,
    action: ACTIONS[work][what],
    ...(project_id !== null && { project_id }),
    target,
    detail: { selfcheck_id },
  });
