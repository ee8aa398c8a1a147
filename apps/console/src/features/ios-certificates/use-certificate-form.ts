import { ApiError } from "@udt/client";
import { iosCertificateTitle, p12File, p12Password, profileFile } from "@udt/contract";
import type { IosCertificateDetail } from "@udt/contract/endpoints/ios-certificates";
import { App } from "antd";
import { useState } from "react";
import { flushSync } from "react-dom";
import { useNavigate } from "react-router";
import { errorText } from "../../lib/errors/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { paths } from "../../lib/navigation/paths.ts";
import { useRuleText } from "../../lib/rules/index.ts";
import { useCertificateActions, type CertificateWish } from "./use-certificates.ts";

export type FieldName = keyof CertificateWish;
const FIELDS: readonly FieldName[] = ["title", "p12", "password", "mobileprovision"];

/** Where a refusal is told. That the profile does not name the certificate is the profile's to mend. */
const FIELD_OF: Partial<Record<string, FieldName>> = {
  ios_certificate_title_exists: "title",
  ios_certificate_p12: "p12",
  ios_certificate_expired: "p12",
  ios_certificate_files_lost: "p12",
  ios_certificate_password: "password",
  ios_certificate_mismatch: "mobileprovision",
  ios_certificate_profile: "mobileprovision",
  ios_certificate_profile_expired: "mobileprovision",
};

/** What the form of a certificate holds, what is wrong with it, and how it is saved. */
export function useCertificateForm(project: string, certificate: IosCertificateDetail | undefined) {
  const t = useT("ios-certificates");
  const rule = useRuleText();
  const navigate = useNavigate();
  const { message } = App.useApp();
  const { save } = useCertificateActions(project);
  const first = { title: certificate?.title ?? "", p12: undefined, password: "", mobileprovision: undefined };
  const [wish, setWish] = useState<CertificateWish>(first);
  const [isLeft, setLeft] = useState(false);
  /** Fields are judged once something was chosen or they were left, all of them once they were to be saved. */
  const [judged, setJudged] = useState<ReadonlySet<FieldName>>(new Set());

  const isKept = certificate !== undefined && !certificate.are_files_lost;
  const faults: Record<FieldName, string | undefined> = {
    title: rule.check(iosCertificateTitle, wish.title),
    p12: wish.p12 === undefined && isKept ? undefined : rule.check(p12File, wish.p12),
    password: rule.check(p12Password, wish.password),
    mobileprovision:
      wish.mobileprovision === undefined && isKept ? undefined : rule.check(profileFile, wish.mobileprovision),
  };
  const refusal = save.error instanceof ApiError ? save.error : undefined;
  const refusedAt = refusal && (FIELD_OF[refusal.code ?? ""] ?? FIELDS.find((field) => rule.refused(refusal, field)));
  const refusedText = refusal && refusedAt && (rule.refused(refusal, refusedAt) ?? errorText(refusal));

  const judge = (...fields: readonly FieldName[]) => setJudged((before) => new Set([...before, ...fields]));
  const change = (part: Partial<CertificateWish>) => {
    save.reset();
    setWish((before) => ({ ...before, ...part }));
    if (part.p12) judge("p12");
    if (part.mobileprovision) judge("mobileprovision");
  };
  const send = async (onFault: () => void) => {
    try {
      const { cert_id, title } = await save.mutateAsync({ cert_id: certificate?.cert_id, wish });
      // The guard must have seen that nothing is unsaved any more.
      flushSync(() => setLeft(true));
      void message.success(t("saved", { title }));
      void navigate(paths.iosCertificate(project, cert_id), { replace: true });
    } catch {
      judge(...FIELDS);
      onFault();
    }
  };
  return {
    wish,
    change,
    isKept,
    leave: (field: FieldName) => judge(field),
    errorOf: (field: FieldName): string | undefined =>
      refusedAt === field ? refusedText : judged.has(field) ? faults[field] : undefined,
    dirty: !isLeft && FIELDS.some((field) => wish[field] !== first[field]),
    /** Why it could not be saved, where no field says so. */
    refusal: refusal && refusedAt === undefined ? errorText(refusal) : undefined,
    isPending: save.isPending,
    /** @param onFault Something is wrong, and said at its field. */
    submit(onFault: () => void): void {
      judge(...FIELDS);
      if (Object.values(faults).some((fault) => fault !== undefined)) onFault();
      else void send(onFault);
    },
  };
}
