import { AuditOutlined } from "@ant-design/icons";
import { AUDIT_ACTIONS, type AuditEntry } from "@udt/contract";
import { useState } from "react";
import { useFormat } from "../../../lib/format/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { ListFilter, ListPage, useListView } from "../../../lib/list/index.ts";
import { AuditDrawer } from "./audit-drawer.tsx";
import { AuditRow, useAuditColumns } from "./audit-row.tsx";
import { useAudit } from "./use-audit.ts";

export function AuditTab() {
  const t = useT("admin");
  const format = useFormat();
  const view = useListView({ action: AUDIT_ACTIONS });
  const audit = useAudit(view.query);
  const columns = useAuditColumns();
  const [opened, setOpened] = useState<AuditEntry>();
  return (
    <>
      <ListPage
        view={view}
        read={audit}
        search={t("audit.search")}
        filters={
          <ListFilter view={view} name="action" label={t("audit.filter")} text={(action) => t(`action.${action}`)} />
        }
        count={(total) => t("audit.count", { count: total, total: format.number(total) })}
        columns={columns}
        renderRow={(entry) => <AuditRow key={entry.audit_id} entry={entry} onOpen={setOpened} />}
        error={t("audit.error")}
        none={{ title: t("audit.none.title"), text: t("audit.none.text"), icon: <AuditOutlined /> }}
      />
      <AuditDrawer entry={opened} onClose={() => setOpened(undefined)} />
    </>
  );
}
