import { MailOutlined } from "@ant-design/icons";
import {
  ALERT_DELIVERY_EVENTS,
  DELIVERY_STATES,
  LIMITS,
  PROJECT_DELIVERY_EVENTS,
  type DeliveryEvent,
} from "@udt/contract";
import { Button } from "antd";
import { EmptyState, ErrorState, SkeletonRows } from "../../../lib/components/index.ts";
import { LinkButton } from "../../../lib/components/link-button.tsx";
import { useFormat } from "../../../lib/format/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { FilterSelect, oneOf, Pager, SearchField, useListFilters } from "../../../lib/list/index.ts";
import { usePrivileges } from "../../../lib/privileges/index.ts";
import { useProjectId } from "../../../lib/project.ts";
import { useAllChannels, useDeliveries, type Owner } from "../use-notifications.ts";
import { DeliveryTable } from "./delivery-table.tsx";

const FILTERS = { keyword: undefined, channel_id: undefined, state: undefined, event: undefined };

/** What of the project was sent. */
export function DeliveriesTab() {
  const project = useProjectId();
  return <Deliveries owner={project} mayEdit={usePrivileges(project).may("project.edit")} />;
}

/** What was sent, and what came of it. */
export function Deliveries({ owner, mayEdit }: { owner: Owner; mayEdit: boolean }) {
  const t = useT("notifications");
  const format = useFormat();
  const events: readonly DeliveryEvent[] = owner === null ? ALERT_DELIVERY_EVENTS : PROJECT_DELIVERY_EVENTS;
  const { search, set, onSearch, keyword, page } = useListFilters();
  const channels = useAllChannels(owner).data?.list ?? [];
  // A channel that is gone has its messages here still: its id is taken as it is, as far as it can be one.
  const channel_id = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/.exec(search.get("channel_id") ?? "")?.[0];
  const state = oneOf(search.get("state"), DELIVERY_STATES);
  const event = oneOf(search.get("event"), events);
  const deliveries = useDeliveries(owner, { keyword, channel_id, state, event, ...page });
  const empty = deliveries.data?.list.length === 0;
  const filtered =
    keyword !== "" || channel_id !== undefined || state !== undefined || event !== undefined || page.page_num > 1;
  return (
    <>
      <div className="udt-toolbar">
        <SearchField value={keyword} placeholder={t("deliveries.search")} onSearch={onSearch} />
        <FilterSelect
          label={t("deliveries.filter.channel")}
          value={channel_id}
          options={channels.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(value) => set({ channel_id: value })}
        />
        <FilterSelect
          label={t("deliveries.filter.state")}
          value={state}
          options={DELIVERY_STATES.map((value) => ({ value, label: t(`state.${value}`) }))}
          onChange={(value) => set({ state: value })}
        />
        <FilterSelect
          label={t("deliveries.filter.event")}
          value={event}
          options={events.map((value) => ({ value, label: t(`event.${value}`) }))}
          onChange={(value) => set({ event: value })}
        />
        {deliveries.data && (
          <span className="udt-toolbar-count" role="status">
            {t("deliveries.count", { count: deliveries.data.total, total: format.number(deliveries.data.total) })}
          </span>
        )}
      </div>
      <div className="udt-card">
        {deliveries.isPending && <SkeletonRows />}
        {deliveries.isError && !deliveries.data && (
          <ErrorState
            title={t("deliveries.error")}
            error={deliveries.error}
            onRetry={() => void deliveries.refetch()}
          />
        )}
        {deliveries.data && !empty && (
          <DeliveryTable
            owner={owner}
            deliveries={deliveries.data.list}
            stale={deliveries.isPlaceholderData}
            mayEdit={mayEdit}
          />
        )}
        {empty && !filtered && (
          <EmptyState
            icon={<MailOutlined />}
            title={t("deliveries.none.title")}
            action={<LinkButton to="?tab=channels">{t("deliveries.to_channels")}</LinkButton>}
          >
            {t("deliveries.none.text", { days: LIMITS.delivery_days })}
          </EmptyState>
        )}
        {empty && filtered && (
          <EmptyState
            icon={<MailOutlined />}
            title={t("deliveries.no_match.title")}
            action={<Button onClick={() => set(FILTERS)}>{t("deliveries.no_match.clear")}</Button>}
          >
            {t("deliveries.no_match.text")}
          </EmptyState>
        )}
      </div>
      {deliveries.data && <Pager {...page} total={deliveries.data.total} onChange={(change) => set(change)} />}
    </>
  );
}
