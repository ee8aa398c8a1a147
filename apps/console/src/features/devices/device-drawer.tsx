import type { Device } from "@udt/contract";
import { baseUrl } from "../../lib/api/api.ts";
import { CopyButton } from "../../lib/components/index.ts";
import { DevicePicture } from "../../lib/device-pictures/index.ts";
import { useFormat, useNow } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { paths } from "../../lib/navigation/paths.ts";
import { useIsGuest } from "../../lib/session/index.ts";
import { useStartDebug } from "../../lib/tests/index.ts";
import { LinkedCheck } from "./linked-check.tsx";
import { DeviceAction } from "./device-action.tsx";
import { DeviceDoing } from "./device-doing.tsx";
import { DeviceStateSince } from "./device-state.tsx";
import { DeviceProfileOutcome } from "./device-profile.tsx";
import { Fact, FactList } from "./fact-list.tsx";
import { DeviceReadDrawer } from "./device-read-drawer.tsx";
import { DeviceHistory } from "./device-history.tsx";
import { DrainingMark } from "./device-row.tsx";
import { DeviceOrders } from "./device-orders.tsx";
import { DeviceNotes } from "./device-notes.tsx";
import { TagLinks } from "./device-tags.tsx";
import { DeviceWear } from "./device-wear.tsx";
import { DeviceUse } from "./device-use.tsx";
import { DeviceSelfCheck } from "./self-check.tsx";
import { useDevice } from "./use-device.ts";

/** All that is known of one device. */
export function DeviceDrawer(props: { project: string; device_id: string | null; onClose: () => void }) {
  const t = useT("devices");
  const { project, device_id } = props;
  return (
    <DeviceReadDrawer
      device_id={device_id}
      read={useDevice(project, device_id)}
      // Where it is open is not always an address that opens it.
      extra={<CopyButton label={t("drawer.copy_link")} text={`${baseUrl}${paths.device(project, device_id ?? "")}`} />}
      onClose={props.onClose}
      render={(one) => <Facts project={project} device={one} />}
    />
  );
}

function Facts({ project, device }: { project: string; device: Device }) {
  const t = useT("devices");
  const common = useT("common");
  const format = useFormat();
  const now = useNow();
  const lease = device.lease;
  const guest = useIsGuest(project);
  const start = useStartDebug();
  return (
    <>
      <div className="devices-drawer-head">
        {device.picture_at !== null && (
          <figure>
            <DevicePicture project={project} device={device} size="large" />
            <figcaption className="udt-num" title={format.exact(device.picture_at)}>
              {t("drawer.picture_at", { time: format.moment(device.picture_at, now) })}
            </figcaption>
          </figure>
        )}
        <div>
          <div className="devices-drawer-state">
            <DeviceStateSince device={device} />
            {device.draining && <DrainingMark draining={device.draining} />}
            <DeviceDoing project={project} device={device} />
          </div>
          <TagLinks project={project} tags={device.tags} />
          {start.refusal && (
            <p className="devices-refused" role="alert">
              {start.refusal}
            </p>
          )}
          <div className="devices-drawer-action">
            <DeviceAction
              project={project}
              device={device}
              pending={start.isPending}
              onStart={(duration_minutes) => start.mutate({ project, device_id: device.device_id, duration_minutes })}
            />
          </div>
        </div>
      </div>
      {lease && (
        <>
          <h2 className="devices-drawer-title">{t("drawer.lease")}</h2>
          <dl className="udt-facts">
            <Fact name={t("drawer.by")} value={lease.user_name || common("platform")} />
            <Fact name={t("drawer.phase")} value={common(`test_device_state.${lease.phase}`)} />
            <Fact name={t("drawer.since")} value={format.exact(lease.since)} />
            {/* A run has a limit, and ends when its cases do. */}
            {lease.until !== null && lease.kind !== "job" && (
              <Fact name={t("drawer.until")} value={format.exact(lease.until)} />
            )}
          </dl>
        </>
      )}
      <LinkedCheck project={project} device_id={device.device_id} />
      <DeviceUse key={`use-${device.device_id}`} project={project} device={device} />
      {!guest && <DeviceNotes key={device.device_id} project={project} device_id={device.device_id} />}
      {!guest && <DeviceOrders key={`orders-${device.device_id}`} project={project} device_id={device.device_id} />}
      <DeviceWear key={`wear-${device.device_id}`} project={project} device={device} />
      <DeviceSelfCheck key={`check-${device.device_id}`} project={project} device={device} />
      <DeviceProfileOutcome key={`profile-${device.device_id}`} project={project} device_id={device.device_id} />
      <DeviceHistory project={project} device_id={device.device_id} />
      <FactList device={device} />
    </>
  );
}
