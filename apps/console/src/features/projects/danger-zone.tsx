import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ENDPOINTS, type ProjectDetail } from "@udt/contract";
import { App, Button } from "antd";
import { useState } from "react";
import { useNavigate } from "react-router";
import { api } from "../../lib/api/api.ts";
import { ErrorState, SkeletonBar } from "../../lib/components/index.ts";
import { errorText } from "../../lib/errors/index.ts";
import { useFormat } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { paths } from "../../lib/navigation/paths.ts";
import { storedProject } from "../../lib/project.ts";
import { TypeToConfirm } from "./type-to-confirm.tsx";

/** Deleting the project. */
export function DangerZone({ project }: { project: ProjectDetail }) {
  const t = useT("projects");
  const [asking, setAsking] = useState(false);
  return (
    <section className="udt-card projects-panel projects-danger">
      <div className="projects-section-head">
        <div>
          <h2>{t("delete.title")}</h2>
          <p className="udt-secondary">{t("delete.lead")}</p>
        </div>
        <Button danger onClick={() => setAsking(true)}>
          {t("delete.action")}
        </Button>
      </div>
      {asking && <DeleteDialog project={project} onClose={() => setAsking(false)} />}
    </section>
  );
}

function DeleteDialog({ project, onClose }: { project: ProjectDetail; onClose: () => void }) {
  const t = useT("projects");
  const { message } = App.useApp();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { project_id, name } = project;
  const remove = useMutation({
    mutationFn: (confirm: string) =>
      api.call(ENDPOINTS.projectDelete, { params: { project_id }, query: { project: project_id, confirm } }),
    onSuccess: async () => {
      storedProject.clear();
      void message.success(t("delete.done", { name }));
      await navigate(paths.projects(), { replace: true });
      // Nothing asks any more for what is gone.
      queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[1] === project_id });
      await queryClient.invalidateQueries({ queryKey: ["projectList"] });
    },
  });
  return (
    <TypeToConfirm
      title={t("delete.ask", { name })}
      project_id={project_id}
      action={t("delete.action")}
      pending={remove.isPending}
      error={remove.error ? errorText(remove.error) : undefined}
      onConfirm={(typed) => remove.mutate(typed)}
      onClose={onClose}
    >
      <Contents project_id={project_id} />
    </TypeToConfirm>
  );
}

/** What will be lost, counted. */
function Contents({ project_id }: { project_id: string }) {
  const t = useT("projects");
  const format = useFormat();
  const contents = useQuery({
    queryKey: ["projectContents", project_id],
    queryFn: ({ signal }) =>
      api.call(ENDPOINTS.projectContents, { params: { project_id }, query: { project: project_id }, signal }),
    staleTime: 0,
  });
  if (contents.isPending) return <SkeletonBar width="60%" />;
  if (contents.isError) {
    return <ErrorState title={t("delete.unknown")} error={contents.error} onRetry={() => void contents.refetch()} />;
  }
  const { members, tests, running_tests, apps, app_bytes } = contents.data;
  const count = (value: number) => ({ count: value, number: format.number(value) });
  return (
    <div className="projects-contents">
      <p>{t("delete.goes")}</p>
      <ul>
        <li>{t("delete.members", count(members))}</li>
        <li>{t("delete.tests", count(tests))}</li>
        {running_tests > 0 && (
          <li>
            <b>{t("delete.running", count(running_tests))}</b>
          </li>
        )}
        <li>{t("delete.apps", { ...count(apps), size: format.bytes(app_bytes) })}</li>
      </ul>
    </div>
  );
}
