import { Link } from "react-router";
import { withGap } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { paths } from "../../lib/navigation/paths.ts";
import { Channels } from "./channels/channels-tab.tsx";
import { Deliveries } from "./deliveries/deliveries-tab.tsx";
import { NotificationTabs } from "./notification-tabs.tsx";

const TABS = { channels: <Channels owner={null} mayEdit />, deliveries: <Deliveries owner={null} mayEdit /> };

/** Where alerts go and what was sent: for administrators, who alone are shown it. */
export function AlertChannels() {
  const t = useT("notifications");
  return (
    <>
      <p className="udt-secondary ntf-lead">
        {withGap(t("alerts.lead"))}
        <Link to={paths.adminSettings("alerts")}>{t("alerts.bounds")}</Link>{" "}
        <Link to={paths.admin("health")}>{t("alerts.open")}</Link>
      </p>
      <NotificationTabs tabs={TABS} />
    </>
  );
}
