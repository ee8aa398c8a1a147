import type { AuditEntry } from "@udt/contract";
import { useState } from "react";
import { useFormat } from "../../../lib/format/index.ts";
import { useT } from "../../../lib/i18n/index.ts";

export function AuditTable(props: {
  entries: readonly AuditEntry[];
  stale: boolean;
  onOpen: (entry: AuditEntry) => void;
}) {
  const t = useT("admin");
  const common = useT("common");
  const format = useFormat();
  // Only tells this year from another: it need not tick.
  const [now] = useState(Date.now);
  return (
    <table className="udt-table" aria-busy={props.stale}>
      <colgroup>
        <col style={{ width: 150 }} />
        <col style={{ width: "18%" }} />
        <col style={{ width: 210 }} />
        <col />
        <col style={{ width: "14%" }} />
        <col style={{ width: 160 }} />
      </colgroup>
      <thead>
        <tr>
          <th scope="col">{t("audit.column.time")}</th>
          <th scope="col">{t("audit.column.who")}</th>
          <th scope="col">{t("audit.column.action")}</th>
          <th scope="col">{t("audit.column.target")}</th>
          <th scope="col">{t("audit.column.project")}</th>
          <th scope="col">{t("audit.column.ip")}</th>
        </tr>
      </thead>
      <tbody>
        {props.entries.map((entry) => (
          <tr key={entry.audit_id}>
            <td title={format.exact(entry.time)}>{format.dateTime(entry.time, now)}</td>
            <td title={entry.user_name} className={entry.user_name ? undefined : "udt-secondary"}>
              {entry.user_name || t("audit.nobody")}
            </td>
            <td>
              <button
                type="button"
                className="udt-link"
                title={t("audit.open", { audit_id: entry.audit_id })}
                onClick={() => props.onOpen(entry)}
              >
                {t(`action.${entry.action}`)}
              </button>
            </td>
            <td title={entry.target}>{entry.target || common("none")}</td>
            <td title={entry.project_id}>{entry.project_id || common("none")}</td>
            <td className="udt-mono">{entry.ip || common("none")}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
