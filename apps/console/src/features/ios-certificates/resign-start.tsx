import { App, Button } from "antd";
import type { ProjectSigningTool } from "@udt/contract/endpoints/resigns";
import { ErrorState, SkeletonRows } from "../../lib/components/index.ts";
import { errorText } from "../../lib/errors/index.ts";
import { listOf } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { useResignActions, useSigningTools } from "./use-resigns.ts";

/** Of agents that could sign; how many more there are is told behind them. */
const NAMED_MAX = 3;

/** Signs an app that nothing is known to keep from it, where there is something to sign it with. */
export function ResignStart({ project, cert_id, app_id }: { project: string; cert_id: string; app_id: string }) {
  const t = useT("ios-certificates");
  const { message } = App.useApp();
  const tools = useSigningTools(project);
  const { start } = useResignActions(project, cert_id);
  if (tools.isPending) return <SkeletonRows />;
  if (tools.error)
    return <ErrorState title={t("resigns.unknown")} error={tools.error} onRetry={() => void tools.refetch()} />;
  const { list, refusal } = tools.data;
  if (refusal === "resign_no_tool") return <p className="certs-farm">{t("resigns.none")}</p>;
  if (refusal === "resign_unisolated")
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
  const ready = tools.filter(({ is_ready }) => is_ready);
  const [first] = ready;
  if (!first) return t("resigns.away");
  if (ready.length === 1)
    return t("resigns.tool", { name: first.name, version: first.version, agent_name: first.agent_name });
  const rest = ready.length - NAMED_MAX;
  const names = ready
    .slice(0, NAMED_MAX)
    .map(({ name, version, agent_name }) => t("resigns.one", { name, version, agent_name }));
  // Which of them, nobody knows before: whoever has room first gets it.
  return t("resigns.any", {
    list: listOf(rest > 0 ? [...names, t("resigns.more", { count: rest })] : names, "disjunction"),
  });
}
