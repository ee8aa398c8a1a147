import { PASS_RATE_DAYS, passRatio, wantedCases, type DataOf } from "@udt/contract";
import type { homeEndpoints } from "@udt/contract/endpoints/home";
import { Link } from "react-router";
import { LineChart, type ChartDay } from "../../lib/charts/index.ts";
import { SkeletonBar } from "../../lib/components/index.ts";
import { useFormat, type Format } from "../../lib/format/index.ts";
import { useT, type Translate } from "../../lib/i18n/index.ts";
import { paths } from "../../lib/navigation/paths.ts";
import { useMay } from "../../lib/privileges/index.ts";
import { PendingRuns, usePassRate } from "../../lib/statistics/index.ts";
import "../../lib/components/panel.css";

type PassRate = DataOf<typeof homeEndpoints.homePassRate>;
type Words = { t: Translate<"home">; format: Format };

/** What share of the project's cases passed on each of the last days; the overview has more. Not there for who may not see cases. */
export function Trend({ project }: { project: string }) {
  const t = useT("home");
  const format = useFormat();
  const rate = usePassRate(project);
  const seesCases = useMay(project, "case.view");
  if (!seesCases || (rate.isError && !rate.data)) return null;
  const title = t("trend.title", { count: PASS_RATE_DAYS });
  return (
    <section className="udt-card udt-panel">
      <header>
        <h2>{title}</h2>
        <Link to={`${paths.overview()}?scope=project&days=30`}>{t("trend.all")}</Link>
      </header>
      <div className="home-trend">
        {!rate.data && <SkeletonBar width="100%" height={150} />}
        {rate.data && !rate.data.newest && rate.data.pending === 0 && (
          <p>{t("trend.none", { count: PASS_RATE_DAYS })}</p>
        )}
        {rate.data?.newest && (
          <>
            <Newest newest={rate.data.newest} isToday={rate.data.newest.day === rate.data.by_day.at(-1)?.day} />
            <LineChart
              title={title}
              scale={format.percent}
              days={rate.data.by_day.map((day, index, { length }) => dayOf(day, index === length - 1, { t, format }))}
            />
          </>
        )}
        {rate.data && <PendingRuns pending={rate.data.pending} />}
      </div>
    </section>
  );
}

function dayOf(one: PassRate["by_day"][number], isToday: boolean, { t, format }: Words): ChartDay {
  const { runs } = one;
  const ratio = passRatio(one);
  const day = format.shortDay(one.day);
  return {
    key: one.day,
    label: isToday ? t("trend.today") : day,
    value: ratio ?? null,
    text:
      ratio === undefined
        ? t("trend.no_run", { day })
        : t("trend.at", {
            day,
            ...passedOf(one, ratio, format),
            runs: t("trend.runs", { count: runs, runs: format.number(runs) }),
          }),
  };
}

const passedOf = (of: Pick<PassRate["by_day"][number], "total" | "skipped">, ratio: number, format: Format) => ({
  count: wantedCases(of),
  total: format.number(wantedCases(of)),
  percent: format.percent(ratio),
});

/** The last day that has a rate, in words, against the days before it; its share stands out. */
function Newest({ newest, isToday }: { newest: NonNullable<PassRate["newest"]>; isToday: boolean }) {
  const t = useT("home");
  const format = useFormat();
  const ratio = passRatio(newest) ?? 0;
  const before = passRatio(newest.before);
  const points = before === undefined ? undefined : Math.round((ratio - before) * 1000) / 10;
  const values = passedOf(newest, ratio, format);
  const marked = { ...values, percent: "\u0001" };
  const passed = isToday
    ? t("trend.passed_today", marked)
    : t("trend.passed_on", { ...marked, day: format.shortDay(newest.day) });
  const said =
    points === undefined
      ? t("trend.first", { passed })
      : points === 0
        ? t("trend.same", { passed })
        : t(points > 0 ? "trend.more" : "trend.less", {
            passed,
            count: Math.abs(points),
            points: format.number(Math.abs(points)),
          });
  const [start, end] = said.split("\u0001");
  return (
    <p className="home-rate">
      {start}
      <b>{values.percent}</b>
      {end}
    </p>
  );
}
