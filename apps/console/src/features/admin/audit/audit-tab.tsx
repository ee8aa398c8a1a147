import { AuditOutlined } from "@ant-design/icons";
import { AUDIT_ACTIONS, type AuditEntry } from "@udt/contract";
import { useState } from "react";
import { EmptyState, ErrorState, SkeletonRows } from "../../../lib/components/index.ts";
import { useFormat } from "../../../lib/format/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { FilterSelect, oneOf, Pager, SearchField, useListFilters } from "../../../lib/list/index.ts";
import { NoMatch } from "../no-match.tsx";
import { AuditDrawer } from "./audit-drawer.tsx";
import { AuditTable } from "./audit-table.tsx";
import { useAudit } from "./use-audit.ts";

export function AuditTab() {
  const t = useT("admin");
  const format = useFormat();
  const { search, set, onSearch, keyword, page } = useListFilters();
  const action = oneOf(search.get("action"), AUDIT_ACTIONS);
  const [opened, setOpened] = useState<AuditEntry>();
  const audit = useAudit({ keyword, ...page, action });
  const empty = audit.data?.list.length === 0;
  const filtered = keyword !== "" || action !== undefined || page.page_num > 1;
  return (
    <>
      <div className="udt-toolbar">
        <SearchField value={keyword} placeholder={t("audit.search")} onSearch={onSearch} />
        <FilterSelect
          label={t("audit.filter")}
          value={action}
          options={AUDIT_ACTIONS.map((value) => ({ value, label: t(`action.${value}`) }))}
          onChange={(value) => set({ action: value })}
        />
        {audit.data && (
          <span className="udt-toolbar-count" role="status">
            {t("audit.count", { count: audit.data.total, total: format.number(audit.data.total) })}
          </span>
        )}
      </div>
      <div className="udt-card">
        {audit.isPending && <SkeletonRows />}
        {audit.isError && !audit.data && (
          <ErrorState title={t("audit.error")} error={audit.error} onRetry={() => void audit.refetch()} />
        )}
        {audit.data && !empty && (
          <AuditTable entries={audit.data.list} stale={audit.isPlaceholderData} onOpen={setOpened} />
        )}
        {empty && filtered && <NoMatch onClear={() => set({ keyword: undefined, action: undefined })} />}
        {empty && !filtered && (
          <EmptyState icon={<AuditOutlined />} title={t("audit.none.title")}>
            {t("audit.none.text")}
          </EmptyState>
        )}
      </div>
      {audit.data && <Pager {...page} total={audit.data.total} onChange={set} />}
      <AuditDrawer entry={opened} onClose={() => setOpened(undefined)} />
    </>
  );
}
