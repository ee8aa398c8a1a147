import { PlusOutlined, ThunderboltOutlined } from "@ant-design/icons";
import { TRIGGER_EVENTS, type Trigger } from "@udt/contract";
import { Button } from "antd";
import { useState } from "react";
import { EmptyState, ErrorState, SkeletonRows } from "../../../lib/components/index.ts";
import { LinkButton } from "../../../lib/components/link-button.tsx";
import { useFormat } from "../../../lib/format/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { FilterSelect, oneOf, Pager, useListFilters } from "../../../lib/list/index.ts";
import { usePrivileges } from "../../../lib/privileges/index.ts";
import { useProjectId } from "../../../lib/project.ts";
import { useAllChannels, useTriggers } from "../use-notifications.ts";
import { TriggerEditor } from "./trigger-editor.tsx";
import { TriggerTable } from "./trigger-table.tsx";

/** Which events go where. */
export function TriggersTab() {
  const t = useT("notifications");
  const format = useFormat();
  const project = useProjectId();
  const mayEdit = usePrivileges(project).may("project.edit");
  const { search, set, page } = useListFilters();
  const event = oneOf(search.get("event"), TRIGGER_EVENTS);
  const triggers = useTriggers(project, { event, ...page });
  const channels = useAllChannels(project);
  const usable = channels.data?.list.filter(({ kind }) => kind !== "scheduled");
  const [edited, setEdited] = useState<Trigger | "new">();
  const empty = triggers.data?.list.length === 0;
  const filtered = event !== undefined || page.page_num > 1;
  const hasChannels = usable === undefined || usable.length > 0;
  const add = mayEdit && hasChannels && (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => setEdited("new")}>
      {t("triggers.add")}
    </Button>
  );
  return (
    <>
      <div className="udt-toolbar">
        <FilterSelect
          label={t("triggers.filter")}
          value={event}
          options={TRIGGER_EVENTS.map((value) => ({ value, label: t(`event.${value}`) }))}
          onChange={(value) => set({ event: value })}
        />
        {triggers.data && (
          <span className="udt-toolbar-count" role="status">
            {t("triggers.count", { count: triggers.data.total, total: format.number(triggers.data.total) })}
          </span>
        )}
        {!(empty && !filtered) && add}
      </div>
      <div className="udt-card">
        {triggers.isPending && <SkeletonRows rows={4} />}
        {triggers.isError && !triggers.data && (
          <ErrorState title={t("triggers.error")} error={triggers.error} onRetry={() => void triggers.refetch()} />
        )}
        {triggers.data && !empty && (
          <TriggerTable
            project={project}
            triggers={triggers.data.list}
            stale={triggers.isPlaceholderData}
            mayEdit={mayEdit}
            onEdit={setEdited}
          />
        )}
        {empty && !filtered && (
          <EmptyState
            icon={<ThunderboltOutlined />}
            title={t("triggers.none.title")}
            action={hasChannels ? add : <LinkButton to="?tab=channels">{t("deliveries.to_channels")}</LinkButton>}
          >
            {t("triggers.none.text")} {!hasChannels && t("triggers.none.first")}
          </EmptyState>
        )}
        {empty && filtered && (
          <EmptyState
            icon={<ThunderboltOutlined />}
            title={t("triggers.no_match.title")}
            action={<Button onClick={() => set({ event: undefined })}>{t("triggers.no_match.clear")}</Button>}
          >
            {t("triggers.no_match.text")}
          </EmptyState>
        )}
      </div>
      {triggers.data && <Pager {...page} total={triggers.data.total} onChange={(change) => set(change)} />}
      {edited && (
        <TriggerEditor
          project={project}
          trigger={edited === "new" ? undefined : edited}
          channels={usable ?? []}
          onClose={() => setEdited(undefined)}
        />
      )}
    </>
  );
}
