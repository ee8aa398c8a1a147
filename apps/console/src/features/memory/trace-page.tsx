import type { DataOf } from "@udt/contract";
import type { memoryEndpoints } from "@udt/contract/endpoints/memory";
import type { ReactNode } from "react";
import { Link, useParams } from "react-router";
import { ErrorState, SkeletonRows } from "../../lib/components/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { paths } from "../../lib/navigation/paths.ts";
import { useProjectId } from "../../lib/project.ts";
import { useTrace } from "./use-memory.ts";

export type ReadTrace = {
  project: string;
  /** It is read anew: what is not in it may be in a moment. */
  isOnItsWay: boolean;
} & DataOf<typeof memoryEndpoints.memoryTraceGet>;

/** A screen of the trace that its address names, once that is read. */
export function TracePage({ render }: { render: (read: ReadTrace) => ReactNode }) {
  const t = useT("memory");
  const project = useProjectId();
  const { testId = "" } = useParams();
  const read = useTrace(project, testId);
  if (read.isPending) return <SkeletonRows isPage />;
  if (read.data) return render({ project, isOnItsWay: read.isFetching, ...read.data });
  return (
    <ErrorState
      isPage
      title={t("error_trace")}
      error={read.error}
      onRetry={() => void read.refetch()}
      action={
        <Link className="udt-link" to={paths.memoryTraces(project)}>
          {t("to_traces")}
        </Link>
      }
    />
  );
}
