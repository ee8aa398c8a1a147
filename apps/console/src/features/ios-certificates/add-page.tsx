import { useProjectId } from "../../lib/project.ts";
import { CertificateForm } from "./certificate-form.tsx";

/** A new certificate. */
export default function AddCertificatePage() {
  return <CertificateForm project={useProjectId()} certificate={undefined} />;
}
