import { useQuery } from "@tanstack/react-query";
import type { ProjectContents as Contents } from "@udt/contract";
import { projectEndpoints } from "@udt/contract/endpoints/projects";
import { queryOf } from "../api/queries.ts";
import { ErrorState, SkeletonBar } from "../components/index.ts";
import { useFormat } from "../format/index.ts";
import { useT } from "../i18n/index.ts";
import "./project-contents.css";

type Sized = "file_bytes" | "order_file_bytes" | "app_bytes" | "script_bytes" | "memory_bytes";
/** In the order in which they would be missed; `running_tests` stands out by itself. */
const KINDS = [
  ["members"],
  ["orgs"],
  ["join_requests"],
  ["sessions"],
  ["runs"],
  ["files", "file_bytes"],
  ["order_files", "order_file_bytes"],
  ["jobs"],
  ["schedules"],
  ["libraries"],
  ["script_repositories", "script_bytes"],
  ["memory_traces", "memory_bytes"],
  ["tags"],
  ["ios_certificates"],
  ["apps", "app_bytes"],
  ["account_files"],
  ["credentials"],
  ["channels"],
  ["triggers"],
  ["deliveries"],
  ["shares"],
  ["tokens"],
  ["keys"],
  ["agents"],
] as const satisfies readonly (readonly [Exclude<keyof Contents, Sized | "running_tests">, Sized?])[];

/** What goes with a project when it is deleted, counted; what there is none of is not named. */
export function ProjectContents({ project_id }: { project_id: string }) {
  const t = useT("project-contents");
  const format = useFormat();
  const contents = useQuery({
    ...queryOf(projectEndpoints.projectContents, { params: { project_id } }),
    staleTime: 0,
  });
  if (contents.isPending) return <SkeletonBar width="60%" />;
  if (!contents.data) {
    return <ErrorState title={t("unknown")} error={contents.error} onRetry={() => void contents.refetch()} />;
  }
  const { data } = contents;
  const words = (count: number) => ({ count, number: format.number(count) });
  return (
    <div className="udt-project-contents">
      <p>{t("goes")}</p>
      <ul>
        {data.running_tests > 0 && (
          <li>
            <b>{t("running_tests", words(data.running_tests))}</b>
          </li>
        )}
        {KINDS.filter(([kind]) => data[kind] > 0).map(([kind, size]) => (
          <li key={kind}>{t(kind, { ...words(data[kind]), ...(size && { size: format.bytes(data[size]) }) })}</li>
        ))}
      </ul>
    </div>
  );
}
