import { DownloadOutlined } from "@ant-design/icons";
import { MEMORY_COMPARE_FORMATS, type MemoryComparison } from "@udt/contract";
import { memoryEndpoints } from "@udt/contract/endpoints/memory";
import { Button } from "antd";
import { useDownload } from "../../../lib/download/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { useProjectId } from "../../../lib/project.ts";

const ENDINGS = { csv: "csv", json: "json", markdown: "md" } as const;

/** The comparison as a file: to reckon with, for programs, or for a merge request. */
export function ComparisonExports({ comparison }: { comparison: MemoryComparison }) {
  const c = useT("memory-compare");
  const project = useProjectId();
  const download = useDownload(memoryEndpoints.memoryCompareExport);
  const { before, after, noise_bytes: noise } = comparison;
  return (
    <span className="memory-exports">
      {MEMORY_COMPARE_FORMATS.map((format) => (
        <Button
          key={format}
          size="small"
          icon={<DownloadOutlined />}
          title={c(`export.${format}`)}
          onClick={() =>
            download.mutate({
              call: { query: { project, before: before.sample_id, after: after.sample_id, noise, format } },
              name: `memory-${before.number}-${after.number}.${ENDINGS[format]}`,
            })
          }
        >
          {c(`export_as.${format}`)}
        </Button>
      ))}
    </span>
  );
}
