import { DownloadOutlined } from "@ant-design/icons";
import type { MemorySample } from "@udt/contract";
import { memoryEndpoints } from "@udt/contract/endpoints/memory";
import { Button } from "antd";
import { useDownload } from "../../lib/download/index.ts";
import { useFormat } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { Table } from "../../lib/list/index.ts";

/** What a sample was read from. */
export function SampleFiles(props: { project: string; sample: MemorySample; canDownload: boolean }) {
  const t = useT("memory");
  const format = useFormat();
  const { project, sample, canDownload } = props;
  const { sample_id } = sample;
  const download = useDownload(memoryEndpoints.memoryFileDownload);
  return (
    <div className="udt-card memory-table memory-alone">
      <Table
        columns={[
          { key: "name", label: t("file.name") },
          { key: "format", label: t("file.format"), width: 160 },
          { key: "lines", label: t("file.lines"), width: 130 },
          { key: "size", label: t("column.size"), width: 130 },
          ...(canDownload ? [{ key: "actions", label: t("file.download"), width: 160, isHidden: true }] : []),
        ]}
      >
        {sample.files.map(({ file_no, file_name, format: tool, lines, size_bytes }) => (
          <tr key={file_no}>
            <td className="udt-ellipsis" title={file_name} data-literal>
              {file_name}
            </td>
            <td className="udt-mono" data-literal>
              {tool}
            </td>
            <td className="udt-num">{lines === null ? "" : format.number(lines)}</td>
            <td className="udt-num">{format.bytes(size_bytes)}</td>
            {canDownload && (
              <td>
                <Button
                  size="small"
                  type="text"
                  icon={<DownloadOutlined />}
                  onClick={() =>
                    download.mutate({ call: { params: { sample_id, file_no }, query: { project } }, name: file_name })
                  }
                >
                  {t("file.download")}
                  <span className="udt-hidden">{file_name}</span>
                </Button>
              </td>
            )}
          </tr>
        ))}
      </Table>
    </div>
  );
}
