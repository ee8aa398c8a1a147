import { BellOutlined, PlusOutlined } from "@ant-design/icons";
import type { Channel, Delivery } from "@udt/contract";
import { Button } from "antd";
import { useState } from "react";
import { EmptyState, ErrorState, SkeletonRows } from "../../../lib/components/index.ts";
import { useFormat } from "../../../lib/format/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { FilterSelect, oneOf, Pager, SearchField, useListFilters } from "../../../lib/list/index.ts";
import { usePrivileges } from "../../../lib/privileges/index.ts";
import { useProjectId } from "../../../lib/project.ts";
import { useUser } from "../../../lib/session/index.ts";
import { useChannels, type Owner } from "../use-notifications.ts";
import { ChannelEditor } from "./channel-editor.tsx";
import { kindsOf } from "./channel-values.ts";
import { ChannelTable } from "./channel-table.tsx";
import { TestOutcome } from "./test-outcome.tsx";

/** Where messages of the project go. */
export function ChannelsTab() {
  const project = useProjectId();
  return <Channels owner={project} mayEdit={usePrivileges(project).may("project.edit")} />;
}

/** Where messages go. */
export function Channels({ owner, mayEdit }: { owner: Owner; mayEdit: boolean }) {
  const t = useT("notifications");
  const format = useFormat();
  const kinds = kindsOf(owner);
  // What the server's setting is called helps only who can have it set.
  const isAdmin = useUser().user_role.udt_admin;
  const { search, set, onSearch, keyword, page } = useListFilters();
  const kind = oneOf(search.get("kind"), kinds);
  const channels = useChannels(owner, { keyword, kind, ...page });
  const [edited, setEdited] = useState<Channel | "new">();
  const [tested, setTested] = useState<{ channel: Channel; delivery: Delivery }>();
  const empty = channels.data?.list.length === 0;
  const filtered = keyword !== "" || kind !== undefined || page.page_num > 1;
  const add = mayEdit && (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => setEdited("new")}>
      {t("channels.add")}
    </Button>
  );
  return (
    <>
      {channels.data?.mail_ready === false && (
        <p className="notifications-warning">{t(isAdmin ? "channels.mail_off_admin" : "channels.mail_off")}</p>
      )}
      <div className="udt-toolbar">
        <SearchField value={keyword} placeholder={t("channels.search")} onSearch={onSearch} />
        <FilterSelect
          label={t("editor.kind")}
          value={kind}
          options={kinds.map((value) => ({ value, label: t(`kind.${value}`) }))}
          onChange={(value) => set({ kind: value })}
        />
        {channels.data && (
          <span className="udt-toolbar-count" role="status">
            {t("channels.count", { count: channels.data.total, total: format.number(channels.data.total) })}
          </span>
        )}
        {!(empty && !filtered) && add}
      </div>
      {tested && <TestOutcome {...tested} onClose={() => setTested(undefined)} />}
      <div className="udt-card">
        {channels.isPending && <SkeletonRows rows={4} />}
        {channels.isError && !channels.data && (
          <ErrorState title={t("channels.error")} error={channels.error} onRetry={() => void channels.refetch()} />
        )}
        {channels.data && !empty && (
          <ChannelTable
            owner={owner}
            channels={channels.data.list}
            stale={channels.isPlaceholderData}
            mayEdit={mayEdit}
            onEdit={setEdited}
            onTested={(channel, delivery) => setTested({ channel, delivery })}
          />
        )}
        {empty && !filtered && (
          <EmptyState icon={<BellOutlined />} title={t("channels.none.title")} action={add}>
            {t(owner === null ? "channels.none.alerts" : "channels.none.text")}
          </EmptyState>
        )}
        {empty && filtered && (
          <EmptyState
            icon={<BellOutlined />}
            title={t("channels.no_match.title")}
            action={
              <Button onClick={() => set({ keyword: undefined, kind: undefined })}>
                {t("channels.no_match.clear")}
              </Button>
            }
          >
            {t("channels.no_match.text")}
          </EmptyState>
        )}
      </div>
      {channels.data && <Pager {...page} total={channels.data.total} onChange={(change) => set(change)} />}
      {edited && (
        <ChannelEditor
          owner={owner}
          channel={edited === "new" ? undefined : edited}
          onClose={() => setEdited(undefined)}
        />
      )}
    </>
  );
}
