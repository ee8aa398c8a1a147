import type { Device } from "@udt/contract";
import type { ReactNode } from "react";
import { ReadDrawer } from "../../lib/components/read-drawer.tsx";
import { deviceName } from "../../lib/device-name/index.ts";
import { useT } from "../../lib/i18n/index.ts";

interface DeviceReadDrawerProps<D extends Device> {
  /** Null: it is closed. */
  device_id: string | null;
  read: Parameters<typeof ReadDrawer<D>>[0]["read"];
  extra?: ReactNode;
  onClose: () => void;
  render: (device: D) => ReactNode;
}

/** A device in a drawer, with its name above. */
export function DeviceReadDrawer<D extends Device>({ device_id, read, ...drawer }: DeviceReadDrawerProps<D>) {
  const t = useT("devices");
  return (
    <ReadDrawer
      {...drawer}
      isOpen={device_id !== null}
      size={480}
      read={read}
      title={read.data ? deviceName(read.data) : t("details")}
      error={t("drawer.gone")}
    />
  );
}
