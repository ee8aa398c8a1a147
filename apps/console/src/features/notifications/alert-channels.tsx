import type { ComponentType } from "react";
import { Link } from "react-router";
import { useT } from "../../lib/i18n/index.ts";
import { oneOf, useUrlFilters } from "../../lib/list/index.ts";
import { paths } from "../../lib/navigation/paths.ts";
import { Channels } from "./channels/channels-tab.tsx";
import { Deliveries } from "./deliveries/deliveries-tab.tsx";
import "./notifications.css";
import type { Owner } from "./use-notifications.ts";

const TAB_NAMES = ["channels", "deliveries"] as const;
type TabName = (typeof TAB_NAMES)[number];
const TABS: Record<TabName, ComponentType<{ owner: Owner; mayEdit: boolean }>> = {
  channels: Channels,
  deliveries: Deliveries,
};

/** Where alerts go and what was sent: for administrators, who alone are shown it. */
export function AlertChannels() {
  const t = useT("notifications");
  const [search] = useUrlFilters();
  const tab = oneOf(search.get("tab"), TAB_NAMES) ?? "channels";
  const Tab = TABS[tab];
  return (
    <>
      <p className="udt-secondary ntf-lead">
        {t("alerts.lead")} <Link to={paths.admin("settings")}>{t("alerts.bounds")}</Link>{" "}
        <Link to={paths.admin("health")}>{t("alerts.open")}</Link>
      </p>
      <nav className="udt-tabs" aria-label={t("tab.label")}>
        {TAB_NAMES.map((each) => (
          <Link key={each} to={`?tab=${each}`} aria-current={each === tab ? "page" : undefined}>
            {t(`tab.${each}`)}
          </Link>
        ))}
      </nav>
      <Tab key={tab} owner={null} mayEdit />
    </>
  );
}
