import { DEVICE_STATES, type Device, type DeviceState } from "@udt/contract";
import { Link } from "react-router";
import { DEVICE_TONES, deviceLine, EmptyState, ErrorState, SkeletonRows } from "../../lib/components/index.ts";
import { PhoneIcon } from "../../lib/components/icons.tsx";
import { LinkButton } from "../../lib/components/link-button.tsx";
import { deviceName } from "../../lib/device-name/index.ts";
import { ModelName } from "../../lib/model-picture/index.ts";
import { DevicePicture } from "../../lib/device-pictures/index.ts";
import { faultsOf } from "../../lib/device-health/index.ts";
import { inRow, useFormat } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { paths } from "../../lib/navigation/paths.ts";
import { useIsGuest } from "../../lib/session/index.ts";
import { DebugButton, useStartDebug, withheldBy } from "../../lib/tests/index.ts";
import { isNoneFree, useFreeDevices } from "./use-free-devices.ts";
import "../../lib/components/panel.css";

/** A figure for each state that some device is in; each leads to those devices. Idle ones that nobody gets are not counted. */
export function Availability({ project }: { project: string }) {
  const t = useT("home");
  const common = useT("common");
  const format = useFormat();
  const { data } = useFreeDevices(project);
  const counts = data?.state_counts;
  const shown = DEVICE_STATES.filter((state) => state === "idle" || state === "busy" || (counts?.[state] ?? 0) > 0);
  // Before the first device there is nothing to count; the list below says how to connect one.
  if (counts && Object.values(counts).every((count) => count === 0)) return null;
  const countOf = (state: DeviceState) => (counts?.[state] ?? 0) - (state === "idle" ? (data?.draining_count ?? 0) : 0);
  const those = (state: DeviceState) => (state === "idle" ? "idle&no_draining=1" : state);
  return (
    <nav className="home-figures" aria-label={t("availability")}>
      {shown.map((state) => (
        <Link key={state} to={`${paths.deviceList(project)}?state=${those(state)}`} data-tone={DEVICE_TONES[state]}>
          <b>{counts ? format.number(countOf(state)) : "–"}</b>
          <span>{common(`device_state.${state}`)}</span>
        </Link>
      ))}
    </nav>
  );
}

/** The devices that one may have at once. Not there when none is free: the figures say so. */
export function FreeDevices({ project }: { project: string }) {
  const t = useT("home");
  const devices = useFreeDevices(project);
  if (isNoneFree(devices.data)) return null;
  return (
    <section className="udt-card udt-panel">
      <header>
        <h2>{t("free.title")}</h2>
        <Link to={paths.deviceList(project)}>{t("free.all")}</Link>
      </header>
      {devices.isPending && <SkeletonRows rows={3} />}
      {devices.isError && !devices.data && (
        <ErrorState title={t("free.error")} error={devices.error} onRetry={() => void devices.refetch()} />
      )}
      {devices.data?.list.length === 0 && (
        <EmptyState
          icon={<PhoneIcon size={22} />}
          title={t("no_devices.title")}
          action={<LinkButton to={paths.deviceList(project)}>{t("no_devices.action")}</LinkButton>}
        >
          {t("no_devices.text")}
        </EmptyState>
      )}
      <ul>
        {devices.data?.list.map((device) => (
          <FreeDevice key={device.device_id} project={project} device={device} />
        ))}
      </ul>
    </section>
  );
}

function FreeDevice({ project, device }: { project: string; device: Device }) {
  const t = useT("home");
  const common = useT("common");
  const guest = useIsGuest(project);
  const start = useStartDebug();
  const faults = faultsOf(device);
  const why = withheldBy(device);
  return (
    <li>
      <DevicePicture project={project} device={device} />
      <span className="home-name">
        <b>
          <ModelName project={project} device={device} />
        </b>
        {start.refusal ? (
          <small className="home-refused" role="alert">
            {start.refusal}
          </small>
        ) : (
          <small className="udt-ellipsis">{deviceLine(device, common(`os.${device.os}`))}</small>
        )}
        {faults.length > 0 && <small className="home-faults">{inRow(faults)}</small>}
      </span>
      {!guest && !why && (
        <DebugButton
          model={deviceName(device)}
          pending={start.isPending}
          onStart={(duration_minutes) => start.mutate({ project, device_id: device.device_id, duration_minutes })}
        />
      )}
      {why && <small className="udt-secondary">{t(`free.${why}`)}</small>}
    </li>
  );
}
