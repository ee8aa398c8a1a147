import { useQuery } from "@tanstack/react-query";
import { runReadEndpoints } from "@udt/contract/endpoints/runs";
import { Navigate, useParams } from "react-router";
import { queryOf } from "../../lib/api/queries.ts";
import { EmptyState, ErrorState, SkeletonRows } from "../../lib/components/index.ts";
import { LinkButton } from "../../lib/components/link-button.tsx";
import { useT } from "../../lib/i18n/index.ts";
import { paths } from "../../lib/navigation/paths.ts";
import { useProjectId } from "../../lib/project.ts";

/** `/{projectId}/run/{number}`: leads to the report of the run that people call by this number. */
export default function RunNumberPage() {
  const { runNumber = "" } = useParams();
  return /^[1-9]\d{0,9}$/.test(runNumber) ? <Numbered run_number={Number(runNumber)} /> : <NoNumber />;
}

/** Not even a number: nothing needs to be asked. */
function NoNumber() {
  const t = useT("runs");
  const refusals = useT("refusals");
  const project = useProjectId();
  return (
    <EmptyState
      isPage
      icon="?"
      title={refusals("rows.run_not_found")}
      action={<LinkButton to={paths.runs(project)}>{t("list.title")}</LinkButton>}
    />
  );
}

function Numbered({ run_number }: { run_number: number }) {
  const t = useT("runs");
  const project = useProjectId();
  const found = useQuery(queryOf(runReadEndpoints.runByNumber, { params: { run_number }, query: { project } }));
  if (found.isPending) return <SkeletonRows isPage rows={6} />;
  if (!found.data)
    return <ErrorState isPage title={t("list.error")} error={found.error} onRetry={() => void found.refetch()} />;
  return <Navigate replace to={paths.run(project, found.data.test_id, found.data.job_id ?? undefined)} />;
}
