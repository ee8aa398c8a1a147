import { LIMITS } from "@udt/contract";
import { Button, Input } from "antd";
import { useState } from "react";
import { Command } from "../components/index.ts";
import { Dialog } from "../form/dialog.tsx";
import { useT } from "../i18n/index.ts";
import { useUser } from "../session/index.ts";
import { AgentCommand } from "./agent-command.tsx";
import "./agents.css";
import { useCreateAgent } from "./use-create-agent.ts";

/** How a phone comes into the list, with the very commands to run. */
export function ConnectPhone(props: { project: string; open: boolean; onClose: () => void }) {
  const t = useT("agents");
  return (
    <Dialog
      open={props.open}
      title={t("connect_steps.title")}
      footer={null}
      width={600}
      destroyOnHidden
      onCancel={props.onClose}
    >
      <p className="udt-secondary">{t("connect_steps.lead")}</p>
      <ol className="agents-steps">
        <li>
          {t("connect_steps.usb")}
          <Command text="adb devices" />
          <span className="udt-secondary">{t("connect_steps.network")}</span>
          <Command text="adb connect HOST:5555" />
        </li>
        <li>
          <AgentStep project={props.project} />
          <span className="udt-secondary">{t("connect_steps.service", { file: "docs/operations.md" })}</span>
        </li>
      </ol>
      <p className="udt-secondary">{t("connect_steps.waiting")}</p>
    </Dialog>
  );
}

function AgentStep({ project }: { project: string }) {
  const t = useT("agents");
  const admin = useUser().user_role.udt_admin;
  const [name, setName] = useState("");
  const agent = useCreateAgent();
  const token = agent.data?.token;
  return (
    <>
      {t(token ? "connect_steps.made" : "connect_steps.agent")}
      <AgentCommand token={token} />
      {!admin && <span className="udt-secondary">{t("connect_steps.token_member")}</span>}
      {admin && !token && (
        <>
          <span className="udt-secondary">{t("connect_steps.token_hint")}</span>
          <form
            className="agents-token"
            onSubmit={(event) => {
              event.preventDefault();
              if (name.trim()) agent.mutate({ name: name.trim(), project_ids: [project] });
            }}
          >
            <Input
              value={name}
              maxLength={LIMITS.name_max}
              placeholder={t("connect_steps.name")}
              aria-label={t("connect_steps.name")}
              onChange={(event) => setName(event.target.value)}
            />
            <Button type="primary" htmlType="submit" disabled={!name.trim()} loading={agent.isPending}>
              {t("connect_steps.make")}
            </Button>
          </form>
        </>
      )}
    </>
  );
}
