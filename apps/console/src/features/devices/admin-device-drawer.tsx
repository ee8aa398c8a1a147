import type { AdminDevice } from "@udt/contract/endpoints/devices";

import { LinkButton } from "../../lib/components/link-button.tsx";
import { inRow } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { ModelPicture } from "../../lib/model-picture/index.ts";
import { paths } from "../../lib/navigation/paths.ts";
import { ReportFault } from "../../lib/work-orders/index.ts";
import { CareMark } from "./care.tsx";
import { AdminSelfCheck } from "./admin-self-check.tsx";
import { LinkedCheck } from "./linked-check.tsx";
import { DeviceGiven } from "./device-given.tsx";
import { DeviceDoing } from "./device-doing.tsx";
import { DeviceStateSince } from "./device-state.tsx";
import { DeviceReadDrawer } from "./device-read-drawer.tsx";
import { DeviceMarks } from "./device-row.tsx";
import { DeviceUseOf } from "./device-use.tsx";
import { DeviceWear } from "./device-wear.tsx";
import { FactList } from "./fact-list.tsx";
import { useAdminDevice } from "./use-admin-devices.ts";

/** All that is known of one device, for administrators of the server. */
export function AdminDeviceDrawer({ device_id, onClose }: { device_id: string | null; onClose: () => void }) {
  return (
    <DeviceReadDrawer
      device_id={device_id}
      read={useAdminDevice(device_id)}
      onClose={onClose}
      render={(device) => <Whole device={device} />}
    />
  );
}

function Whole({ device }: { device: AdminDevice }) {
  const t = useT("devices");
  const { device_id, tags, catalogue } = device;
  return (
    <>
      <div className="devices-drawer-head">
        <ModelPicture project={null} look={catalogue} size="large" />
        <div>
          <div className="devices-drawer-state">
            <DeviceStateSince device={device} />
            <DeviceMarks device={device} />
            <CareMark care={device.care} />
            <DeviceDoing project={device.lease?.project_id ?? ""} device={device} />
          </div>
          {tags.length > 0 && <p>{t("tags.of", { names: inRow(tags.map(({ name }) => name)) })}</p>}
          <div className="devices-use-actions">
            <LinkButton size="small" to={paths.adminRecentTests(device_id)}>
              {t("admin.recent")}
            </LinkButton>
            <LinkButton size="small" to={paths.adminDeviceOrders(device_id)}>
              {t("orders.title")}
            </LinkButton>
            {catalogue && (
              <LinkButton size="small" to={paths.adminModel(catalogue.model_id)}>
                {t("admin.model")}
              </LinkButton>
            )}
          </div>
        </div>
      </div>
      <section className="devices-orders" aria-label={t("orders.title")}>
        <ReportFault key={`report-${device_id}`} project={null} device_id={device_id} />
      </section>
      <LinkedCheck project={null} device_id={device_id} />
      <DeviceUseOf key={device_id} project={null} device={device} may />
      <DeviceGiven key={`given ${device_id}`} device={device} />
      <AdminSelfCheck key={`check-${device_id}`} device={device} />
      <DeviceWear key={`wear-${device_id}`} project={null} device={device} />
      <FactList device={device} />
    </>
  );
}
