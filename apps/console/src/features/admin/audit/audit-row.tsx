import type { AuditEntry } from "@udt/contract";
import { useState } from "react";
import { useFormat } from "../../../lib/format/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import type { TableColumn } from "../../../lib/list/index.ts";

/** The columns of {@link AuditRow}. */
export function useAuditColumns(): readonly TableColumn[] {
  const t = useT("admin");
  return [
    { key: "time", label: t("audit.column.time"), width: 150 },
    { key: "who", label: t("audit.column.who"), width: "16%" },
    { key: "action", label: t("audit.column.action"), width: "24%" },
    { key: "target", label: t("audit.column.target") },
    { key: "project", label: t("audit.column.project"), width: "14%" },
    { key: "ip", label: t("audit.column.ip"), width: 160 },
  ];
}

export function AuditRow({ entry, onOpen }: { entry: AuditEntry; onOpen: (entry: AuditEntry) => void }) {
  const t = useT("admin");
  const common = useT("common");
  const format = useFormat();
  // Only tells this year from another: it need not tick.
  const [now] = useState(Date.now);
  return (
    <tr>
      <td title={format.exact(entry.time)}>{format.dateTime(entry.time, now)}</td>
      <td title={entry.user_name} className={entry.user_name ? undefined : "udt-secondary"}>
        {entry.user_name || t("audit.nobody")}
      </td>
      <td>
        <button
          type="button"
          className="udt-link"
          title={t("audit.open", { audit_id: entry.audit_id })}
          onClick={() => onOpen(entry)}
        >
          {t(`action.${entry.action}`)}
        </button>
      </td>
      <td data-literal title={entry.target}>
        {entry.target || common("none")}
      </td>
      <td title={entry.project_id}>{entry.project_id || common("none")}</td>
      <td className="udt-mono">{entry.ip || common("none")}</td>
    </tr>
  );
}
