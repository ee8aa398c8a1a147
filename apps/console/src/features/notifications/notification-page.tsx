import { BellOutlined } from "@ant-design/icons";
import type { ComponentType } from "react";
import { Link } from "react-router";
import { EmptyState, PageHeader, SkeletonRows } from "../../lib/components/index.ts";
import { LinkButton } from "../../lib/components/link-button.tsx";
import { useT } from "../../lib/i18n/index.ts";
import { oneOf, useUrlFilters } from "../../lib/list/index.ts";
import { paths } from "../../lib/navigation/paths.ts";
import { usePrivileges } from "../../lib/privileges/index.ts";
import { useProjectId } from "../../lib/project.ts";
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
  const project = useProjectId();
  const { may, known } = usePrivileges(project);
  const [search] = useUrlFilters();
  const tab = oneOf(search.get("tab"), TAB_NAMES) ?? "channels";
  const Tab = TABS[tab];
  if (!known) return <SkeletonRows rows={6} />;
  if (!may("project.edit")) {
    return (
      <EmptyState
        icon={<BellOutlined />}
        title={t("not_yours.title")}
        action={<LinkButton to={paths.deviceList(project)}>{t("not_yours.back")}</LinkButton>}
      >
        {t("not_yours.text")}
      </EmptyState>
    );
  }
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
