import { Button } from "antd";
import { StatePill } from "../../../lib/components/index.ts";
import { useFormat, useNow } from "../../../lib/format/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import type { TableColumn } from "../../../lib/list/index.ts";
import { AgentScripts } from "./agent-scripts.tsx";
import type { Agent } from "./use-agents.ts";

/** The columns of {@link AgentRow}. */
export function useAgentColumns(): readonly TableColumn[] {
  const t = useT("admin");
  return [
    { key: "name", label: t("agents.column.name"), width: "15%" },
    { key: "state", label: t("agents.column.state"), width: 136 },
    { key: "host", label: t("agents.column.host") },
    { key: "scripts", label: t("agents.column.scripts"), width: "24%" },
    { key: "version", label: t("agents.column.version"), width: 90 },
    { key: "devices", label: t("agents.column.devices"), width: 80 },
    { key: "seen", label: t("agents.column.seen"), width: 132 },
    { key: "action", label: t("agents.column.action"), width: 110, isHidden: true },
  ];
}

export function AgentRow({ agent, onRevoke }: { agent: Agent; onRevoke: () => void }) {
  const t = useT("admin");
  const common = useT("common");
  const format = useFormat();
  const now = useNow();
  const seen = agent.last_heartbeat_at;
  return (
    <tr>
      <td>
        <div className="admin-lines">
          <b title={agent.name}>{agent.name}</b>
          <small title={agent.project_ids.join(" · ")}>
            {agent.project_ids.length === 0
              ? t("agents.all_projects")
              : t("agents.projects", { count: agent.project_ids.length })}
          </small>
          <small>{t("agents.made", { time: format.moment(agent.created_at, now) })}</small>
        </div>
      </td>
      <td>
        <StatePill tone={agent.online ? "good" : "offline"}>
          {t(agent.online ? "agents.online" : "agents.offline")}
        </StatePill>
        {/* One that never came has not gone either. */}
        {agent.offline_at !== null && seen !== null && (
          <div className="admin-lines">
            <small>{t("agents.since", { time: format.moment(agent.offline_at, now) })}</small>
          </div>
        )}
      </td>
      <td>
        <div className="admin-lines">
          <span>{agent.hostname || common("none")}</span>
          <small title={[agent.ip, agent.system].join(" · ")}>
            {[agent.ip, agent.system].filter(Boolean).join(" · ")}
          </small>
          {agent.instance_id && (
            <small className="udt-mono" title={agent.instance_id}>
              {agent.instance_id}
            </small>
          )}
        </div>
      </td>
      <td>
        <AgentScripts scripts={agent.scripts} />
      </td>
      <td>{agent.version || common("none")}</td>
      <td>{format.number(agent.device_count)}</td>
      <td className={seen === null ? "udt-secondary" : undefined}>
        {seen === null ? t("agents.never") : format.moment(seen, now)}
      </td>
      <td>
        <Button aria-label={common("labelled", { label: t("agents.revoke"), value: agent.name })} onClick={onRevoke}>
          {t("agents.revoke")}
        </Button>
      </td>
    </tr>
  );
}
