import { CertificateForm } from "./certificate-form.tsx";
import { OneCertificate } from "./one-certificate.tsx";

/** Changes a certificate. */
export default function EditCertificatePage() {
  return (
    <OneCertificate
      render={(project, certificate) => (
        <CertificateForm key={certificate.cert_id} project={project} certificate={certificate} />
      )}
    />
  );
}
