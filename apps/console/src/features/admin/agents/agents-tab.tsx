import { DesktopOutlined, PlusOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { useState } from "react";
import { useT } from "../../../lib/i18n/index.ts";
import { ListPage, useListView } from "../../../lib/list/index.ts";
import { AgentRow, useAgentColumns } from "./agent-row.tsx";
import { CreateAgent } from "./create-agent.tsx";
import { RevokeAgent } from "./revoke-agent.tsx";
import { useAgents, type Agent } from "./use-agents.ts";

export function AgentsTab() {
  const t = useT("admin");
  const view = useListView();
  const agents = useAgents(view.query);
  const columns = useAgentColumns();
  const [creating, setCreating] = useState(false);
  const [revoking, setRevoking] = useState<Agent>();
  return (
    <>
      <ListPage
        view={view}
        read={agents}
        search={t("agents.search")}
        add={
          <Button type="primary" icon={<PlusOutlined />} onClick={() => setCreating(true)}>
            {t("agents.create")}
          </Button>
        }
        columns={columns}
        renderRow={(agent) => <AgentRow key={agent.agent_id} agent={agent} onRevoke={() => setRevoking(agent)} />}
        expected={4}
        error={t("agents.error")}
        none={{ title: t("agents.none.title"), text: t("agents.none.text"), icon: <DesktopOutlined /> }}
      />
      {creating && <CreateAgent onClose={() => setCreating(false)} />}
      {revoking && <RevokeAgent agent={revoking} onClose={() => setRevoking(undefined)} />}
    </>
  );
}
