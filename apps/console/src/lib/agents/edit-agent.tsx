import { ApiError } from "@udt/client";
import { LIMITS, type Agent } from "@udt/contract";
import { App, Input } from "antd";
import { useState } from "react";
import { errorText } from "../errors/index.ts";
import { Field, FormDialog } from "../form/index.ts";
import { useT } from "../i18n/index.ts";
import { AgentProjects } from "./agent-projects.tsx";
import { useAgentActions, type AgentScope } from "./use-agents.ts";

/** Renames an agent; in the administration it also says which projects it serves. */
export function EditAgent(props: { scope: AgentScope; agent: Agent; onClose: () => void }) {
  const t = useT("agents");
  const { message } = App.useApp();
  const { scope, agent, onClose } = props;
  const [name, setName] = useState(agent.name);
  const [project_ids, setProjects] = useState(agent.project_ids);
  const { edit } = useAgentActions(scope);
  const refusal = edit.error instanceof ApiError ? errorText(edit.error) : undefined;
  const isNamed = name.trim() !== "";
  const save = () => {
    if (!isNamed) return;
    edit.mutate(
      { agent_id: agent.agent_id, name: name.trim(), project_ids },
      {
        onSuccess: () => {
          void message.success(t("edit.done", { name: name.trim() }));
          onClose();
        },
      },
    );
  };
  return (
    <FormDialog
      title={t("edit.title", { name: agent.name })}
      pending={edit.isPending}
      onSubmit={save}
      onClose={onClose}
    >
      <Field
        label={t("edit.name")}
        error={isNamed ? (scope === null ? undefined : refusal) : t("edit.needed")}
        render={(control) => (
          <Input
            {...control}
            autoFocus
            maxLength={LIMITS.name_max}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      />
      {scope === null && (
        <AgentProjects
          label={t("edit.projects")}
          hint={t("edit.projects_hint")}
          error={refusal}
          value={project_ids}
          onChange={setProjects}
        />
      )}
    </FormDialog>
  );
}
