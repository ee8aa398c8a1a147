import { useParams } from "react-router";
import { useT } from "../../lib/i18n/index.ts";
import { PartsList, usePartsView } from "./parts-list.tsx";
import { useAllDeviceTests } from "./use-device-tests.ts";

/** What ran on the device that the address names, in every project. */
export default function AdminRecentPage() {
  const t = useT("recent-tests");
  const { deviceId = "" } = useParams();
  const view = usePartsView();
  const { kind, verdict } = view.chosen;
  const read = useAllDeviceTests(deviceId, { kind, verdict, ...view.page });
  return (
    <PartsList view={view} read={read} device_id={deviceId} project={null} lead={t("lead_admin")} actions={null} />
  );
}
