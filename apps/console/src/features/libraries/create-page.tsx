import type { Library } from "@udt/contract";
import { useCallback } from "react";
import { useNavigate } from "react-router";
import { PageHeader } from "../../lib/components/index.ts";
import { LinkButton } from "../../lib/components/link-button.tsx";
import { useT } from "../../lib/i18n/index.ts";
import { paths } from "../../lib/navigation/paths.ts";
import { useProjectId } from "../../lib/project.ts";
import "./libraries.css";
import { LibraryForm } from "./library-form.tsx";

/** Imports a repository; then on to it, where its parsing shows. */
export default function CreatePage() {
  const t = useT("libraries");
  const common = useT("common");
  const project = useProjectId();
  const navigate = useNavigate();
  const onCreated = useCallback(
    ({ library_id }: Library) => void navigate(paths.library(project, library_id), { replace: true }),
    [navigate, project],
  );
  return (
    <>
      <PageHeader title={t("import_title")}>
        <span className="udt-secondary">{t("import_lead")}</span>
      </PageHeader>
      <div className="udt-card libraries-panel">
        <LibraryForm project={project} action={t("import")} onCreated={onCreated}>
          <LinkButton to={paths.libraries(project)}>{common("cancel")}</LinkButton>
        </LibraryForm>
      </div>
    </>
  );
}
