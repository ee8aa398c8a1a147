import { AppstoreOutlined } from "@ant-design/icons";
import { passRatio, type DayStats } from "@udt/contract";
import { useOutletContext } from "react-router";
import { EmptyState, ErrorState, PageHeader, SkeletonRows } from "../../lib/components/index.ts";
import { LinkButton } from "../../lib/components/link-button.tsx";
import { BarChart } from "../../lib/charts/index.ts";
import { useFormat } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { oneOf, useUrlFilters } from "../../lib/list/index.ts";
import { paths } from "../../lib/navigation/paths.ts";
import {
  PendingRuns,
  useCaseStats,
  useStats,
  type CaseStats,
  type Stats,
  type StatsDays,
} from "../../lib/statistics/index.ts";
import { useProjects } from "../../lib/session/index.ts";
import { Broken } from "./broken.tsx";
import { Busiest } from "./busiest.tsx";
import { Figures } from "./figures.tsx";
import "./overview.css";
import { RankedCases } from "./ranked-cases.tsx";
import "../../lib/components/controls.css";

const RANGES = ["7", "30", "90"] as const;

/** How tests came out, how much was tested, how well the devices were used and which were broken: in all the user's projects, or in the one that is open. */
export default function OverviewPage() {
  const t = useT("overview");
  const [search, set] = useUrlFilters();
  // The shell knows which project was open last.
  const current = useOutletContext<string | undefined>();
  const projects = useProjects().data?.list;
  const days = Number(oneOf(search.get("days"), RANGES) ?? "7") as StatsDays;
  const isOne = search.get("scope") === "project" && current !== undefined;
  const stats = useStats(isOne ? current : undefined, days);
  const cases = useCaseStats(isOne ? current : undefined, days);
  const pending = cases.data?.pending ?? 0;
  /** What is still to be counted may be all that there is: nobody knows yet that no case failed. */
  const isUncounted = pending > 0 && cases.data?.totals.runs === 0;
  const name = projects?.find(({ project_id }) => project_id === current)?.name ?? current;
  return (
    <div className="overview">
      <PageHeader
        title={t("title")}
        actions={
          <>
            {current !== undefined && (
              <div className="udt-switch overview-switch" role="group" aria-label={t("scope.label")}>
                <button type="button" aria-pressed={!isOne} onClick={() => set({ scope: undefined })}>
                  {t("scope.all")}
                </button>
                <button type="button" aria-pressed={isOne} onClick={() => set({ scope: "project" })}>
                  {name}
                </button>
              </div>
            )}
            <div className="udt-switch overview-switch" role="group" aria-label={t("range.label")}>
              {RANGES.map((each) => (
                <button
                  key={each}
                  type="button"
                  aria-pressed={Number(each) === days}
                  onClick={() => set({ days: each === "7" ? undefined : each })}
                >
                  {t("range.days", { count: Number(each) })}
                </button>
              ))}
            </div>
          </>
        }
      >
        <span className="udt-secondary">{t("lead")}</span>
      </PageHeader>
      {stats.isPending && <SkeletonRows />}
      {stats.isError && !stats.data && (
        <ErrorState title={t("error")} error={stats.error} onRetry={() => void stats.refetch()} />
      )}
      {stats.data && projects?.length === 0 && (
        <div className="udt-card overview-empty">
          <EmptyState
            icon={<AppstoreOutlined />}
            title={t("none.title")}
            action={<LinkButton to={paths.projects()}>{t("none.projects")}</LinkButton>}
          >
            {t("none.text")}
          </EmptyState>
        </div>
      )}
      {stats.data && projects?.length !== 0 && (
        <div aria-busy={stats.isPlaceholderData}>
          <PendingRuns pending={pending} />
          <Figures stats={stats.data} cases={cases.data} days={days} />
          <Trends stats={stats.data} cases={cases.data} />
          {cases.data ? (
            !isUncounted && <RankedCases cases={cases.data} />
          ) : cases.isError ? (
            <ErrorState title={t("error")} error={cases.error} onRetry={() => void cases.refetch()} />
          ) : (
            <SkeletonRows />
          )}
          <div className="overview-devices">
            <Busiest stats={stats.data} />
            <Broken stats={stats.data} project={isOne ? current : undefined} />
          </div>
        </div>
      )}
    </div>
  );
}

/** What part of the time that devices were there they were in use; null where nothing is known. */
const utilisation = ({ busy_minutes, online_minutes }: DayStats): number | null =>
  online_minutes === null || online_minutes === 0 ? null : Math.min(1, busy_minutes / online_minutes);

function Trends({ stats, cases }: { stats: Stats; cases: CaseStats | undefined }) {
  const t = useT("overview");
  const format = useFormat();
  const bars = (value: (day: DayStats) => number | null, text: (value: number, day: DayStats) => string) =>
    stats.by_day.map((day) => {
      const known = value(day);
      const date = format.shortDay(day.day);
      return {
        key: day.day,
        label: date,
        value: known,
        text: t("trend.at", { day: date, value: known === null ? t("trend.unknown") : text(known, day) }),
      };
    });
  const counted = (tests: number, { runs }: DayStats) =>
    t("trend.counted", { sessions: format.number(tests - runs), runs: format.number(runs) });
  const passed = (cases?.by_day ?? []).map((day) => {
    const ratio = passRatio(day);
    const date = format.shortDay(day.day);
    const value =
      ratio === undefined
        ? t("trend.no_run")
        : t("trend.passed", { percent: format.percent(ratio), count: day.runs, runs: format.number(day.runs) });
    return { key: day.day, label: date, value: ratio ?? null, text: t("trend.at", { day: date, value }) };
  });
  return (
    <div className="overview-trends">
      <section className="udt-card">
        <h2>{t("trend.pass_rate")}</h2>
        <BarChart title={t("trend.pass_rate")} bars={passed} scale={format.percent} max={1} />
        {cases?.pending === 0 && cases.by_day.every((day) => passRatio(day) === undefined) && (
          <p className="overview-unknown">{t("trend.no_runs")}</p>
        )}
      </section>
      <section className="udt-card">
        <h2>{t("trend.tests")}</h2>
        <BarChart title={t("trend.tests")} bars={bars(({ tests }) => tests, counted)} scale={format.number} />
      </section>
      <section className="udt-card">
        <h2>{t("trend.utilisation")}</h2>
        <BarChart
          title={t("trend.utilisation")}
          bars={bars(utilisation, format.percent)}
          scale={format.percent}
          max={1}
        />
        {stats.by_day.every(({ online_minutes }) => online_minutes === null) && (
          <p className="overview-unknown">{t("trend.none_yet")}</p>
        )}
      </section>
    </div>
  );
}
