import { PageHeader } from "../../lib/components/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { ChannelsTab } from "./channels/channels-tab.tsx";
import { DeliveriesTab } from "./deliveries/deliveries-tab.tsx";
import { NotificationTabs } from "./notification-tabs.tsx";
import { TriggersTab } from "./triggers/triggers-tab.tsx";

const TABS = { channels: <ChannelsTab />, triggers: <TriggersTab />, deliveries: <DeliveriesTab /> };

/** A project's notification channels, triggers and what was sent: for who holds `project.edit`. */
export default function NotificationPage() {
  const t = useT("notifications");
  return (
    <>
      <PageHeader title={t("title")}>
        <span className="udt-secondary">{t("lead")}</span>
      </PageHeader>
      <NotificationTabs tabs={TABS} />
    </>
  );
}
