import { useParams } from "react-router";
import { AdminPage } from "../features/admin/admin-page.tsx";
import { AdminDevicesTab } from "../features/devices/admin-devices-tab.tsx";
import { ModelsTab } from "../features/models/models-tab.tsx";
import { AlertChannels } from "../features/notifications/alert-channels.tsx";
import { AdminOrdersTab } from "../features/work-orders/admin-orders-tab.tsx";
import { OpenOrdersBadge } from "../features/work-orders/open-orders-badge.tsx";
import { oneOf } from "../lib/list/index.ts";
import { ADMIN_TABS } from "../lib/navigation/paths.ts";
import { UnknownPage } from "./unknown-page.tsx";

/** The administration, with what other features have in it: alerts go out by channels as notifications do. */
export default function AdministrationPage() {
  const { tab } = useParams();
  if (tab !== undefined && !oneOf(tab, ADMIN_TABS)) return <UnknownPage />;
  return (
    <AdminPage
      made={{
        alerts: <AlertChannels />,
        device: <AdminDevicesTab />,
        model: <ModelsTab />,
        issues: <AdminOrdersTab />,
      }}
      beside={{ issues: <OpenOrdersBadge /> }}
    />
  );
}
