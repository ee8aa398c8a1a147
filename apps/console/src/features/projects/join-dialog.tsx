import { App, Input } from "antd";
import { useState } from "react";
import { Dialog } from "../../lib/form/dialog.tsx";
import { Field } from "../../lib/form/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { useJoin, type ListedProject } from "./use-project-list.ts";

const MESSAGE_MAX = 200;

/** Asks to be let into a project, with a word to its owners. */
export function JoinDialog({ project, onClose }: { project: ListedProject; onClose: () => void }) {
  const t = useT("projects");
  const { message: toast } = App.useApp();
  const [text, setText] = useState("");
  const join = useJoin();
  const send = () =>
    join.mutate(
      { project_id: project.project_id, message: text.trim() },
      { onSuccess: () => void toast.success(t("join.sent", { name: project.name })), onSettled: onClose },
    );
  return (
    <Dialog
      title={t("join.title", { name: project.name })}
      okText={t("join.send")}
      confirmLoading={join.isPending}
      onOk={send}
      onCancel={onClose}
    >
      <p className="udt-secondary projects-lead">{t("join.text")}</p>
      <Field
        label={t("join.message")}
        hint={t("join.message_hint", { max: MESSAGE_MAX })}
        render={(control) => (
          <Input.TextArea
            {...control}
            autoFocus
            rows={3}
            maxLength={MESSAGE_MAX}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      />
    </Dialog>
  );
}
