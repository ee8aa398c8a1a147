import { App, Button } from "antd";
import type { ProjectSigningTool } from "@udt/contract/endpoints/resigns";
import { ErrorState, SkeletonRows } from "../../lib/components/index.ts";
import { errorText } from "../../lib/errors/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { useResignActions, useSigningTools } from "./use-resigns.ts";

/** Signs an app that nothing is known to keep from it, where there is something to sign it with. */
export function ResignStart({ project, cert_id, app_id }: { project: string; cert_id: string; app_id: string }) {
  const t = useT("ios-certificates");
  const { message } = App.useApp();
  const tools = useSigningTools(project);
  const { start } = useResignActions(project, cert_id);
  if (tools.isPending) return <SkeletonRows />;
  if (tools.error)
    return <ErrorState title={t("resigns.unknown")} error={tools.error} onRetry={() => void tools.refetch()} />;
  const { list } = tools.data;
  if (list.length === 0) return <p className="certs-farm">{t("resigns.none")}</p>;
  if (list.every(({ isolation }) => isolation === "none"))
    return (
      <p className="certs-farm" data-tone="warning">
        {t("resigns.unisolated")}
      </p>
    );
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
          <SignedBy tools={list} />
        </span>
      </div>
      {start.error && <p role="alert">{errorText(start.error)}</p>}
    </>
  );
}

function SignedBy({ tools }: { tools: readonly ProjectSigningTool[] }) {
  const t = useT("ios-certificates");
  const ready = tools.find(({ is_ready }) => is_ready);
  if (!ready) return t("resigns.away");
  const { name, version, agent_name } = ready;
  return t("resigns.tool", { name, version, agent_name });
}
