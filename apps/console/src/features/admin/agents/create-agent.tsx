import { LIMITS } from "@udt/contract";
import { Button } from "antd";
import { useState } from "react";
import { AgentCommand, AgentProjects, useCreateAgent } from "../../../lib/agents/index.ts";
import { CopyButton } from "../../../lib/components/index.ts";
import { Dialog } from "../../../lib/form/dialog.tsx";
import { TextField } from "../../../lib/form/index.ts";
import { useT } from "../../../lib/i18n/index.ts";

export function CreateAgent({ onClose }: { onClose: () => void }) {
  const t = useT("admin");
  const create = useCreateAgent();
  if (create.data) return <ShownOnce name={create.variables.name} token={create.data.token} onClose={onClose} />;
  return (
    <Dialog title={t("agent_create.title")} footer={null} onCancel={onClose}>
      <CreateForm create={create} />
    </Dialog>
  );
}

function CreateForm({ create }: { create: ReturnType<typeof useCreateAgent> }) {
  const t = useT("admin");
  const [name, setName] = useState("");
  const [project_ids, setProjects] = useState<string[]>([]);
  return (
    <form
      className="admin-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim() !== "") create.mutate({ name: name.trim(), project_ids });
      }}
    >
      <TextField
        label={t("agent_create.name")}
        hint={t("agent_create.name_hint")}
        maxLength={LIMITS.name_max}
        value={name}
        onChange={setName}
      />
      <AgentProjects
        label={t("agent_create.projects")}
        hint={t("agent_create.projects_hint")}
        value={project_ids}
        onChange={setProjects}
      />
      <div className="admin-buttons">
        <Button type="primary" htmlType="submit" disabled={name.trim() === ""} loading={create.isPending}>
          {t("agent_create.make")}
        </Button>
      </div>
    </form>
  );
}

/** The only time that the token is seen: it must be closed on purpose. */
function ShownOnce({ name, token, onClose }: { name: string; token: string; onClose: () => void }) {
  const t = useT("admin");
  return (
    <Dialog
      width={640}
      title={t("agent_create.made", { name })}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      footer={
        <Button type="primary" onClick={onClose}>
          {t("agent_create.done")}
        </Button>
      }
    >
      <p className="admin-warning">{t("agent_create.once")}</p>
      <dl className="udt-facts admin-token">
        <dt>{t("agent_create.token")}</dt>
        <dd className="udt-mono">
          {token}
          <CopyButton text={token} />
        </dd>
      </dl>
      <h2 className="admin-drawer-title">{t("agent_create.run")}</h2>
      <AgentCommand token={token} />
    </Dialog>
  );
}
