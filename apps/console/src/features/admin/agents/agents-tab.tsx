import { PlusOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { useState } from "react";
import { AgentList } from "../../../lib/agents/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { CreateAgent } from "./create-agent.tsx";

export function AgentsTab() {
  const t = useT("admin");
  const [creating, setCreating] = useState(false);
  return (
    <>
      <AgentList
        scope={null}
        add={
          <Button type="primary" icon={<PlusOutlined />} onClick={() => setCreating(true)}>
            {t("agents.create")}
          </Button>
        }
        none={{ title: t("agents.none.title"), text: t("agents.none.text") }}
      />
      {creating && <CreateAgent onClose={() => setCreating(false)} />}
    </>
  );
}
