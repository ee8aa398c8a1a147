import type { Agent } from "@udt/contract";
import { Button } from "antd";
import { StatePill } from "../components/index.ts";
import { useFormat, useNow } from "../format/index.ts";
import { useT } from "../i18n/index.ts";
import type { TableColumn } from "../list/index.ts";
import { AgentScripts, Memgraphs, SigningTool } from "./agent-scripts.tsx";
import { AgentLoad, useServes } from "./agent-words.tsx";
import type { AgentScope } from "./use-agents.ts";

/** The columns of {@link AgentRow}. */
export function useAgentColumns(scope: AgentScope): readonly TableColumn[] {
  const t = useT("agents");
  return [
    { key: "name", label: t("column.name"), width: "16%" },
    { key: "state", label: t("column.state"), width: 158 },
    { key: "host", label: t("column.host") },
    { key: "load", label: t("column.load"), width: 152 },
    { key: "scripts", label: t("column.scripts"), width: "17%" },
    { key: "version", label: t("column.version"), width: 104 },
    { key: "devices", label: t("column.devices"), width: 76 },
    ...(scope === null ? [{ key: "action", label: t("column.action"), width: 124, isHidden: true }] : []),
  ];
}

interface AgentRowProps {
  scope: AgentScope;
  agent: Agent;
  onOpen: () => void;
  onRevoke: () => void;
}

export function AgentRow({ scope, agent, onOpen, onRevoke }: AgentRowProps) {
  const t = useT("agents");
  const common = useT("common");
  const format = useFormat();
  const now = useNow();
  const serves = useServes(scope);
  const { upgrade_to } = agent;
  return (
    <tr>
      <td>
        <div className="agents-lines agents-name">
          <button type="button" className="udt-link" title={agent.name} onClick={onOpen}>
            {agent.name}
          </button>
          <small title={scope === null ? agent.project_ids.join(" · ") : undefined}>{serves(agent)}</small>
          <small>{t("made", { time: format.moment(agent.created_at, now) })}</small>
        </div>
      </td>
      <td>
        <AgentState agent={agent} />
      </td>
      <td>
        <div className="agents-lines agents-name">
          <span className="agents-whole">{agent.hostname || common("none")}</span>
          <small className="agents-whole">{[agent.ip, agent.system].filter(Boolean).join(" · ")}</small>
          {agent.instance_id && <small className="udt-mono agents-whole">{agent.instance_id}</small>}
        </div>
      </td>
      <td>
        <AgentLoad agent={agent} />
      </td>
      <td>
        <AgentScripts scripts={agent.scripts} />
        {agent.signing_tool && (
          <small className="udt-secondary">
            <SigningTool signing_tool={agent.signing_tool} />
          </small>
        )}
        {agent.reads_memgraphs && (
          <small className="udt-secondary">
            <Memgraphs reads_memgraphs />
          </small>
        )}
      </td>
      <td>
        <div className="agents-lines">
          <span>{agent.version || common("none")}</span>
          {upgrade_to !== null && (
            <small className="agents-old" title={t("upgrade", { version: upgrade_to })}>
              {t("upgrade", { version: upgrade_to })}
            </small>
          )}
        </div>
      </td>
      <td>{format.number(agent.device_count)}</td>
      {scope === null && (
        <td>
          <Button aria-label={common("labelled", { label: t("revoke"), value: agent.name })} onClick={onRevoke}>
            {t("revoke")}
          </Button>
        </td>
      )}
    </tr>
  );
}

/** Whether it is there, since when it is not, and who has it take nothing new. */
export function AgentState({ agent }: { agent: Agent }) {
  const t = useT("agents");
  const format = useFormat();
  const now = useNow();
  const { draining, last_heartbeat_at: seen } = agent;
  const since = draining && format.moment(draining.since, now);
  return (
    <div className="agents-state">
      <StatePill tone={agent.online ? "good" : "offline"}>{t(agent.online ? "online" : "offline")}</StatePill>
      <div className="agents-lines">
        {seen === null && <small>{t("never")}</small>}
        {seen !== null && agent.online && <small>{t("heard", { time: format.moment(seen, now) })}</small>}
        {/* One that never came has not gone either. */}
        {agent.offline_at !== null && seen !== null && (
          <small>{t("since", { time: format.moment(agent.offline_at, now) })}</small>
        )}
      </div>
      {draining && since !== null && (
        <>
          <StatePill tone="warning">{t("draining")}</StatePill>
          <div className="agents-lines">
            <small>
              {draining.user_name === ""
                ? t("drained_unnamed", { time: since })
                : t("drained", { time: since, name: draining.user_name })}
            </small>
          </div>
        </>
      )}
    </div>
  );
}
