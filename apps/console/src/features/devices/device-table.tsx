import type { Device } from "@udt/contract";
import { useT } from "../../lib/i18n/index.ts";
import { DeviceRow } from "./device-row.tsx";

export function DeviceTable(props: {
  project: string;
  devices: readonly Device[];
  stale: boolean;
  onOpen: (device_id: string) => void;
}) {
  const t = useT("devices");
  return (
    <table className="udt-table" aria-busy={props.stale}>
      <colgroup>
        <col style={{ width: "28%" }} />
        <col style={{ width: "11%" }} />
        <col style={{ width: 176 }} />
        <col />
        <col style={{ width: 88 }} />
        <col style={{ width: 156 }} />
      </colgroup>
      <thead>
        <tr>
          <th scope="col">{t("column.device")}</th>
          <th scope="col">{t("column.serial")}</th>
          <th scope="col">{t("column.state")}</th>
          <th scope="col">{t("column.doing")}</th>
          <th scope="col">{t("column.battery")}</th>
          <th scope="col">
            <span className="udt-hidden">{t("column.action")}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {props.devices.map((device) => (
          <DeviceRow key={device.device_id} project={props.project} device={device} onOpen={props.onOpen} />
        ))}
      </tbody>
    </table>
  );
}
