import { PartitionOutlined } from "@ant-design/icons";
import type { MemorySample } from "@udt/contract";
import { EmptyState, ErrorState, SkeletonRows } from "../../../lib/components/index.ts";
import { LinkButton } from "../../../lib/components/link-button.tsx";
import { useT } from "../../../lib/i18n/index.ts";
import { paths } from "../../../lib/navigation/paths.ts";
import { PartitionTable } from "./partition-table.tsx";
import "./partitions.css";
import { useSamplePartitions } from "./use-partitions.ts";

/** A sample by the project's partition rules. */
export function SamplePartitions({ project, sample }: { project: string; sample: MemorySample }) {
  const t = useT("partitions");
  const partitions = useSamplePartitions(project, sample.sample_id);
  const rules = (
    <LinkButton size="small" to={paths.memoryRegions(project, sample)}>
      {t("to_rules")}
    </LinkButton>
  );
  if (partitions.isPending) return <SkeletonRows rows={4} />;
  if (!partitions.data)
    return <ErrorState title={t("error_sample")} error={partitions.error} onRetry={() => void partitions.refetch()} />;
  const { version } = partitions.data;
  if (version === 0)
    return (
      <div className="udt-card memory-alone">
        <EmptyState icon={<PartitionOutlined />} title={t("none.title")} action={rules}>
          {t("none.text")}
        </EmptyState>
      </div>
    );
  return (
    <>
      <div className="memory-tools">
        <span className="udt-secondary">{t("by_version", { version })}</span>
        {rules}
      </div>
      <PartitionTable partitions={partitions.data} />
    </>
  );
}
