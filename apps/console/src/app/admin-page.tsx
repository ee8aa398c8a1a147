import { AdminPage } from "../features/admin/admin-page.tsx";
import { AdminDevicesTab } from "../features/devices/admin-devices-tab.tsx";
import { ModelsTab } from "../features/models/models-tab.tsx";
import { AlertChannels } from "../features/notifications/alert-channels.tsx";

/** The administration, with what other features have in it: alerts go out by channels as notifications do. */
export default function AdministrationPage() {
  return <AdminPage made={{ alerts: <AlertChannels />, device: <AdminDevicesTab />, model: <ModelsTab /> }} />;
}
