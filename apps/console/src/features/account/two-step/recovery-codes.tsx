import { Button } from "antd";
import { CopyButton } from "../../../lib/components/index.ts";
import { Dialog } from "../../../lib/form/dialog.tsx";
import { useT } from "../../../lib/i18n/index.ts";

/** The only time that the codes are seen: it must be closed on purpose. */
export function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const t = useT("two-step");
  return (
    <Dialog
      width={560}
      title={t("codes.title")}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      footer={
        <Button type="primary" onClick={onClose}>
          {t("codes.done")}
        </Button>
      }
    >
      <p className="account-note">{t("codes.once")}</p>
      <ol className="two-step-codes udt-mono">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <CopyButton text={codes.join("\n")} label={t("codes.copy")} />
    </Dialog>
  );
}
