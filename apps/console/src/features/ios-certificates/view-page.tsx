import { DeleteOutlined, EditOutlined } from "@ant-design/icons";
import { expiryOf } from "@udt/contract";
import type { IosCertificateDetail } from "@udt/contract/endpoints/ios-certificates";
import { Alert, Button } from "antd";
import { useNavigate } from "react-router";
import { CopyButton, PageHeader } from "../../lib/components/index.ts";
import { LinkButton } from "../../lib/components/link-button.tsx";
import "../../lib/components/mark.css";
import { useFormat, useNow } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { paths } from "../../lib/navigation/paths.ts";
import { useMay } from "../../lib/privileges/index.ts";
import { ExpiryPill } from "./expiry-pill.tsx";
import { FarmDevices } from "./farm-devices.tsx";
import "./ios-certificates.css";
import { OneCertificate } from "./one-certificate.tsx";
import { ProvisionedDevices } from "./provisioned-devices.tsx";
import { ResignCheck } from "./resign-check.tsx";
import { Resigns } from "./resigns.tsx";
import { useAskToDelete } from "./use-ask-to-delete.tsx";

/** All that is known of a certificate, and the devices that its profile names and lacks. */
export default function CertificatePage() {
  return (
    <OneCertificate
      render={(project, certificate) => <CertificateView project={project} certificate={certificate} />}
    />
  );
}

interface ViewProps {
  project: string;
  certificate: IosCertificateDetail;
}

function CertificateView({ project, certificate }: ViewProps) {
  const t = useT("ios-certificates");
  const { title, kind } = certificate;
  const namesDevices = kind === "development" || kind === "ad_hoc";
  return (
    <>
      <PageHeader title={title} actions={<Actions project={project} certificate={certificate} />}>
        <ExpiryPill certificate={certificate} />
        <span className="udt-mark">{t(`kind.${kind}`)}</span>
      </PageHeader>
      <Warnings certificate={certificate} />
      <div className="certs-view">
        <Facts certificate={certificate} />
        <FarmDevices project={project} certificate={certificate} />
      </div>
      <ResignCheck project={project} cert_id={certificate.cert_id} />
      <Resigns project={project} cert_id={certificate.cert_id} />
      {namesDevices && <ProvisionedDevices project={project} certificate={certificate} />}
    </>
  );
}

function Actions({ project, certificate }: ViewProps) {
  const t = useT("ios-certificates");
  const navigate = useNavigate();
  const mayChange = useMay(project, "project.edit");
  const ask = useAskToDelete(project);
  if (!mayChange) return null;
  const leave = () => void navigate(paths.iosCertificates(project), { replace: true });
  return (
    <>
      <LinkButton icon={<EditOutlined />} to={paths.iosCertificateEdit(project, certificate.cert_id)}>
        {t("edit")}
      </LinkButton>
      <Button danger icon={<DeleteOutlined />} onClick={() => ask(certificate, leave)}>
        {t("delete.ok")}
      </Button>
    </>
  );
}

/** That it is over or will be, and which of its parts ends first. */
function Warnings({ certificate }: Pick<ViewProps, "certificate">) {
  const t = useT("ios-certificates");
  const format = useFormat();
  const { state } = expiryOf(certificate, useNow());
  const part = certificate.profile.expires_at <= certificate.certificate.expires_at ? "profile" : "certificate";
  const time = format.exact(certificate.expires_at);
  return (
    <>
      {certificate.are_files_lost && (
        <Alert className="certs-note" type="error" showIcon title={t("lost.title")} description={t("lost.text")} />
      )}
      {(state === "expired" || state === "expiring") && (
        <Alert
          className="certs-note"
          type={state === "expired" ? "error" : "warning"}
          showIcon
          title={t(`warning.${state}`, { time })}
          description={t(`warning.${part}`)}
        />
      )}
      {state === "pending" && (
        <Alert
          className="certs-note"
          type="info"
          showIcon
          title={t("warning.pending", { time: format.exact(certificate.starts_at) })}
        />
      )}
    </>
  );
}

function Facts({ certificate }: Pick<ViewProps, "certificate">) {
  const t = useT("ios-certificates");
  const format = useFormat();
  const { profile } = certificate;
  const facts = [
    ["registered_name", certificate.registered_name],
    ["team_name", certificate.team_name],
    ["organization_number", certificate.organization_number],
    ["bundle_pattern", certificate.bundle_pattern],
    ["starts_at", format.exact(certificate.starts_at)],
    ["expires_at", format.exact(certificate.expires_at)],
    ["certificate_until", format.exact(certificate.certificate.expires_at)],
    ["profile", profile.name],
    ["profile_until", format.exact(profile.expires_at)],
  ] as const;
  const copied = [
    ["profile_uuid", profile.uuid],
    ["sha1", certificate.certificate.sha1],
  ] as const;
  return (
    <section className="udt-card certs-card">
      <h2>{t("facts")}</h2>
      <dl className="udt-facts">
        {facts.map(([name, value]) => (
          <Fact key={name} label={t(`fact.${name}`)} value={value} />
        ))}
        {copied.map(([name, value]) => (
          <Fact key={name} label={t(`fact.${name}`)} value={value} isCode />
        ))}
        <Fact label={t("fact.changed")} value={`${format.exact(certificate.updated_at)} · ${certificate.user_name}`} />
      </dl>
    </section>
  );
}

function Fact({ label, value, isCode = false }: { label: string; value: string; isCode?: boolean }) {
  const t = useT("ios-certificates");
  return (
    <>
      <dt>{label}</dt>
      <dd className={isCode ? "udt-mono" : undefined} data-literal>
        {value === "" ? t("nothing") : value}
        {isCode && value !== "" && <CopyButton text={value} />}
      </dd>
    </>
  );
}
