import { MailOutlined } from "@ant-design/icons";
import {
  ALERT_DELIVERY_EVENTS,
  DELIVERY_STATES,
  LIMITS,
  PROJECT_DELIVERY_EVENTS,
  type DeliveryEvent,
} from "@udt/contract";
import { LinkButton } from "../../../lib/components/link-button.tsx";
import { useFormat } from "../../../lib/format/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { FilterSelect, ListFilters, ListPage, useListView } from "../../../lib/list/index.ts";
import { usePrivileges } from "../../../lib/privileges/index.ts";
import { useProjectId } from "../../../lib/project.ts";
import { useAllChannels, useDeliveries, type Owner } from "../use-notifications.ts";
import { useDeliveryRows } from "./delivery-row.tsx";

/** A channel that is gone has its messages here still: its id is taken as it is, as far as it can be one. */
const idIn = (text: string) => /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/.exec(text)?.[0];

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
  const view = useListView({ channel_id: idIn, state: DELIVERY_STATES, event: events });
  const channels = useAllChannels(owner).data?.list ?? [];
  const deliveries = useDeliveries(owner, view.query);
  const rows = useDeliveryRows(owner, mayEdit);
  return (
    <ListPage
      {...rows}
      view={view}
      read={deliveries}
      search={t("deliveries.search")}
      filters={
        <>
          <FilterSelect
            label={t("deliveries.filter.channel")}
            value={view.chosen.channel_id}
            options={channels.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={(channel_id) => view.set({ channel_id })}
          />
          <ListFilters
            view={view}
            of={{
              state: { label: t("deliveries.filter.state"), text: (state) => t(`state.${state}`) },
              event: { label: t("deliveries.filter.event"), text: (event) => t(`event.${event}`) },
            }}
          />
        </>
      }
      count={(total) => t("deliveries.count", { count: total, total: format.number(total) })}
      error={t("deliveries.error")}
      icon={<MailOutlined />}
      none={{
        title: t("deliveries.none.title"),
        text: t("deliveries.none.text", { days: LIMITS.delivery_days }),
        action: <LinkButton to="?tab=channels">{t("deliveries.to_channels")}</LinkButton>,
      }}
      noMatch={{
        title: t("deliveries.no_match.title"),
        text: t("deliveries.no_match.text"),
        clear: t("deliveries.no_match.clear"),
      }}
    />
  );
}
