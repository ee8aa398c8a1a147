import type { Device } from "@udt/contract";
import { useFormat, useNow } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { useUser } from "../../lib/session/index.ts";

/** Who has the device, why, and until when; or why nobody can have it. */
export function DeviceDoing({ device }: { device: Device }) {
  const t = useT("devices");
  const holder = useHolder(device);
  switch (device.state) {
    case "idle":
      return <span className="udt-secondary">{t("doing.free")}</span>;
    case "busy":
      return device.lease ? <Lease lease={device.lease} holder={holder} /> : null;
    case "cleaning":
      return <Cleaning lease={device.lease} />;
    case "initializing":
      return <span className="udt-secondary">{device.state_reason || t("doing.initializing")}</span>;
    case "inspection":
      return <span className="udt-secondary">{t("doing.inspection")}</span>;
    case "initialization_failed":
      return <Lines first={device.state_reason || t("doing.failed")} second="" />;
    case "offline":
      return <LastSeen device={device} />;
  }
}

function Cleaning({ lease }: { lease: Device["lease"] }) {
  const t = useT("devices");
  const user = useUser();
  const text =
    lease?.user_id === user.user_id
      ? t("doing.cleaning_after_you")
      : lease?.user_name
        ? t("doing.cleaning_after", { user: lease.user_name })
        : t("doing.cleaning");
  return <span className="udt-secondary">{text}</span>;
}

function LastSeen({ device }: { device: Device }) {
  const t = useT("devices");
  const format = useFormat();
  const now = useNow();
  const seen = t("doing.last_seen", { time: format.moment(device.last_seen_at, now), agent: device.agent_name });
  return <Lines first={device.state_reason || seen} second={device.state_reason ? seen : ""} />;
}

/** What matters first, the rest small below; the whole on hover when it does not fit. */
function Lines({ first, second }: { first: string; second: string }) {
  return (
    <span className="devices-lines" title={second ? `${first} · ${second}` : first}>
      <span className="udt-ellipsis">{first}</span>
      {second && <small className="udt-ellipsis">{second}</small>}
    </span>
  );
}

function useHolder(device: Device): string {
  const common = useT("common");
  const user = useUser();
  if (!device.lease) return "";
  return device.lease.user_id === user.user_id ? common("you") : device.lease.user_name;
}

function Lease({ lease, holder }: { lease: NonNullable<Device["lease"]>; holder: string }) {
  const t = useT("devices");
  const common = useT("common");
  const format = useFormat();
  const now = useNow();
  return (
    <span className="devices-lines">
      <b className="udt-ellipsis">{holder || common("platform")}</b>
      {lease.until !== null && (
        <small className="udt-ellipsis udt-num">
          {t("doing.until", { time: format.moment(lease.until, now) })}
          {" · "}
          {common("debug.left", { time: format.countdown(lease.until - now) })}
        </small>
      )}
    </span>
  );
}
