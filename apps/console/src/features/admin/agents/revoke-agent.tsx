import { App } from "antd";
import { ConfirmByName } from "../../../lib/form/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { useRevokeAgent, type Agent } from "./use-agents.ts";

/** Cannot be undone and ends other people's work. */
export function RevokeAgent({ agent, onClose }: { agent: Agent; onClose: () => void }) {
  const t = useT("admin");
  const { message } = App.useApp();
  const revoke = useRevokeAgent();
  const { name } = agent;
  const go = () =>
    revoke.mutate(agent.agent_id, {
      onSuccess: () => void message.success(t("agent_revoke.done", { name })),
      // The error policy tells a failure; the list shows what is true.
      onSettled: onClose,
    });
  return (
    <ConfirmByName
      title={t("agent_revoke.title", { name })}
      asked={{ name: name, label: t("agent_revoke.type", { name }) }}
      action={t("agent_revoke.submit")}
      pending={revoke.isPending}
      onConfirm={go}
      onClose={onClose}
    >
      <p>
        {agent.device_count === 0
          ? t("agent_revoke.text_none")
          : t("agent_revoke.text", { devices: t("agent_revoke.devices", { count: agent.device_count }) })}
      </p>
    </ConfirmByName>
  );
}
