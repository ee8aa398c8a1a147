import { DiffOutlined, PieChartOutlined, PlusOutlined } from "@ant-design/icons";
import type { MemorySample, MemoryTrace } from "@udt/contract";
import { Alert, Button } from "antd";
import { useState } from "react";
import { DangerSection } from "../../lib/components/danger-section.tsx";
import { EmptyState, PageHeader } from "../../lib/components/index.ts";
import { LinkButton } from "../../lib/components/link-button.tsx";
import { useT } from "../../lib/i18n/index.ts";
import { useUrlFilters } from "../../lib/list/index.ts";
import { paths } from "../../lib/navigation/paths.ts";
import { useIsGuest } from "../../lib/session/index.ts";
import { AddSampleDialog } from "./add-sample-dialog.tsx";
import { comparedPair } from "./compared-pair.ts";
import { DeleteTraceDialog } from "./delete-trace-dialog.tsx";
import { GrowthSection } from "./growth-section.tsx";
import "./memory.css";
import { RecordedOn } from "./recorded-on.tsx";
import { SampleReport } from "./sample-report.tsx";
import { SampleStrip } from "./sample-strip.tsx";
import { EditTrace } from "./trace-dialogs.tsx";
import type { UnfinishedMoment as Moment } from "./unfinished.ts";
import { UnfinishedMoment } from "./unfinished-moment.tsx";
import { TracePage, type ReadTrace } from "./trace-page.tsx";

/** A trace: its samples side by side, and the report of one of them. */
export default function ReportPage() {
  return <TracePage render={(read) => <Trace {...read} />} />;
}

function Trace({ project, trace, samples, growth, isOnItsWay }: ReadTrace) {
  const t = useT("memory");
  const guest = useIsGuest(project);
  const [search, set] = useUrlFilters();
  const [isAdding, setIsAdding] = useState(false);
  const [unfinished, setUnfinished] = useState<Moment>();
  const read = samples.filter(({ state }) => state === "read");
  const asked = search.get("sample");
  const found = samples.find(({ sample_id }) => sample_id === asked);
  const chosen = found ?? read.at(-1) ?? samples.at(-1);
  const app = [trace.app_name, trace.app_version].filter((part) => part !== "").join(" ");
  const pair = comparedPair(samples, chosen);
  const add = (moment?: Moment) => {
    setUnfinished(moment);
    setIsAdding(true);
  };
  return (
    <>
      <PageHeader
        title={trace.name}
        actions={
          <>
            {pair && (
              <LinkButton icon={<DiffOutlined />} to={paths.memoryCompare(project, addressOf(trace, pair))}>
                {t("compare.open")}
              </LinkButton>
            )}
            {!guest && (
              <Button type="primary" icon={<PlusOutlined />} onClick={() => add()}>
                {t("add.open")}
              </Button>
            )}
          </>
        }
      >
        <span className="udt-secondary udt-ellipsis" title={app} data-literal>
          {app}
        </span>
        {!guest && <EditTrace project={project} trace={trace} />}
      </PageHeader>
      {trace.recording && <RecordedOn project={project} trace={trace} recording={trace.recording} canEdit={!guest} />}
      {!guest && !isAdding && <UnfinishedMoment project={project} trace_id={trace.trace_id} onGoOn={add} />}
      {asked !== null && !found && !isOnItsWay && (
        <Alert className="memory-gone" type="warning" showIcon title={t(chosen ? "gone_shown" : "gone")} />
      )}
      {chosen ? (
        <>
          <SampleStrip samples={samples} chosen={chosen} onChoose={(sample) => set({ sample })} />
          {growth && (
            <GrowthSection
              project={project}
              trace={trace}
              samples={samples}
              growth={growth}
              chosen={chosen.sample_id}
              onChoose={(sample) => set({ sample })}
              canEdit={!guest}
            />
          )}
          <SampleReport key={chosen.sample_id} project={project} trace={trace} sample={chosen} canDelete={!guest} />
        </>
      ) : (
        <div className="udt-card memory-empty">
          <EmptyState
            icon={<PieChartOutlined />}
            title={t("no_samples.title")}
            action={
              !guest && (
                <Button onClick={() => add()} icon={<PlusOutlined />}>
                  {t("add.open")}
                </Button>
              )
            }
          >
            {t(guest ? "no_samples.text_guest" : "no_samples.text")}
          </EmptyState>
        </div>
      )}
      {trace.is_deletable && (
        <DangerSection
          title={t("delete.title")}
          lead={t("delete.lead")}
          action={t("delete.action")}
          className="memory-danger"
          renderDialog={(onClose) => <DeleteTraceDialog project={project} trace={trace} onClose={onClose} />}
        />
      )}
      {isAdding && (
        <AddSampleDialog
          project={project}
          trace_id={trace.trace_id}
          unfinished={unfinished}
          onAdded={(sample) => set({ sample })}
          onClose={() => setIsAdding(false)}
        />
      )}
    </>
  );
}

/** What the page of comparisons is told by its address. */
const addressOf = (
  { trace_id }: MemoryTrace,
  { before, after }: Record<"before" | "after", MemorySample>,
): Record<string, string> => ({
  before_trace: trace_id,
  before: before.sample_id,
  after_trace: trace_id,
  after: after.sample_id,
});
