import { DownloadOutlined, PartitionOutlined } from "@ant-design/icons";
import type { MemorySample } from "@udt/contract";
import { memoryPartitionEndpoints } from "@udt/contract/endpoints/memory-partitions";
import { Button } from "antd";
import { EmptyState, ErrorState, SkeletonRows } from "../../../lib/components/index.ts";
import { LinkButton } from "../../../lib/components/link-button.tsx";
import { useDownload } from "../../../lib/download/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { paths } from "../../../lib/navigation/paths.ts";
import { PartitionTable } from "./partition-table.tsx";
import "./partitions.css";
import { useSamplePartitions } from "./use-partitions.ts";

/** A sample by the project's partition rules. */
export function SamplePartitions({ project, sample }: { project: string; sample: MemorySample }) {
  const t = useT("partitions");
  const memory = useT("memory");
  const { sample_id, number } = sample;
  const partitions = useSamplePartitions(project, sample_id);
  const download = useDownload(memoryPartitionEndpoints.memorySamplePartitionsExport);
  const give = () =>
    download.mutate({ call: { params: { sample_id }, query: { project } }, name: `memory-${number}-partitions.csv` });
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
        <span className="memory-exports">
          <Button size="small" icon={<DownloadOutlined />} onClick={give}>
            {memory("export_csv")}
          </Button>
          {rules}
        </span>
      </div>
      <PartitionTable partitions={partitions.data} sample={sample} />
    </>
  );
}
