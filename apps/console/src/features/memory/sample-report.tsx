import { DeleteOutlined, DownloadOutlined } from "@ant-design/icons";
import {
  isMemoryTree,
  MEMORY_TABLES,
  type MemoryReport,
  type MemorySample,
  type MemoryTable,
  type MemoryTrace,
} from "@udt/contract";
import { memoryEndpoints } from "@udt/contract/endpoints/memory";
import { App, Button, Progress } from "antd";
import { Link } from "react-router";
import { ErrorState, SkeletonRows } from "../../lib/components/index.ts";
import { useDownload } from "../../lib/download/index.ts";
import { useFormat } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { oneOf, useUrlFilters } from "../../lib/list/index.ts";
import { paths } from "../../lib/navigation/paths.ts";
import { Said } from "../../lib/words/index.ts";
import { BaselineSection } from "./baselines/baseline-section.tsx";
import { UseAsBaseline } from "./baselines/use-as-baseline.tsx";
import { EditScene } from "./edit-scene.tsx";
import { FlameButton } from "./flame-button.tsx";
import { FailedOnMac, WaitingForMac } from "./memgraph-state.tsx";
import { SamplePartitions } from "./partitions/sample-partitions.tsx";
import { SampleFacts } from "./sample-facts.tsx";
import { SampleFiles } from "./sample-files.tsx";
import { SampleName } from "./sample-strip.tsx";
import { SampleTable } from "./sample-tables.tsx";
import { useDeleteSample, useReport } from "./use-memory.ts";
import { ViewTabs } from "./view-tabs.tsx";

/** One sample: what it comes to, and its tables; or how far it is read, or why it cannot be. */
export function SampleReport(props: { project: string; trace: MemoryTrace; sample: MemorySample; canDelete: boolean }) {
  const t = useT("memory");
  const format = useFormat();
  const { project, trace, sample, canDelete } = props;
  const { recording } = trace;
  const recorded = recording?.recording_id === sample.recording_id ? recording : null;
  return (
    <section className="memory-report" aria-label={t("report")}>
      <header className="memory-head">
        <h2>
          <SampleName sample={sample} />
        </h2>
        {canDelete && <EditScene project={project} sample={sample} />}
        <span className="udt-secondary">{format.exact(sample.taken_at)}</span>
        {recorded != null && recorded.test_id !== null && (
          <Link
            className="udt-link"
            to={
              recorded.test_kind === "job"
                ? paths.runDevice(project, recorded.test_id, recorded.device_id)
                : paths.recordAt(project, recorded.test_id, sample.taken_at)
            }
          >
            {t(recorded.test_kind === "job" ? "recorded.run" : "recorded.moment")}
          </Link>
        )}
        {sample.facts && sample.facts.process !== "" && (
          <span className="udt-secondary udt-ellipsis" data-literal>
            {sample.facts.process}
            {sample.facts.pid !== null && ` · ${sample.facts.pid}`}
          </span>
        )}
        {canDelete && (
          <span className="memory-do">
            {sample.state === "read" && <UseAsBaseline project={project} trace={trace} sample={sample} />}
            <DeleteSample project={project} sample={sample} />
          </span>
        )}
      </header>
      {sample.notes.map((said, index) => (
        <p key={`${said.code}-${index}`} className="udt-secondary memory-note">
          <Said said={said} />
        </p>
      ))}
      {sample.state === "reading" && <Reading sample={sample} />}
      {sample.memgraph && <WaitingForMac memgraph={sample.memgraph} />}
      {sample.state === "failed" && <FailedOnMac project={project} sample={sample} canRetry={canDelete} />}
      {(sample.state === "waiting" || sample.state === "failed") && (
        <SampleFiles project={project} sample={sample} canDownload={canDelete} />
      )}
      {sample.state === "refused" && <Refused sample={sample} />}
      {sample.state === "read" && <Read {...props} />}
    </section>
  );
}

function Reading({ sample }: { sample: MemorySample }) {
  const t = useT("memory");
  const format = useFormat();
  const { read_bytes, size_bytes } = sample;
  return (
    <div className="udt-card memory-reading" role="status">
      <p>{t("reading", { read: format.bytes(read_bytes), size: format.bytes(size_bytes) })}</p>
      <Progress percent={Math.floor((read_bytes / Math.max(1, size_bytes)) * 100)} status="active" size="small" />
    </div>
  );
}

function Refused({ sample }: { sample: MemorySample }) {
  const t = useT("memory");
  // What a device did not give has no files that somebody could choose anew.
  const what = sample.recording_id === null ? "refused" : sample.files.length === 0 ? "untaken" : "unread";
  return (
    <div className="udt-card memory-refused" role="alert">
      <h3>{t(what === "untaken" ? "untaken" : "refused")}</h3>
      {sample.fault && <Said said={sample.fault} />}
      <p className="udt-secondary">{t(`${what}_text`)}</p>
    </div>
  );
}

function Read(props: { project: string; trace: MemoryTrace; sample: MemorySample; canDelete: boolean }) {
  const t = useT("memory");
  const [search] = useUrlFilters();
  const { project, trace, sample, canDelete } = props;
  const report = useReport(project, sample.sample_id);
  if (report.isPending) return <SkeletonRows rows={6} />;
  if (!report.data)
    return <ErrorState title={t("error_sample")} error={report.error} onRetry={() => void report.refetch()} />;
  const tables = MEMORY_TABLES.filter((table) => rowsOf(report.data, table) > 0);
  const views = [...tables, "partitions", "files"] as const;
  const view = oneOf(search.get("view"), views) ?? tables[0] ?? "files";
  return (
    <>
      <SampleFacts facts={report.data.sample.facts} />
      <BaselineSection project={project} trace={trace} sample={sample} canEdit={canDelete} />
      <ViewTabs label={t("views")} name="view" views={views} chosen={view} labelOf={(one) => t(`view.${one}`)} />
      {view === "files" ? (
        <SampleFiles project={project} sample={sample} canDownload={canDelete} />
      ) : view === "partitions" ? (
        <SamplePartitions project={project} sample={sample} />
      ) : (
        <>
          <div className="memory-tools">
            <span className="udt-secondary">{t(`view_lead.${view}`)}</span>
            <Exports project={project} sample={sample} table={view} />
          </div>
          <SampleTable report={report.data} table={view} />
        </>
      )}
    </>
  );
}

function rowsOf(report: MemoryReport, table: MemoryTable): number {
  if (isMemoryTree(table)) return report[table]?.top.length ?? 0;
  // That there are none is worth a page.
  if (table === "leaks") return report.leaks ? 1 : 0;
  return report[table].list.length;
}

/** In which the whole tree is given, for programs that draw flame graphs. */
const TREE_FILES = [
  { format: "collapsed", ending: "collapsed.txt" },
  { format: "pprof", ending: "pb.gz" },
] as const;

function Exports({ project, sample, table }: { project: string; sample: MemorySample; table: MemoryTable }) {
  const t = useT("memory");
  const download = useDownload(memoryEndpoints.memorySampleExport);
  const tree = useDownload(memoryEndpoints.memorySampleTree);
  const give = (format: "csv" | "json", name: string) =>
    download.mutate({
      call: { params: { sample_id: sample.sample_id }, query: { project, format, table } },
      name: `memory-${sample.number}${name}.${format}`,
    });
  return (
    <span className="memory-exports">
      {isMemoryTree(table) && (
        <>
          <FlameButton sample={sample} tree={table} />
          {TREE_FILES.map(({ format: as, ending }) => (
            <Button
              key={as}
              size="small"
              icon={<DownloadOutlined />}
              title={t("export_tree")}
              onClick={() =>
                tree.mutate({
                  call: { params: { sample_id: sample.sample_id }, query: { project, tree: table, format: as } },
                  name: `memory-${sample.number}-${table}.${ending}`,
                })
              }
            >
              {t(`export_${as}`)}
            </Button>
          ))}
        </>
      )}
      <Button size="small" icon={<DownloadOutlined />} onClick={() => give("csv", `-${table}`)}>
        {t("export_csv")}
      </Button>
      <Button size="small" icon={<DownloadOutlined />} onClick={() => give("json", "")}>
        {t("export_json")}
      </Button>
    </span>
  );
}

function DeleteSample({ project, sample }: { project: string; sample: MemorySample }) {
  const t = useT("memory");
  const { modal } = App.useApp();
  const [search, set] = useUrlFilters();
  const remove = useDeleteSample(project);
  const go = async () => {
    await remove.mutateAsync(sample.sample_id);
    // What leads to it is not said to be gone to who deleted it.
    if (search.get("sample") === sample.sample_id) set({ sample: undefined }, { replace: true });
  };
  const isReading = sample.state === "reading" || (sample.memgraph?.agent_name ?? "") !== "";
  const action = t(isReading ? "stop" : "delete_sample.action");
  const ask = () =>
    void modal.confirm({
      title: t("delete_sample.ask", { number: sample.number }),
      content: t("delete_sample.goes"),
      okText: action,
      okButtonProps: { danger: true },
      // The error policy tells a refusal.
      onOk: () => go().catch(() => undefined),
    });
  return (
    <Button size="small" type="text" icon={<DeleteOutlined />} onClick={ask}>
      {action}
    </Button>
  );
}
