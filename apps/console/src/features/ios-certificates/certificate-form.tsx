import { LIMITS } from "@udt/contract";
import type { IosCertificateDetail } from "@udt/contract/endpoints/ios-certificates";
import { Input } from "antd";
import { PageHeader } from "../../lib/components/index.ts";
import { Field, FormFoot, LeaveGuard, useFaultLead } from "../../lib/form/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { paths } from "../../lib/navigation/paths.ts";
import { FileField } from "./file-field.tsx";
import "./ios-certificates.css";
import { useCertificateForm } from "./use-certificate-form.ts";

/** Adds a certificate, or changes one: what of it is not sent anew stays. */
export function CertificateForm(props: { project: string; certificate: IosCertificateDetail | undefined }) {
  const t = useT("ios-certificates");
  const common = useT("common");
  const { project, certificate } = props;
  const form = useCertificateForm(project, certificate);
  const { wish, change, errorOf, isKept } = form;
  const { holdForm, leadToFault } = useFaultLead();
  const back = certificate ? paths.iosCertificate(project, certificate.cert_id) : paths.iosCertificates(project);
  return (
    <>
      <LeaveGuard dirty={form.dirty} />
      <PageHeader title={certificate ? t("edit_named", { title: certificate.title }) : t("add_title")}>
        <span className="udt-secondary">{t("form_lead")}</span>
      </PageHeader>
      <form
        ref={holdForm}
        className="udt-card certs-form"
        aria-label={t("form")}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          form.submit(leadToFault);
        }}
      >
        <Field
          label={t("field.title")}
          hint={t("hint.title", { max: LIMITS.ios_certificate_title_max })}
          error={errorOf("title")}
          render={(control) => (
            <Input
              {...control}
              autoFocus={!certificate}
              autoComplete="off"
              value={wish.title}
              onBlur={() => wish.title !== "" && form.leave("title")}
              onChange={({ target }) => change({ title: target.value })}
            />
          )}
        />
        <FileField
          name="p12"
          label={t("field.p12")}
          accept=".p12"
          hint={t("hint.p12")}
          error={errorOf("p12")}
          kept={isKept ? certificate?.registered_name : undefined}
          value={wish.p12}
          onChange={(p12) => change({ p12 })}
        />
        {/* A password belongs to the P12 that comes with it. */}
        {(!isKept || wish.p12) && (
          <Field
            label={t("field.password")}
            hint={t("hint.password")}
            error={errorOf("password")}
            render={(control) => (
              <Input
                {...control}
                type="password"
                autoComplete="new-password"
                value={wish.password}
                onChange={({ target }) => change({ password: target.value })}
              />
            )}
          />
        )}
        <FileField
          name="mobileprovision"
          label={t("field.mobileprovision")}
          accept=".mobileprovision"
          hint={t("hint.mobileprovision")}
          error={errorOf("mobileprovision")}
          kept={isKept ? certificate?.profile.name : undefined}
          value={wish.mobileprovision}
          onChange={(mobileprovision) => change({ mobileprovision })}
        />
        <FormFoot
          refusal={form.refusal}
          back={back}
          send={certificate ? common("save") : t("add")}
          isPending={form.isPending}
        />
      </form>
    </>
  );
}
