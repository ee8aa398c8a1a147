import type { Device } from "@udt/contract";
import { DeviceStatePill } from "../../lib/components/index.ts";
import { useFormat, useNow } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";

/** In which state a device is, and since when. */
export function DeviceStateSince({ device }: { device: Pick<Device, "state" | "lease" | "state_since"> }) {
  const t = useT("devices");
  const format = useFormat();
  const now = useNow();
  const { state_since } = device;
  return (
    <span className="devices-state">
      <DeviceStatePill device={device} />
      <small className="udt-secondary udt-num" title={format.exact(state_since)}>
        {t("since", { time: format.moment(state_since, now) })}
      </small>
    </span>
  );
}
