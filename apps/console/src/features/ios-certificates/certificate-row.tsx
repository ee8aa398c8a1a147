import { DeleteOutlined, EditOutlined } from "@ant-design/icons";
import type { IosCertificate } from "@udt/contract/endpoints/ios-certificates";
import { Button } from "antd";
import { Link } from "react-router";
import { LinkButton } from "../../lib/components/link-button.tsx";
import { useFormat, useNow } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { paths } from "../../lib/navigation/paths.ts";
import { ExpiryPill } from "./expiry-pill.tsx";
import { useAskToDelete } from "./use-ask-to-delete.tsx";

export function CertificateRow(props: { project: string; certificate: IosCertificate; mayChange: boolean }) {
  const t = useT("ios-certificates");
  const format = useFormat();
  const now = useNow();
  const askToDelete = useAskToDelete(props.project);
  const { project, certificate, mayChange } = props;
  const { cert_id, title, registered_name, team_name, organization_number, kind } = certificate;
  return (
    <tr>
      <td>
        <span className="certs-two">
          <Link className="udt-link" title={title} to={paths.iosCertificate(project, cert_id)} data-literal>
            {title}
          </Link>
          <small className="udt-ellipsis" title={registered_name} data-literal>
            {registered_name}
          </small>
        </span>
      </td>
      <td>
        <span className="certs-two">
          <span className="udt-ellipsis" title={team_name} data-literal>
            {team_name}
          </span>
          <small className="udt-ellipsis" data-literal>
            {organization_number}
          </small>
        </span>
      </td>
      <td data-label={t("column.kind")}>{t(`kind.${kind}`)}</td>
      <td
        className="udt-mono udt-ellipsis"
        title={certificate.bundle_pattern}
        data-label={t("column.bundle")}
        data-literal
      >
        {certificate.bundle_pattern}
      </td>
      <td className="udt-num" data-label={t("column.devices")}>
        {kind === "enterprise" ? t("devices_all") : format.number(certificate.device_count)}
      </td>
      <td>
        <span className="certs-validity" title={format.exact(certificate.expires_at)}>
          <ExpiryPill certificate={certificate} />
          <small>{format.dateTime(certificate.expires_at, now)}</small>
        </span>
      </td>
      <td>
        {mayChange && (
          <span className="certs-actions">
            <LinkButton
              type="text"
              icon={<EditOutlined />}
              aria-label={t("edit_named", { title })}
              to={paths.iosCertificateEdit(project, cert_id)}
            />
            <Button
              type="text"
              danger
              icon={<DeleteOutlined />}
              aria-label={t("delete.named", { title })}
              onClick={() => askToDelete(certificate)}
            />
          </span>
        )}
      </td>
    </tr>
  );
}
