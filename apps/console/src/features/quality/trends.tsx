import { passRatio } from "@udt/contract";
import { BarChart, LineChart, type ChartDay } from "../../lib/charts/index.ts";
import { useFormat } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import type { BehindList, Board } from "./use-board.ts";

type Day = Board["by_day"][number];

interface TrendsProps {
  board: Board;
  height?: number;
  /** Opens the list behind a day. */
  onOpen?: (list: BehindList, day: string) => void;
}

/** Behind which list what is drawn of days is. */
const BEHIND = {
  runs: "runs",
  failed: "failed",
  new_failures: "new_failure",
  flaky: "flaky",
} as const satisfies Record<string, BehindList>;

/** How the days went, one beside the other. */
export function Trends({ board, height, onOpen }: TrendsProps) {
  const t = useT("quality");
  const format = useFormat();
  const days = (value: (day: Day) => number | undefined, text: (value: number, day: Day) => string): ChartDay[] =>
    board.by_day.map((day) => {
      const known = value(day);
      const date = format.shortDay(day.day);
      return {
        key: day.day,
        label: date,
        value: known ?? null,
        text: t("trend.at", { day: date, value: known === undefined ? t("trend.no_run") : text(known, day) }),
      };
    });
  const counts = ["runs", "failed", "new_failures", "flaky"] as const;
  const picks = (list: BehindList) => onOpen && { onPick: (day: string) => onOpen(list, day) };
  const tall = height === undefined ? {} : { height };
  return (
    <div className="quality-trends">
      <section className="udt-card" data-wide>
        <h2>{t("trend.pass_rate")}</h2>
        <LineChart
          title={t("trend.pass_rate")}
          days={days(passRatio, (ratio, { runs }) =>
            t("trend.passed", { percent: format.percent(ratio), count: runs, runs: format.number(runs) }),
          )}
          scale={format.percent}
          height={height ?? 150}
          {...picks("runs")}
        />
      </section>
      {counts.map((name) => (
        <section key={name} className={`udt-card quality-trend-${name}`}>
          <h2>{t(`trend.${name}`)}</h2>
          <BarChart
            title={t(`trend.${name}`)}
            bars={days(
              (day) => day[name],
              (value) => format.number(value),
            )}
            scale={format.number}
            {...tall}
            {...picks(BEHIND[name])}
          />
        </section>
      ))}
    </div>
  );
}
