import { useT } from "../../lib/i18n/index.ts";
import type { DeviceSort } from "@udt/contract/endpoints/devices";
import type { TableColumn } from "../../lib/list/index.ts";

/** The columns of {@link DeviceRow}. */
export function useDeviceColumns(): readonly TableColumn<DeviceSort>[] {
  const t = useT("devices");
  return [
    { key: "device", label: t("column.device"), width: "27%", sort: "name" },
    { key: "serial", label: t("column.serial"), width: "11%", sort: "serial" },
    { key: "state", label: t("column.state"), width: 160, sort: "state" },
    { key: "doing", label: t("column.doing") },
    { key: "battery", label: t("column.battery"), width: 88, sort: "battery" },
    { key: "action", label: t("column.action"), width: 172, isHidden: true },
  ];
}
