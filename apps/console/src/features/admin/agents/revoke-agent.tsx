import { App, Button, Input, Modal } from "antd";
import { useState } from "react";
import { Field } from "../../../lib/form/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { useRevokeAgent, type Agent } from "./use-agents.ts";

/** Cannot be undone and ends other people's work, so it asks for the name. */
export function RevokeAgent({ agent, onClose }: { agent: Agent; onClose: () => void }) {
  const t = useT("admin");
  const { message } = App.useApp();
  const revoke = useRevokeAgent();
  const [typed, setTyped] = useState("");
  const { name } = agent;
  const confirmed = typed.trim() === name.trim();
  return (
    <Modal open title={t("agent_revoke.title", { name })} footer={null} onCancel={onClose}>
      <p>
        {agent.device_count === 0
          ? t("agent_revoke.text_none")
          : t("agent_revoke.text", { devices: t("agent_revoke.devices", { count: agent.device_count }) })}
      </p>
      <form
        className="admin-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (!confirmed) return;
          revoke.mutate(agent.agent_id, {
            onSuccess: () => void message.success(t("agent_revoke.done", { name })),
            // The error policy tells a failure; the list shows what is true.
            onSettled: onClose,
          });
        }}
      >
        <Field
          label={t("agent_revoke.type", { name })}
          render={(control) => (
            <Input
              {...control}
              autoFocus
              autoComplete="off"
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          )}
        />
        <div className="admin-buttons">
          <Button type="primary" danger htmlType="submit" disabled={!confirmed} loading={revoke.isPending}>
            {t("agent_revoke.submit")}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
