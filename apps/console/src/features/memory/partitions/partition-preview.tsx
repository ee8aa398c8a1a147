import type { PartitionRule } from "@udt/contract";
import { ErrorState, SkeletonRows } from "../../../lib/components/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { useUrlFilters } from "../../../lib/list/index.ts";
import { SampleChoice } from "../sample-choice.tsx";
import { PartitionTable } from "./partition-table.tsx";
import { isWhole, useTriedPartitions } from "./use-partitions.ts";

/** What the rules make of a sample as they are edited. The address holds the sample. */
export function PartitionPreview({ project, rules }: { project: string; rules: readonly PartitionRule[] }) {
  const t = useT("partitions");
  const [search, set] = useUrlFilters();
  const sample_id = search.get("sample") ?? undefined;
  return (
    <section className="partitions-preview" aria-label={t("preview.title")}>
      <h2>{t("preview.title")}</h2>
      <p className="udt-secondary">{t("preview.lead")}</p>
      <div className="udt-card memory-choices">
        <SampleChoice
          project={project}
          label={t("preview.sample")}
          trace_id={search.get("trace") ?? undefined}
          sample_id={sample_id}
          onChange={(trace, sample) => set({ trace, sample }, { replace: true })}
        />
      </div>
      {sample_id !== undefined && <Tried project={project} sample_id={sample_id} rules={rules} />}
    </section>
  );
}

function Tried(props: { project: string; sample_id: string; rules: readonly PartitionRule[] }) {
  const t = useT("partitions");
  const { project, sample_id, rules } = props;
  const tried = useTriedPartitions(project, sample_id, rules);
  if (tried.isPending) return <SkeletonRows rows={4} />;
  if (!tried.data)
    return <ErrorState title={t("error_sample")} error={tried.error} onRetry={() => void tried.refetch()} />;
  return (
    <>
      {!rules.every(isWhole) && <p className="udt-secondary">{t("preview.unfinished")}</p>}
      <PartitionTable partitions={tried.data} isOld={tried.isPlaceholderData} showsRest />
    </>
  );
}
