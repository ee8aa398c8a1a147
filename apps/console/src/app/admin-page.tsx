import { AdminPage } from "../features/admin/admin-page.tsx";
import { AlertChannels } from "../features/notifications/alert-channels.tsx";

/** The administration, whose alerts go out by channels as notifications do. */
export default function AdministrationPage() {
  return <AdminPage alerts={<AlertChannels />} />;
}
