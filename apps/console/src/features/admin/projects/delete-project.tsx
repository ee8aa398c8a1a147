import { App } from "antd";
import { errorText } from "../../../lib/errors/index.ts";
import { ConfirmByName } from "../../../lib/form/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { ProjectContents } from "../../../lib/project-contents/index.ts";
import { useDeleteProject, type AdminProject } from "./use-projects.ts";

/** Names what goes, and asks for the id. */
export function DeleteProject({ project, onClose }: { project: AdminProject; onClose: () => void }) {
  const t = useT("admin");
  const { message } = App.useApp();
  const { project_id, name } = project;
  const remove = useDeleteProject(project_id);
  const go = () =>
    remove.mutate(project_id, {
      onSuccess() {
        void message.success(t("projects.deleted", { name }));
        onClose();
      },
    });
  return (
    <ConfirmByName
      title={t("projects.delete_title", { name })}
      asked={{ name: project_id, label: t("projects.delete_type", { project_id }) }}
      action={t("projects.delete")}
      pending={remove.isPending}
      error={remove.error ? errorText(remove.error) : undefined}
      onConfirm={go}
      onClose={onClose}
    >
      <ProjectContents project_id={project_id} />
    </ConfirmByName>
  );
}
