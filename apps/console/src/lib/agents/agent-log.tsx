import type { Agent, AgentLogLine } from "@udt/contract";
import { Button } from "antd";
import { useState } from "react";
import { ErrorState, SkeletonRows } from "../components/index.ts";
import { useFormat } from "../format/index.ts";
import { useT } from "../i18n/index.ts";
import { useAgentLog, type AgentScope } from "./use-agents.ts";

/** What an agent wrote into its log last; asked for only once somebody wants it. */
export function AgentLog({ scope, agent }: { scope: AgentScope; agent: Agent }) {
  const t = useT("agents");
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <h2 className="agents-drawer-title">{t("log.title")}</h2>
      {!agent.online ? (
        <p className="udt-secondary">{t("log.offline")}</p>
      ) : isOpen ? (
        <Tail scope={scope} agent_id={agent.agent_id} />
      ) : (
        <Button onClick={() => setOpen(true)}>{t("log.open")}</Button>
      )}
    </>
  );
}

function Tail({ scope, agent_id }: { scope: AgentScope; agent_id: string }) {
  const t = useT("agents");
  const log = useAgentLog(scope, agent_id);
  const lines = log.data?.lines;
  return (
    <>
      <p className="agents-log-head udt-secondary">
        <span>{t("log.hint")}</span>
        <Button size="small" loading={log.isFetching} onClick={() => void log.refetch()}>
          {t("log.refresh")}
        </Button>
      </p>
      {log.isPending && <SkeletonRows rows={3} />}
      {log.isError && <ErrorState title={t("log.error")} error={log.error} onRetry={() => void log.refetch()} />}
      {lines === null && <p className="udt-secondary">{t("log.not_told")}</p>}
      {lines?.length === 0 && <p className="udt-secondary">{t("log.none")}</p>}
      {lines && lines.length > 0 && <Lines lines={lines} label={t("log.title")} />}
    </>
  );
}

/** The newest stands first: it is what one looks for. */
function Lines({ lines, label }: { lines: readonly AgentLogLine[]; label: string }) {
  const format = useFormat();
  return (
    <div className="agents-log udt-mono" role="log" aria-label={label} aria-live="off" tabIndex={0}>
      {lines.toReversed().map(({ time, level, text }, index) => (
        // Lines have no names, and none moves but to the end.
        <div key={lines.length - index} data-level={level}>
          <time>{format.exact(time)}</time> <b>{level}</b> <span data-literal>{text}</span>
        </div>
      ))}
    </div>
  );
}
