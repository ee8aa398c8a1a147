import { PlusOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { useState } from "react";
import { AgentList, ConnectPhone } from "../../lib/agents/index.ts";
import { PageHeader } from "../../lib/components/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { useProjectId } from "../../lib/project.ts";

/** The agents that serve the project. */
export default function AgentsPage() {
  const t = useT("agents");
  const project = useProjectId();
  const [connecting, setConnecting] = useState(false);
  return (
    <>
      <PageHeader title={t("title")}>
        <span className="udt-secondary">{t("lead")}</span>
      </PageHeader>
      <AgentList
        scope={project}
        add={
          <Button type="primary" icon={<PlusOutlined />} onClick={() => setConnecting(true)}>
            {t("connect")}
          </Button>
        }
        none={{ title: t("none.title"), text: t("none.text") }}
      />
      <ConnectPhone project={project} open={connecting} onClose={() => setConnecting(false)} />
    </>
  );
}
