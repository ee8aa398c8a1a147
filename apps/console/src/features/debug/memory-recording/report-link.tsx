import { Link } from "react-router";
import { useT } from "../../../lib/i18n/index.ts";
import { paths } from "../../../lib/navigation/paths.ts";
import { useSession } from "../session.tsx";

/** Leads to where its samples are reported. */
export function ReportLink({ trace_id }: { trace_id: string }) {
  const t = useT("memory-recording");
  const { project } = useSession();
  return (
    <Link className="udt-link" to={paths.memoryReport(project, trace_id)}>
      {t("report")}
    </Link>
  );
}
