import { useMutation } from "@tanstack/react-query";
import { LIMITS } from "@udt/contract";
import { projectEndpoints } from "@udt/contract/endpoints/projects";
import { Button } from "antd";
import { useEffect, useState, type FormEvent } from "react";
import { useNavigate } from "react-router";
import { api } from "../../lib/api/api.ts";
import { useStale } from "../../lib/api/queries.ts";
import { PageHeader } from "../../lib/components/index.ts";
import { LinkButton } from "../../lib/components/link-button.tsx";
import { LeaveGuard } from "../../lib/form/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { paths } from "../../lib/navigation/paths.ts";
import { firstBroken, ProjectFields, type ProjectValues } from "./project-fields.tsx";
import "./projects.css";

const EMPTY: ProjectValues = { project_id: "", name: "", description: "", visibility: 1, target_usage: "normal" };

/** The id that a name suggests: its Latin letters and digits. Empty where it has none. */
const idOf = (name: string): string =>
  name
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "")
    .slice(0, LIMITS.project_id_max);

/** The id follows the name until somebody writes another. */
const withIdOf = (before: ProjectValues, change: Partial<ProjectValues>): ProjectValues => ({
  ...before,
  ...(change.name !== undefined && before.project_id === idOf(before.name) && { project_id: idOf(change.name) }),
  ...change,
});

export default function CreatePage() {
  const t = useT("projects");
  const common = useT("common");
  const navigate = useNavigate();
  const stale = useStale();
  const [values, setValues] = useState(EMPTY);
  const [tried, setTried] = useState(false);
  const create = useMutation({
    mutationFn: (body: ProjectValues) => api.call(projectEndpoints.projectCreate, { body }),
    onSuccess: () => stale(["projectList"]),
  });
  // Only once the guard knows that nothing is unsaved any more.
  const created = create.data?.project_id;
  useEffect(() => {
    if (created !== undefined) void navigate(paths.deviceList(created), { replace: true });
  }, [created, navigate]);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    const broken = firstBroken(values, true);
    if (broken === undefined) create.mutate(values);
    else (event.currentTarget.elements.namedItem(broken) as HTMLElement | null)?.focus();
  };

  return (
    <>
      <LeaveGuard dirty={!create.isSuccess && JSON.stringify(values) !== JSON.stringify(EMPTY)} />
      <PageHeader title={t("create")}>
        <span className="udt-secondary">{t("create_lead")}</span>
      </PageHeader>
      <form className="udt-card udt-form projects-panel" noValidate onSubmit={submit}>
        <ProjectFields
          values={values}
          isNew
          tried={tried}
          refusal={create.error}
          refused={create.variables}
          onChange={(change) => setValues((before) => withIdOf(before, change))}
        />
        <div className="udt-form-actions">
          <Button type="primary" htmlType="submit" loading={create.isPending}>
            {t("create_submit")}
          </Button>
          <LinkButton to={paths.projects()}>{common("cancel")}</LinkButton>
        </div>
      </form>
    </>
  );
}
