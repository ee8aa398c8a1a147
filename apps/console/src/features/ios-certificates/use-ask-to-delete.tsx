import type { IosCertificate } from "@udt/contract/endpoints/ios-certificates";
import { App } from "antd";
import { useT } from "../../lib/i18n/index.ts";
import { useCertificateActions } from "./use-certificates.ts";

/** Asks before a certificate is deleted: its files are nowhere else in UDT. */
export function useAskToDelete(project: string) {
  const t = useT("ios-certificates");
  const { modal, message } = App.useApp();
  const { remove } = useCertificateActions(project);
  return ({ cert_id, title }: Pick<IosCertificate, "cert_id" | "title">, onDone?: () => void) => {
    modal.confirm({
      title: t("delete.ask", { title }),
      content: t("delete.text"),
      okText: t("delete.ok"),
      okButtonProps: { danger: true },
      // The error policy tells a refusal.
      onOk: () =>
        remove.mutateAsync(cert_id, { onSuccess: () => onDone?.() }).then(
          () => void message.success(t("delete.done", { title })),
          () => undefined,
        ),
    });
  };
}
