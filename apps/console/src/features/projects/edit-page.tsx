import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ProjectDetail } from "@udt/contract";
import { projectEndpoints } from "@udt/contract/endpoints/projects";
import { App, Button } from "antd";
import { useState, type FormEvent } from "react";
import { api } from "../../lib/api/api.ts";
import { useStale } from "../../lib/api/queries.ts";
import { ErrorState, PageHeader, SkeletonRows } from "../../lib/components/index.ts";
import { LeaveGuard } from "../../lib/form/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { usePrivileges } from "../../lib/privileges/index.ts";
import { useProjectId } from "../../lib/project.ts";
import { projectQuery } from "../../lib/session/index.ts";
import { DangerZone } from "./danger-zone.tsx";
import { IconField } from "./icon-field.tsx";
import { firstBroken, ProjectFields, type ProjectValues } from "./project-fields.tsx";
import "./projects.css";
import { TokenSection } from "./token-section.tsx";

export default function EditPage() {
  const t = useT("projects");
  const project_id = useProjectId();
  const project = useQuery(projectQuery(project_id));
  const privileges = usePrivileges(project_id);
  return (
    <>
      <PageHeader title={t("edit")}>
        <span className="udt-mono udt-secondary">{project_id}</span>
      </PageHeader>
      <div className="projects-sections">
        {(project.isPending || !privileges.known) && !project.isError && (
          <div className="udt-card">
            <SkeletonRows rows={5} />
          </div>
        )}
        {project.isError && !project.data && (
          <div className="udt-card">
            <ErrorState title={t("edit_error")} error={project.error} onRetry={() => void project.refetch()} />
          </div>
        )}
        {project.data && privileges.known && (
          <>
            <EditForm key={project_id} project={project.data} disabled={!privileges.may("project.edit")} />
            {privileges.may("project.token") && <TokenSection project_id={project_id} />}
            {privileges.may("project.owner") && <DangerZone project={project.data} />}
          </>
        )}
      </div>
    </>
  );
}

const valuesOf = (project: ProjectDetail): ProjectValues => ({
  project_id: project.project_id,
  name: project.name,
  description: project.description,
  visibility: project.visibility,
  target_usage: project.target_usage,
});

function EditForm({ project, disabled }: { project: ProjectDetail; disabled: boolean }) {
  const t = useT("projects");
  const common = useT("common");
  const { message } = App.useApp();
  const queryClient = useQueryClient();
  const stale = useStale();
  const [values, setValues] = useState(() => valuesOf(project));
  const [tried, setTried] = useState(false);
  const dirty = JSON.stringify(values) !== JSON.stringify(valuesOf(project));
  const save = useMutation({
    mutationFn: ({ project_id, ...body }: ProjectValues) =>
      api.call(projectEndpoints.projectUpdate, { params: { project_id }, query: { project: project_id }, body }),
    onSuccess: (saved) => {
      queryClient.setQueryData(projectQuery(saved.project_id).queryKey, saved);
      setValues(valuesOf(saved));
      void message.success(common("saved"));
      return stale(["projectList"]);
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    const broken = firstBroken(values, false);
    if (broken === undefined) save.mutate(values);
    else (event.currentTarget.elements.namedItem(broken) as HTMLElement | null)?.focus();
  };
  return (
    <form className="udt-card udt-form projects-panel" noValidate onSubmit={submit}>
      <LeaveGuard dirty={dirty && !disabled} />
      <IconField project={project} disabled={disabled} />
      <ProjectFields
        values={values}
        isNew={false}
        disabled={disabled}
        tried={tried}
        refusal={save.error}
        refused={save.variables}
        onChange={(change) => setValues((before) => ({ ...before, ...change }))}
      />
      {!disabled && (
        <div className="udt-form-actions">
          <Button type="primary" htmlType="submit" disabled={!dirty} loading={save.isPending}>
            {common("save")}
          </Button>
          <Button disabled={!dirty || save.isPending} onClick={() => setValues(valuesOf(project))}>
            {t("discard")}
          </Button>
        </div>
      )}
    </form>
  );
}
