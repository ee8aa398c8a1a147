import { useSearchParams } from "react-router";
import { ErrorState, SkeletonRows } from "../../lib/components/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { useProjectId } from "../../lib/project.ts";
import { JobEditor } from "./editor/job-editor.tsx";
import { useFirstDevices } from "./editor/use-first-devices.ts";
import { useSource } from "./editor/use-source.ts";
import "./jobs.css";

/** A new job: from nothing, from a library or from a run, as the address says. */
export default function CreateJobPage() {
  const t = useT("jobs");
  const project = useProjectId();
  const [search] = useSearchParams();
  const devices = useFirstDevices(project);
  const from = { library_id: search.get("library_id"), test_id: search.get("test_id") };
  const { isAsked, source, error, retry } = useSource(project, from, devices);
  if (!isAsked && devices) return <JobEditor project={project} job={undefined} devices={devices} />;
  if (source) return <JobEditor project={project} job={undefined} {...source} />;
  if (error) return <ErrorState isPage title={t("editor.source_error")} error={error} onRetry={() => void retry()} />;
  return <SkeletonRows isPage />;
}
