import { App, Button, Input, Modal } from "antd";
import { useState } from "react";
import { ErrorState, SkeletonBar } from "../../../lib/components/index.ts";
import { useFormat } from "../../../lib/format/index.ts";
import { Field } from "../../../lib/form/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { useContents, useDeleteProject, type AdminProject } from "./use-projects.ts";

/** Names what goes, and asks for the id. */
export function DeleteProject({ project, onClose }: { project: AdminProject; onClose: () => void }) {
  const t = useT("admin");
  const { message } = App.useApp();
  const remove = useDeleteProject(project.project_id);
  const [typed, setTyped] = useState("");
  const confirmed = typed.trim() === project.project_id;
  return (
    <Modal open title={t("projects.delete_title", { name: project.name })} footer={null} onCancel={onClose}>
      <Contents project_id={project.project_id} />
      <form
        className="admin-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (!confirmed) return;
          remove.mutate(typed.trim(), {
            onSuccess: () => void message.success(t("projects.deleted", { name: project.name })),
            // The error policy tells a failure; the list shows what is true.
            onSettled: onClose,
          });
        }}
      >
        <Field
          label={t("projects.delete_type", { project_id: project.project_id })}
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
          <Button type="primary" danger htmlType="submit" disabled={!confirmed} loading={remove.isPending}>
            {t("projects.delete")}
          </Button>
        </div>
      </form>
    </Modal>
  );
}

function Contents({ project_id }: { project_id: string }) {
  const t = useT("admin");
  const format = useFormat();
  const contents = useContents(project_id);
  if (contents.isPending) return <SkeletonBar width="60%" />;
  if (!contents.data) {
    return <ErrorState title={t("projects.error")} error={contents.error} onRetry={() => void contents.refetch()} />;
  }
  const { members, tests, running_tests, apps, app_bytes } = contents.data;
  return (
    <p>
      {t("projects.delete_text", {
        members: format.number(members),
        tests: format.number(tests),
        running: format.number(running_tests),
        apps: format.number(apps),
        size: format.bytes(app_bytes),
      })}
    </p>
  );
}
