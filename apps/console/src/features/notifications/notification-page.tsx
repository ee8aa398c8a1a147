import type { ComponentType } from "react";
import { Link } from "react-router";
import { PageHeader } from "../../lib/components/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { oneOf, useUrlFilters } from "../../lib/list/index.ts";
import { ChannelsTab } from "./channels/channels-tab.tsx";
import { DeliveriesTab } from "./deliveries/deliveries-tab.tsx";
import "./notifications.css";
import { TriggersTab } from "./triggers/triggers-tab.tsx";

const TAB_NAMES = ["channels", "triggers", "deliveries"] as const;
type TabName = (typeof TAB_NAMES)[number];
const TABS: Record<TabName, ComponentType> = {
  channels: ChannelsTab,
  triggers: TriggersTab,
  deliveries: DeliveriesTab,
};

/** A project's notification channels, triggers and what was sent: for who holds `project.edit`. */
export default function NotificationPage() {
  const t = useT("notifications");
  const [search] = useUrlFilters();
  const tab = oneOf(search.get("tab"), TAB_NAMES) ?? "channels";
  const Tab = TABS[tab];
  return (
    <>
      <PageHeader title={t("title")}>
        <span className="udt-secondary">{t("lead")}</span>
      </PageHeader>
      <nav className="udt-tabs" aria-label={t("tab.label")}>
        {TAB_NAMES.map((each) => (
          <Link key={each} to={`?tab=${each}`} aria-current={each === tab ? "page" : undefined}>
            {t(`tab.${each}`)}
          </Link>
        ))}
      </nav>
      <Tab key={tab} />
    </>
  );
}
