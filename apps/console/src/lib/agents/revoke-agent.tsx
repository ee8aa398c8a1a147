import type { Agent } from "@udt/contract";
import { App } from "antd";
import { ConfirmByName } from "../form/index.ts";
import { useT } from "../i18n/index.ts";
import { useAgentActions } from "./use-agents.ts";

/** Cannot be undone and ends other people's work. */
export function RevokeAgent({ agent, onClose }: { agent: Agent; onClose: () => void }) {
  const t = useT("agents");
  const { message } = App.useApp();
  const { revoke } = useAgentActions(null);
  const { name } = agent;
  const go = () =>
    revoke.mutate(agent.agent_id, {
      onSuccess: () => void message.success(t("revoking.done", { name })),
      // The error policy tells a failure; the list shows what is true.
      onSettled: onClose,
    });
  return (
    <ConfirmByName
      title={t("revoking.title", { name })}
      asked={{ name: name, label: t("revoking.type", { name }) }}
      action={t("revoking.submit")}
      pending={revoke.isPending}
      onConfirm={go}
      onClose={onClose}
    >
      <p>
        {agent.device_count === 0
          ? t("revoking.text_none")
          : t("revoking.text", { devices: t("revoking.devices", { count: agent.device_count }) })}
      </p>
    </ConfirmByName>
  );
}
