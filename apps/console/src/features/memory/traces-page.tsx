import { PieChartOutlined, PlusOutlined, VideoCameraOutlined } from "@ant-design/icons";
import { MEMORY_TRACE_SORTS, type MemoryTrace } from "@udt/contract";
import { Button } from "antd";
import { useState, type ReactNode } from "react";
import { Link } from "react-router";
import { PageHeader, StatePill } from "../../lib/components/index.ts";
import { useFigure } from "./figure.ts";
import { useFormat } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { ListPage, type TableColumn, useListView, useUrlFilters } from "../../lib/list/index.ts";
import { paths } from "../../lib/navigation/paths.ts";
import { useProjectId } from "../../lib/project.ts";
import { useIsGuest } from "../../lib/session/index.ts";
import { RecordDialog } from "./record-dialog.tsx";
import { MakeTraceDialog } from "./trace-dialogs.tsx";
import { BaselinesTab } from "./baselines/baselines-tab.tsx";
import "./memory.css";
import { type TraceSort, useTraces } from "./use-memory.ts";
import { useTraceTicks } from "./use-trace-ticks.tsx";
import { ViewTabs } from "./view-tabs.tsx";

const TABS = ["traces", "baselines"] as const;

/** The project's memory traces, and the baselines among their samples. */
export default function TracesPage() {
  const t = useT("memory");
  const project = useProjectId();
  const guest = useIsGuest(project);
  const [search] = useUrlFilters();
  const tab = search.get("tab") === "baselines" ? "baselines" : "traces";
  const [isMaking, setIsMaking] = useState(false);
  const [isRecording, setIsRecording] = useState(false);
  const make = () => setIsMaking(true);
  return (
    <>
      <PageHeader
        title={t("title")}
        actions={
          !guest && (
            <>
              <Button icon={<PlusOutlined />} onClick={make}>
                {t("make.open")}
              </Button>
              <Button type="primary" icon={<VideoCameraOutlined />} onClick={() => setIsRecording(true)}>
                {t("record.open")}
              </Button>
            </>
          )
        }
      >
        <span className="udt-secondary">{t("lead")}</span>
      </PageHeader>
      <ViewTabs label={t("tabs")} name="tab" views={TABS} chosen={tab} labelOf={(one) => t(`tab.${one}`)} />
      {tab === "baselines" ? (
        <BaselinesTab project={project} canEdit={!guest} />
      ) : (
        <Traces project={project} onMake={guest ? undefined : make} />
      )}
      {isRecording && <RecordDialog project={project} onClose={() => setIsRecording(false)} />}
      {isMaking && <MakeTraceDialog project={project} onClose={() => setIsMaking(false)} />}
    </>
  );
}

/** @param onMake none for who may not make one */
function Traces({ project, onMake }: { project: string; onMake: (() => void) | undefined }) {
  const t = useT("memory");
  const format = useFormat();
  const view = useListView();
  const { onSort, ...sort } = view.sorting(MEMORY_TRACE_SORTS, "updated_at");
  const ticks = useTraceTicks(project);
  const traces = useTraces(project, { keyword: view.keyword, ...view.page, ...sort });
  const columns: readonly TableColumn<TraceSort>[] = [
    { key: "name", label: t("column.name"), sort: "name" },
    { key: "samples", label: t("column.samples"), width: 100 },
    { key: "footprint", label: t("column.footprint"), width: 160 },
    { key: "size", label: t("column.size"), width: 110 },
    { key: "user", label: t("column.user"), width: 150 },
    { key: "updated_at", label: t("column.updated_at"), width: 150, sort: "updated_at" },
  ];
  return (
    <>
      <ListPage
        view={view}
        read={traces}
        selection={onMake ? ticks.selection : undefined}
        search={t("search")}
        count={(total) => t("count", { count: total, total: format.number(total) })}
        columns={columns}
        sorting={{ ...sort, onSort }}
        renderRow={(trace, tick) => <Row key={trace.trace_id} project={project} trace={trace} tick={tick} />}
        error={t("error_traces")}
        icon={<PieChartOutlined />}
        none={{
          title: t("none.title"),
          text: t(onMake ? "none.text" : "none.text_guest"),
          action: onMake && <Button onClick={onMake}>{t("make.open")}</Button>,
        }}
        noMatch={{ title: t("no_match.title"), text: t("no_match.text"), clear: t("no_match.clear") }}
      />
      {ticks.dialog}
    </>
  );
}

function Row({ project, trace, tick }: { project: string; trace: MemoryTrace; tick: ReactNode }) {
  const t = useT("memory");
  const format = useFormat();
  const figureOf = useFigure();
  // Only tells this year from another: it need not tick.
  const [now] = useState(Date.now);
  const app = [trace.app_name, trace.app_version].filter((part) => part !== "").join(" ");
  return (
    <tr>
      {tick}
      <td>
        <div className="memory-name">
          <span className="memory-name-line">
            <Link className="udt-link udt-ellipsis" title={trace.name} to={paths.memoryReport(project, trace.trace_id)}>
              {trace.name}
            </Link>
            {trace.recording?.state === "recording" && <StatePill tone="busy">{t("recorded.recording")}</StatePill>}
          </span>
          <small className="udt-secondary udt-ellipsis" title={app} data-literal>
            {app}
          </small>
        </div>
      </td>
      <td className="udt-num">{format.number(trace.samples)}</td>
      <td className="udt-num">{figureOf(trace) ?? "–"}</td>
      <td className="udt-num">{format.bytes(trace.size_bytes)}</td>
      <td className="udt-ellipsis" title={trace.user_name} data-literal>
        {trace.user_name}
      </td>
      <td>{format.dateTime(trace.updated_at, now)}</td>
    </tr>
  );
}
