import { DesktopOutlined, PlusOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { useState } from "react";
import { EmptyState, ErrorState, SkeletonRows } from "../../../lib/components/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { Pager, SearchField, useListFilters } from "../../../lib/list/index.ts";
import { NoMatch } from "../no-match.tsx";
import { AgentTable } from "./agent-table.tsx";
import { CreateAgent } from "./create-agent.tsx";
import { useAgents } from "./use-agents.ts";

export function AgentsTab() {
  const t = useT("admin");
  const { set, onSearch, keyword, page } = useListFilters();
  const [creating, setCreating] = useState(false);
  const agents = useAgents({ keyword, ...page });
  const empty = agents.data?.list.length === 0;
  const filtered = keyword !== "" || page.page_num > 1;
  const create = (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => setCreating(true)}>
      {t("agents.create")}
    </Button>
  );
  return (
    <>
      <div className="udt-toolbar">
        <SearchField value={keyword} placeholder={t("agents.search")} onSearch={onSearch} />
        {(!empty || filtered) && <div className="admin-counts">{create}</div>}
      </div>
      <div className="udt-card">
        {agents.isPending && <SkeletonRows rows={4} />}
        {agents.isError && !agents.data && (
          <ErrorState title={t("agents.error")} error={agents.error} onRetry={() => void agents.refetch()} />
        )}
        {agents.data && !empty && <AgentTable agents={agents.data.list} stale={agents.isPlaceholderData} />}
        {empty && filtered && <NoMatch onClear={() => set({ keyword: undefined })} />}
        {empty && !filtered && (
          <EmptyState icon={<DesktopOutlined />} title={t("agents.none.title")} action={create}>
            {t("agents.none.text")}
          </EmptyState>
        )}
      </div>
      {agents.data && <Pager {...page} total={agents.data.total} onChange={set} />}
      {creating && <CreateAgent onClose={() => setCreating(false)} />}
    </>
  );
}
