import { App, Button } from "antd";
import type { ProjectSigner } from "@udt/contract/endpoints/resigns";
import { errorText } from "../../lib/errors/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { useResignActions, useResigns } from "./use-resigns.ts";

/** Signs an app that nothing is known to keep from it, where there is something to sign it with. */
export function ResignStart({ project, cert_id, app_id }: { project: string; cert_id: string; app_id: string }) {
  const t = useT("ios-certificates");
  const { message } = App.useApp();
  const resigns = useResigns(project, cert_id, { page_num: 1, page_size: 1 });
  const { start } = useResignActions(project, cert_id);
  const signers = resigns.data?.signers;
  if (!signers) return null;
  if (signers.length === 0) return <p className="certs-farm">{t("resigns.none")}</p>;
  const begin = () =>
    start.mutate(app_id, {
      onSuccess: ({ app_name }) => void message.success(t("resigns.started", { name: app_name })),
    });
  return (
    <>
      <div className="certs-resign-start">
        <Button type="primary" loading={start.isPending} onClick={begin}>
          {t("resigns.start")}
        </Button>
        <span className="udt-secondary">
          <SignedBy signers={signers} />
        </span>
      </div>
      {start.error && <p role="alert">{errorText(start.error)}</p>}
    </>
  );
}

function SignedBy({ signers }: { signers: readonly ProjectSigner[] }) {
  const t = useT("ios-certificates");
  const ready = signers.find(({ is_ready }) => is_ready);
  if (!ready) return t("resigns.away");
  const { name, version, agent_name } = ready;
  return t("resigns.signer", { name, version, agent_name });
}
