import type { IosCertificateDetail } from "@udt/contract/endpoints/ios-certificates";
import type { ReactNode } from "react";
import { useParams } from "react-router";
import { ErrorState, SkeletonRows } from "../../lib/components/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { useProjectId } from "../../lib/project.ts";
import { useCertificate } from "./use-certificates.ts";

/** Reads the certificate that the address names. */
export function OneCertificate(props: { render: (project: string, certificate: IosCertificateDetail) => ReactNode }) {
  const t = useT("ios-certificates");
  const project = useProjectId();
  const { certId = "" } = useParams();
  const certificate = useCertificate(project, certId);
  // Also when it has been deleted meanwhile: what was entered is not to be lost.
  if (certificate.data) return props.render(project, certificate.data);
  if (certificate.isPending) return <SkeletonRows isPage />;
  return (
    <ErrorState isPage title={t("unreadable")} error={certificate.error} onRetry={() => void certificate.refetch()} />
  );
}
