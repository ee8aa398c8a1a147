import { useT } from "../../lib/i18n/index.ts";
import type { TableColumn } from "../../lib/list/index.ts";

/** The columns of {@link DeviceRow}. */
export function useDeviceColumns(): readonly TableColumn[] {
  const t = useT("devices");
  return [
    { key: "device", label: t("column.device"), width: "27%" },
    { key: "serial", label: t("column.serial"), width: "11%" },
    { key: "state", label: t("column.state"), width: 160 },
    { key: "doing", label: t("column.doing") },
    { key: "battery", label: t("column.battery"), width: 88 },
    { key: "action", label: t("column.action"), width: 172, isHidden: true },
  ];
}
