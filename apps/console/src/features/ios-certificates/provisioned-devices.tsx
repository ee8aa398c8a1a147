import type { IosCertificateDetail, ProvisionedDevice } from "@udt/contract/endpoints/ios-certificates";
import { Link } from "react-router";
import { CopyButton, DEVICE_TONES, StatePill } from "../../lib/components/index.ts";
import { useFormat } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { ListPage, useListView, type TableColumn } from "../../lib/list/index.ts";
import { paths } from "../../lib/navigation/paths.ts";
import { useProvisionedDevices } from "./use-certificates.ts";

/** The devices that the profile names; which of them are of this farm. */
export function ProvisionedDevices(props: { project: string; certificate: IosCertificateDetail }) {
  const t = useT("ios-certificates");
  const format = useFormat();
  const { project, certificate } = props;
  const view = useListView();
  const devices = useProvisionedDevices(project, certificate.cert_id, view.query);
  const columns: readonly TableColumn[] = [
    { key: "udid", label: t("devices.udid"), width: "46%" },
    { key: "device", label: t("devices.device") },
    { key: "state", label: t("devices.state"), width: 148, isHidden: true },
  ];
  return (
    <section className="udt-card certs-list" aria-label={t("devices.title")}>
      <h2>{t("devices.title")}</h2>
      <ListPage
        isPart
        view={view}
        read={devices}
        search={t("devices.search")}
        count={(total) => t("devices.count", { count: total, total: format.number(total) })}
        columns={columns}
        renderRow={(one) => <Row key={one.udid} project={project} one={one} />}
        expected={Math.min(certificate.device_count, 4)}
        error={t("devices.error")}
        none={{ title: t("devices.none"), text: t("devices.none_text") }}
        noMatch={{ title: t("no_match.title"), text: t("devices.no_match"), clear: t("no_match.clear") }}
      />
    </section>
  );
}

function Row({ project, one: { udid, device } }: { project: string; one: ProvisionedDevice }) {
  const t = useT("ios-certificates");
  const common = useT("common");
  return (
    <tr>
      <td className="udt-mono" data-literal>
        {udid}
        <CopyButton text={udid} />
      </td>
      <td className="udt-ellipsis">
        {device ? (
          <Link className="udt-link" to={paths.device(project, device.device_id)} data-literal>
            {device.model || device.serial}
          </Link>
        ) : (
          <span className="udt-secondary">{t("devices.elsewhere")}</span>
        )}
      </td>
      <td>
        {device && <StatePill tone={DEVICE_TONES[device.state]}>{common(`device_state.${device.state}`)}</StatePill>}
      </td>
    </tr>
  );
}
