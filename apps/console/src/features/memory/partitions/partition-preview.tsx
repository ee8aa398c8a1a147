import type { PartitionRule } from "@udt/contract";
import { ErrorState, SkeletonRows } from "../../../lib/components/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { useUrlFilters } from "../../../lib/list/index.ts";
import { SampleChoice } from "../sample-choice.tsx";
import type { SampleAt } from "../stack-place.ts";
import { PartitionTable } from "./partition-table.tsx";
import { isWhole, useTriedPartitions } from "./use-partitions.ts";

/** What the rules make of a sample as they are edited. The address holds the sample. */
export function PartitionPreview({ project, rules }: { project: string; rules: readonly PartitionRule[] }) {
  const t = useT("partitions");
  const [search, set] = useUrlFilters();
  const trace_id = search.get("trace") ?? undefined;
  const sample_id = search.get("sample") ?? undefined;
  return (
    <section className="partitions-preview" aria-label={t("preview.title")}>
      <h2>{t("preview.title")}</h2>
      <p className="udt-secondary">{t("preview.lead")}</p>
      <div className="udt-card memory-choices">
        <SampleChoice
          project={project}
          label={t("preview.sample")}
          trace_id={trace_id}
          sample_id={sample_id}
          onChange={(trace, sample) => set({ trace, sample }, { replace: true })}
        />
      </div>
      {trace_id !== undefined && sample_id !== undefined && (
        <Tried project={project} sample={{ trace_id, sample_id }} rules={rules} />
      )}
    </section>
  );
}

function Tried(props: { project: string; sample: SampleAt; rules: readonly PartitionRule[] }) {
  const t = useT("partitions");
  const { project, sample, rules } = props;
  const tried = useTriedPartitions(project, sample.sample_id, rules);
  if (tried.isPending) return <SkeletonRows rows={4} />;
  if (!tried.data)
    return <ErrorState title={t("error_sample")} error={tried.error} onRetry={() => void tried.refetch()} />;
  return (
    <>
      {!rules.every(isWhole) && <p className="udt-secondary">{t("preview.unfinished")}</p>}
      <PartitionTable partitions={tried.data} sample={sample} isOld={tried.isPlaceholderData} showsRest />
    </>
  );
}
