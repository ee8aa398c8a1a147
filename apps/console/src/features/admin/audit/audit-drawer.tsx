import type { AuditEntry } from "@udt/contract";
import { Drawer } from "antd";
import { Fragment } from "react";
import { CopyButton } from "../../../lib/components/index.ts";
import { useFormat } from "../../../lib/format/index.ts";
import { useT } from "../../../lib/i18n/index.ts";

/** One entry in full, with the values that were recorded with it as they are. */
export function AuditDrawer({ entry, onClose }: { entry: AuditEntry | undefined; onClose: () => void }) {
  const t = useT("admin");
  return (
    <Drawer
      open={entry !== undefined}
      size={520}
      title={entry && t("audit.details", { audit_id: entry.audit_id })}
      onClose={onClose}
    >
      {entry && <Facts entry={entry} />}
    </Drawer>
  );
}

function Facts({ entry }: { entry: AuditEntry }) {
  const t = useT("admin");
  const common = useT("common");
  const format = useFormat();
  const recorded = Object.entries(entry.detail);
  return (
    <>
      <dl className="udt-facts">
        <dt>{t("audit.column.action")}</dt>
        <dd>{t(`action.${entry.action}`)}</dd>
        <dt>{t("audit.column.time")}</dt>
        <dd>{format.exact(entry.time)}</dd>
        <dt>{t("audit.column.who")}</dt>
        <dd>{entry.user_name || t("audit.nobody")}</dd>
        {entry.user_id && (
          <>
            <dt />
            <dd className="udt-mono">
              {entry.user_id}
              <CopyButton text={entry.user_id} />
            </dd>
          </>
        )}
        <dt>{t("audit.column.target")}</dt>
        <dd data-literal>{entry.target || common("none")}</dd>
        <dt>{t("audit.column.project")}</dt>
        <dd>{entry.project_id || common("none")}</dd>
        <dt>{t("audit.column.ip")}</dt>
        <dd className="udt-mono">{entry.ip || common("none")}</dd>
      </dl>
      <h2 className="admin-drawer-title">{t("audit.more")}</h2>
      {recorded.length === 0 ? (
        <p className="udt-secondary">{t("audit.no_details")}</p>
      ) : (
        <dl className="udt-facts">
          {recorded.map(([name, value]) => (
            <Fragment key={name}>
              <dt className="udt-mono">{name}</dt>
              <dd className="udt-mono">{String(value)}</dd>
            </Fragment>
          ))}
        </dl>
      )}
    </>
  );
}
