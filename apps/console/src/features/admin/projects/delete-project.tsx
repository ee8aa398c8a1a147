import { App } from "antd";
import { ErrorState, SkeletonBar } from "../../../lib/components/index.ts";
import { useFormat } from "../../../lib/format/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { ConfirmByName } from "../confirm-by-name.tsx";
import { useContents, useDeleteProject, type AdminProject } from "./use-projects.ts";

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
      <Contents project_id={project_id} />
    </ConfirmByName>
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
