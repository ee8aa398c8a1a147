import { ErrorState } from "../../lib/components/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { oneOf, useUrlFilters } from "../../lib/list/index.ts";
import { useIsNarrow } from "../../lib/visibility/index.ts";
import { Against } from "./against.tsx";
import { CasesTab } from "./cases-tab.tsx";
import { DevicesTab } from "./devices-tab.tsx";
import { EnvironmentTab } from "./environment-tab.tsx";
import { FailedCases } from "./failed-cases.tsx";
import { FilesTab } from "./files-tab.tsx";
import { ReportSkeleton } from "./report-skeleton.tsx";
import { ReportTabs } from "./report-tabs.tsx";
import { RunHeader } from "./run-header.tsx";
import { expectedEnd } from "./expected-end.ts";
import { RunTiles } from "./run-tiles.tsx";
import "./runs.css";
import { usePlace } from "./use-place.ts";
import { useRun, useSlots } from "./use-runs.ts";
import { WhereTimeWent } from "./where-time-went.tsx";

const TABS = ["cases", "devices", "files", "environment"] as const;

/** A test while it runs, and its report ever after: the same page, which fills up. */
export default function RunPage() {
  const t = useT("runs");
  const { project, test_id, against } = usePlace();
  const [search, set] = useUrlFilters();
  const run = useRun(project, test_id, against);
  const slots = useSlots(project, test_id, true);
  const isNarrow = useIsNarrow();
  if (run.isPending) return <ReportSkeleton />;
  if (!run.data)
    return <ErrorState isPage title={t("list.error")} error={run.error} onRetry={() => void run.refetch()} />;
  const isOpen = run.data.test.state !== "ended";
  // While a test runs its devices are what one looks at; afterwards its cases.
  const tab = oneOf(search.get("tab"), TABS) ?? (isOpen ? "devices" : "cases");
  const counts = {
    cases: run.data.totals.total,
    devices: run.data.device_totals.total,
    files: undefined,
    environment: undefined,
  };
  const where = <WhereTimeWent test={run.data.test} slots={slots.data?.list} />;
  return (
    <>
      <RunHeader project={project} run={run.data} />
      <RunTiles
        run={run.data}
        expected_end={expectedEnd(slots.data?.list ?? [])}
        against={
          <Against
            run={run.data}
            isChosen={against !== undefined}
            onChoose={(chosen) => set({ against: chosen, compared: undefined })}
          />
        }
        onCompare={(compared) => set({ tab: "cases", compared, state: undefined })}
      />
      {isNarrow ? (
        <FailedCases run={run.data} onAll={() => set({ tab: "cases", state: "failed", compared: undefined })} />
      ) : (
        where
      )}
      <ReportTabs
        tabs={TABS.map((name) => ({ name, label: t(`tab.${name}`), count: counts[name] }))}
        active={tab}
        onChoose={(name) => set({ tab: name })}
      />
      <div className="udt-card runs-panel" role="tabpanel" aria-label={t(`tab.${tab}`)}>
        {tab === "cases" && <CasesTab run={run.data} slots={slots.data?.list ?? []} />}
        {tab === "devices" && <DevicesTab run={run.data} slots={slots} />}
        {tab === "files" && <FilesTab slots={slots.data?.list ?? []} />}
        {tab === "environment" && <EnvironmentTab run={run.data} slots={slots.data?.list ?? []} />}
      </div>
      {isNarrow && where}
    </>
  );
}
