import { Link } from "react-router";
import { SkeletonBar } from "../../lib/components/index.ts";
import { BarChart } from "../../lib/charts/index.ts";
import { useFormat } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { paths } from "../../lib/navigation/paths.ts";
import { useStats } from "../../lib/statistics/index.ts";
import "../../lib/components/panel.css";

const DAYS = 7;

/** The project's tests of the last days; the overview has more. Not there when they cannot be read. */
export function Trend({ project }: { project: string }) {
  const t = useT("home");
  const format = useFormat();
  const stats = useStats(project, DAYS);
  if (stats.isError && !stats.data) return null;
  return (
    <section className="udt-card udt-panel">
      <header>
        <h2>{t("trend.title", { count: DAYS })}</h2>
        <Link to={`${paths.overview()}?scope=project`}>{t("trend.all")}</Link>
      </header>
      <div className="home-trend">
        {stats.data ? (
          <BarChart
            title={t("trend.title", { count: DAYS })}
            height={84}
            scale={format.number}
            bars={stats.data.by_day.map(({ day, tests, runs }) => ({
              key: day,
              label: format.shortDay(day),
              value: tests,
              text: t("trend.at", {
                day: format.shortDay(day),
                sessions: format.number(tests - runs),
                runs: format.number(runs),
              }),
            }))}
          />
        ) : (
          <SkeletonBar width="100%" height={120} />
        )}
      </div>
    </section>
  );
}
