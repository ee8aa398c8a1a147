import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ProjectDetail } from "@udt/contract";
import { projectEndpoints } from "@udt/contract/endpoints/projects";
import { App } from "antd";
import { useNavigate } from "react-router";
import { api } from "../../lib/api/api.ts";
import { useStale } from "../../lib/api/queries.ts";
import { DangerSection } from "../../lib/components/danger-section.tsx";
import { errorText } from "../../lib/errors/index.ts";
import { ConfirmByName } from "../../lib/form/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { paths } from "../../lib/navigation/paths.ts";
import { ProjectContents } from "../../lib/project-contents/index.ts";
import { storedProject } from "../../lib/project.ts";

/** Deleting the project. */
export function DangerZone({ project }: { project: ProjectDetail }) {
  const t = useT("projects");
  return (
    <DangerSection
      title={t("delete.title")}
      lead={t("delete.lead")}
      action={t("delete.action")}
      className="projects-panel projects-danger"
      headClass="projects-section-head"
      renderDialog={(onClose) => <DeleteDialog project={project} onClose={onClose} />}
    />
  );
}

function DeleteDialog({ project, onClose }: { project: ProjectDetail; onClose: () => void }) {
  const t = useT("projects");
  const { message } = App.useApp();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const stale = useStale();
  const { project_id, name } = project;
  const remove = useMutation({
    mutationFn: (confirm: string) =>
      api.call(projectEndpoints.projectDelete, { params: { project_id }, query: { project: project_id, confirm } }),
    onSuccess: async () => {
      storedProject.clear();
      void message.success(t("delete.done", { name }));
      await navigate(paths.projects(), { replace: true });
      // Nothing asks any more for what is gone.
      queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[1] === project_id });
      await stale(["projectList"]);
    },
  });
  return (
    <ConfirmByName
      title={t("delete.ask", { name })}
      asked={{ name: project_id, label: t("confirm.type", { project_id }) }}
      action={t("delete.action")}
      pending={remove.isPending}
      error={remove.error ? errorText(remove.error) : undefined}
      onConfirm={(typed) => remove.mutate(typed)}
      onClose={onClose}
    >
      <ProjectContents project_id={project_id} />
    </ConfirmByName>
  );
}
