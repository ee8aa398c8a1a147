import { passRatio } from "@udt/contract";
import { useFormat } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import type { CaseStats, Stats, StatsDays } from "../../lib/statistics/index.ts";

const MINUTE_MS = 60_000;

/** The sums of the range, each against the same number of days before. */
export function Figures(props: { stats: Stats; cases: CaseStats | undefined; days: StatsDays }) {
  const t = useT("overview");
  const format = useFormat();
  const { stats, cases, days } = props;
  const { totals, before, by_day } = stats;
  const online = by_day.reduce((sum, day) => sum + (day.online_minutes ?? 0), 0);
  const busy = by_day.reduce((sum, day) => sum + (day.online_minutes === null ? 0 : day.busy_minutes), 0);
  return (
    <dl className="overview-figures" aria-label={t("figures.label", { count: days })}>
      <PassRate cases={cases} />
      <Figure name={t("figures.runs")} value={format.number(totals.runs)} now={totals.runs} then={before.runs} />
      <Figure
        name={t("figures.sessions")}
        value={format.number(totals.tests - totals.runs)}
        now={totals.tests - totals.runs}
        then={before.tests - before.runs}
      />
      <Figure
        name={t("figures.minutes")}
        value={format.duration(totals.minutes * MINUTE_MS)}
        now={totals.minutes}
        then={before.minutes}
      />
      <Figure name={t("figures.users")} value={format.number(totals.users)} now={totals.users} then={before.users} />
      <Figure
        name={t("figures.utilisation")}
        value={online === 0 ? "–" : format.percent(Math.min(1, busy / online))}
        hint={t("figures.utilisation_hint", {
          busy: format.duration(busy * MINUTE_MS),
          online: format.duration(online * MINUTE_MS),
        })}
      />
    </dl>
  );
}

/** Of the cases that were to pass; a share is compared by points. */
function PassRate({ cases }: { cases: CaseStats | undefined }) {
  const t = useT("overview");
  const format = useFormat();
  const ratio = cases && passRatio(cases.totals);
  const before = cases && passRatio(cases.before);
  const points = ratio === undefined || before === undefined ? undefined : Math.round((ratio - before) * 1000) / 10;
  return (
    <div title={t("figures.pass_hint")}>
      <dt>{t("figures.pass_rate")}</dt>
      <dd>
        <b>{ratio === undefined ? "–" : format.percent(ratio)}</b>
        {points !== undefined && (
          <small title={t("figures.before_hint")}>
            {t(points >= 0 ? "figures.points_more" : "figures.points_less", {
              points: format.number(Math.abs(points)),
            })}
          </small>
        )}
      </dd>
    </div>
  );
}

function Figure(props: { name: string; value: string; now?: number; then?: number; hint?: string }) {
  const t = useT("overview");
  const format = useFormat();
  const { now = 0, then = 0 } = props;
  const change = then === 0 ? undefined : (now - then) / then;
  return (
    <div title={props.hint}>
      <dt>{props.name}</dt>
      <dd>
        <b>{props.value}</b>
        {change !== undefined && (
          <small title={t("figures.before_hint")}>
            {t(change >= 0 ? "figures.more" : "figures.less", { percent: format.percent(Math.abs(change)) })}
          </small>
        )}
      </dd>
    </div>
  );
}
