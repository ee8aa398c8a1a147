import { App } from "antd";
import { useT } from "../../../lib/i18n/index.ts";
import { ProjectContents } from "../../../lib/project-contents/index.ts";
import { ConfirmByName } from "../confirm-by-name.tsx";
import { useDeleteProject, type AdminProject } from "./use-projects.ts";

/** Names what goes, and asks for the id. */
export function DeleteProject({ project, onClose }: { project: AdminProject; onClose: () => void }) {
  const t = useT("admin");
  const { message } = App.useApp();
  const { project_id, name } = project;
  const remove = useDeleteProject(project_id);
  const go = () =>
    remove.mutate(project_id, {
      onSuccess: () => void message.success(t("projects.deleted", { name })),
      // The error policy tells a failure; the list shows what is true.
      onSettled: onClose,
    });
  return (
    <ConfirmByName
      title={t("projects.delete_title", { name })}
      label={t("projects.delete_type", { project_id })}
      name={project_id}
      action={t("projects.delete")}
      pending={remove.isPending}
      onConfirm={go}
      onClose={onClose}
    >
      <ProjectContents project_id={project_id} />
    </ConfirmByName>
  );
}
