import type { Agent } from "@udt/contract";
import { Alert, App, Button, Drawer } from "antd";
import { useState } from "react";
import { CopyButton } from "../components/index.ts";
import { LinkButton } from "../components/link-button.tsx";
import { useFormat } from "../format/index.ts";
import { useT } from "../i18n/index.ts";
import { paths } from "../navigation/paths.ts";
import { useUser } from "../session/index.ts";
import { AgentCommand } from "./agent-command.tsx";
import { AgentDevices } from "./agent-devices.tsx";
import { AgentLog } from "./agent-log.tsx";
import { AgentState } from "./agent-row.tsx";
import { AgentScripts, Memgraphs, SigningTool } from "./agent-scripts.tsx";
import { AgentLoad, useServes } from "./agent-words.tsx";
import { EditAgent } from "./edit-agent.tsx";
import { useAgentActions, type AgentScope } from "./use-agents.ts";

interface AgentDrawerProps {
  scope: AgentScope;
  agent: Agent;
  /** Whether who looks may change it and read its log. */
  mayCare: boolean;
  onClose: () => void;
}

/** All that is known of one agent, and what may be done with it. */
export function AgentDrawer({ scope, agent, mayCare, onClose }: AgentDrawerProps) {
  return (
    <Drawer open size={560} title={agent.name} onClose={onClose}>
      <div className="agents-drawer-head">
        <AgentState agent={agent} />
        <Actions scope={scope} agent={agent} mayCare={mayCare} />
      </div>
      <UpgradeHint agent={agent} />
      <Facts scope={scope} agent={agent} />
      <AgentDevices scope={scope} agent_id={agent.agent_id} />
      {mayCare && <AgentLog scope={scope} agent={agent} />}
    </Drawer>
  );
}

function Actions({ scope, agent, mayCare }: Omit<AgentDrawerProps, "onClose">) {
  const t = useT("agents");
  const { modal, message } = App.useApp();
  const { udt_admin } = useUser().user_role;
  const { drain } = useAgentActions(scope);
  const [editing, setEditing] = useState(false);
  const { agent_id, name } = agent;
  const set = (draining: boolean) =>
    // The error policy tells a refusal.
    drain.mutateAsync({ agent_id, draining }).then(
      () => void message.success(t(draining ? "drain.done" : "drain.undone", { name })),
      () => undefined,
    );
  const ask = () =>
    modal.confirm({
      title: t("drain.title", { name }),
      content: t("drain.text"),
      okText: t("drain.start"),
      onOk: () => set(true),
    });
  return (
    <div className="agents-actions">
      {mayCare &&
        (agent.draining ? (
          <Button loading={drain.isPending} onClick={() => void set(false)}>
            {t("drain.stop")}
          </Button>
        ) : (
          <Button onClick={() => void ask()}>{t("drain.start")}</Button>
        ))}
      {mayCare && <Button onClick={() => setEditing(true)}>{t(scope === null ? "edit.change" : "edit.rename")}</Button>}
      {scope !== null && udt_admin && <LinkButton to={paths.adminAgents(name)}>{t("admin")}</LinkButton>}
      {editing && <EditAgent scope={scope} agent={agent} onClose={() => setEditing(false)} />}
    </div>
  );
}

/** How an agent that is older than the server is brought up to it. */
function UpgradeHint({ agent: { version, upgrade_to } }: { agent: Agent }) {
  const t = useT("agents");
  if (upgrade_to === null) return null;
  return (
    <Alert
      className="agents-upgrade"
      type="warning"
      showIcon
      title={t("upgrade_hint.title", { from: version, to: upgrade_to })}
      description={
        <>
          {t("upgrade_hint.text")}
          {/* For one that runs from a clone; what it keeps stays where it is. */}
          <AgentCommand before="git pull && " />
        </>
      }
    />
  );
}

function Facts({ scope, agent }: { scope: AgentScope; agent: Agent }) {
  const t = useT("agents");
  const common = useT("common");
  const format = useFormat();
  const serves = useServes(scope);
  const { addresses, project_ids, last_heartbeat_at: seen } = agent;
  const projects = scope === null && project_ids.length > 0 ? project_ids.join(" · ") : serves(agent);
  return (
    <>
      <h2 className="agents-drawer-title">{t("drawer.facts")}</h2>
      <dl className="udt-facts">
        <Fact name={t("drawer.projects")} value={projects} />
        <Fact name={t("drawer.host")} value={agent.hostname || common("none")} />
        <Fact name={t("drawer.ip")} value={agent.ip || common("none")} isMono />
        <Fact
          name={t("drawer.addresses")}
          value={addresses?.join(" · ") ?? t("not_told")}
          isMono={addresses !== null}
        />
        <Fact name={t("drawer.system")} value={agent.system || common("none")} />
        <Fact name={t("drawer.version")} value={agent.version || common("none")} />
        <dt>{t("drawer.load")}</dt>
        <dd>
          <AgentLoad agent={agent} />
        </dd>
        <dt>{t("drawer.scripts")}</dt>
        <dd>
          <AgentScripts scripts={agent.scripts} />
        </dd>
        <dt>{t("drawer.signing_tool")}</dt>
        <dd>
          <SigningTool signing_tool={agent.signing_tool} />
        </dd>
        <dt>{t("drawer.memgraphs")}</dt>
        <dd>
          <Memgraphs reads_memgraphs={agent.reads_memgraphs} />
        </dd>
        <Fact name={t("drawer.created")} value={format.exact(agent.created_at)} />
        <Fact name={t("drawer.heard")} value={seen === null ? t("never") : format.exact(seen)} />
        {agent.offline_at !== null && seen !== null && (
          <Fact name={t("drawer.offline")} value={format.exact(agent.offline_at)} />
        )}
        <Fact name={t("drawer.id")} value={agent.agent_id} isMono canCopy />
        {agent.instance_id !== "" && <Fact name={t("drawer.instance")} value={agent.instance_id} isMono canCopy />}
      </dl>
    </>
  );
}

function Fact(props: { name: string; value: string; isMono?: boolean; canCopy?: boolean }) {
  return (
    <>
      <dt>{props.name}</dt>
      <dd className={props.isMono ? "udt-mono" : undefined}>
        {props.value}
        {props.canCopy && <CopyButton text={props.value} />}
      </dd>
    </>
  );
}
