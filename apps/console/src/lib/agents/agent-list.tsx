import { DesktopOutlined } from "@ant-design/icons";
import type { Agent } from "@udt/contract";
import { useState, type ReactNode } from "react";
import { useT } from "../i18n/index.ts";
import { ListPage, useListView } from "../list/index.ts";
import { useMay } from "../privileges/index.ts";
import { AgentDrawer } from "./agent-drawer.tsx";
import { AgentRow, useAgentColumns } from "./agent-row.tsx";
import "./agents.css";
import { RevokeAgent } from "./revoke-agent.tsx";
import { useAgents, type AgentScope } from "./use-agents.ts";

/** The agents that serve a project, or all of them in the administration, each with its drawer and what may be done with it. */
export function AgentList(props: { scope: AgentScope; add: ReactNode; none: { title: string; text: string } }) {
  const t = useT("agents");
  const { scope } = props;
  const view = useListView();
  const agents = useAgents(scope, view.query);
  const columns = useAgentColumns(scope);
  const isOwner = useMay(scope ?? undefined, "project.owner");
  const [shown, setShown] = useState<Agent>();
  const [revoking, setRevoking] = useState<Agent>();
  // While it is open it is as the list has it; one that is gone from the list stays as it was last.
  const open = shown && (agents.data?.list.find(({ agent_id }) => agent_id === shown.agent_id) ?? shown);
  return (
    <>
      <ListPage
        view={view}
        read={agents}
        search={t("search")}
        add={props.add}
        columns={columns}
        renderRow={(agent) => (
          <AgentRow
            key={agent.agent_id}
            scope={scope}
            agent={agent}
            onOpen={() => setShown(agent)}
            onRevoke={() => setRevoking(agent)}
          />
        )}
        expected={4}
        error={t("error")}
        none={{ ...props.none, icon: <DesktopOutlined /> }}
        noMatch={{ title: t("no_match.title"), text: t("no_match.text"), clear: t("no_match.clear") }}
      />
      {open && (
        <AgentDrawer
          key={open.agent_id}
          scope={scope}
          agent={open}
          // What is about others too is the administrators'.
          mayCare={scope === null || (isOwner && open.serves === "one")}
          onClose={() => setShown(undefined)}
        />
      )}
      {revoking && <RevokeAgent agent={revoking} onClose={() => setRevoking(undefined)} />}
    </>
  );
}
