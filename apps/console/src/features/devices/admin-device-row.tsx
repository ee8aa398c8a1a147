import type { AdminDevice } from "@udt/contract/endpoints/devices";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { DeviceThumb } from "../../lib/components/index.ts";
import { useFormat, useNow } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { paths } from "../../lib/navigation/paths.ts";
import { placeOf } from "../../lib/device-name/index.ts";
import { Battery } from "./battery.tsx";
import { DeviceDoing } from "./device-doing.tsx";
import { DeviceCells } from "./device-cells.tsx";
import { useGivenLine } from "./device-given.tsx";
import { DeviceMarks } from "./device-row.tsx";

interface AdminDeviceRowProps {
  device: AdminDevice;
  tick: ReactNode;
  onOpen: (device_id: string) => void;
}

export function AdminDeviceRow({ device, tick, onOpen }: AdminDeviceRowProps) {
  const t = useT("devices");
  const format = useFormat();
  const now = useNow();
  const closed = [
    !device.task_access && t("placement.filter.no_task"),
    !device.remote_access && t("placement.filter.no_remote"),
  ]
    .filter(Boolean)
    .join(" · ");
  const place = placeOf(device);
  const given = useGivenLine()(device);
  const { device_id, last_test_at, open_work_orders: orders } = device;
  return (
    <tr>
      {tick}
      <DeviceCells
        project={null}
        device={device}
        picture={<DeviceThumb device={device} />}
        marks={<DeviceMarks device={device} />}
        onOpen={onOpen}
      />
      <td>
        <DeviceDoing project={device.lease?.project_id ?? ""} device={device} />
      </td>
      <td title={[place, closed].filter(Boolean).join(" · ") || undefined}>
        <span className="devices-place">
          <span className="udt-ellipsis" data-literal>
            {place || "–"}
          </span>
          {closed && <small className="udt-secondary udt-ellipsis">{closed}</small>}
        </span>
      </td>
      <td className={`udt-ellipsis${device.project_count === 0 ? " devices-given-nobody" : ""}`} title={given}>
        {given}
      </td>
      <td>
        <Battery level={device.battery_level} charging={device.battery_charging} offline={device.state === "offline"} />
      </td>
      <td>
        <span className="devices-admin-links">
          <Link className="udt-link" to={paths.adminRecentTests(device_id)}>
            {last_test_at === null ? t("admin.no_tests") : format.moment(last_test_at, now)}
          </Link>
          <Link to={paths.adminDeviceOrders(device_id)} data-some={orders > 0 || undefined}>
            {t("admin.orders", { count: orders, shown: format.number(orders) })}
          </Link>
        </span>
      </td>
    </tr>
  );
}
