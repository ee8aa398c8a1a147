import type { FarmDevice, IosCertificateDetail } from "@udt/contract/endpoints/ios-certificates";
import { Link } from "react-router";
import { CopyButton, DEVICE_TONES, StatePill } from "../../lib/components/index.ts";
import { useFormat } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { paths } from "../../lib/navigation/paths.ts";

/** The project's own iOS devices on which nothing signed with this runs. */
export function FarmDevices({ project, certificate }: { project: string; certificate: IosCertificateDetail }) {
  const t = useT("ios-certificates");
  const format = useFormat();
  const { farm, kind } = certificate;
  const { device_total, lacking_total, lacking } = farm;
  const rest = lacking_total - lacking.length;
  const counts = { count: lacking_total, lacking: format.number(lacking_total), total: format.number(device_total) };
  const words = () => {
    if (kind === "enterprise") return t("farm.enterprise");
    if (kind === "app_store") return t("farm.app_store");
    if (device_total === 0) return t("farm.none");
    return lacking_total === 0
      ? t("farm.all", { count: device_total, total: format.number(device_total) })
      : t("farm.lacking", counts);
  };
  const isTold = kind === "development" || kind === "ad_hoc";
  return (
    <section className="udt-card certs-card" aria-label={t("farm.title")}>
      <h2>{t("farm.title")}</h2>
      <p className="certs-farm" data-tone={isTold && lacking_total > 0 ? "warning" : undefined}>
        {words()}
      </p>
      {isTold && lacking.length > 0 && (
        <>
          <ul className="certs-devices">
            {lacking.map((device) => (
              <LackingDevice key={device.device_id} project={project} device={device} />
            ))}
          </ul>
          {rest > 0 && <p className="udt-secondary">{t("farm.more", { count: rest, rest: format.number(rest) })}</p>}
          <p className="udt-secondary">{t("farm.advice")}</p>
        </>
      )}
    </section>
  );
}

function LackingDevice({ project, device }: { project: string; device: FarmDevice }) {
  const common = useT("common");
  return (
    <li>
      <span className="certs-two">
        <Link className="udt-link" to={paths.device(project, device.device_id)} data-literal>
          {device.model || device.serial}
        </Link>
        <small className="udt-mono" data-literal>
          {device.serial}
          <CopyButton text={device.serial} />
        </small>
      </span>
      <StatePill tone={DEVICE_TONES[device.state]}>{common(`device_state.${device.state}`)}</StatePill>
    </li>
  );
}
