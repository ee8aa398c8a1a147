import { ChartFrame, ChartTip, middleOf, type ChartDay } from "./chart-frame.tsx";
import "./line-chart.css";
import { belowAll, stretches } from "./scale.ts";
import { useDayPointer } from "./use-day-pointer.ts";

/** More of them would be a line beside the line. */
const DOTS_MAX = 60;

/**
 * Shares of days as a line, with a gap where there is none; the last day is today. Who points at a day, or goes to it by
 * the arrow keys, is told what it was.
 */
export function LineChart(props: {
  title: string;
  /** Their values are from 0 to 1. */
  days: readonly ChartDay[];
  /** What an end of the scale is called. */
  scale: (end: number) => string;
  /** Where the scale begins; without it as near below the values as can be told apart. */
  bottom?: number;
  /** Where a line lies across that the values are seen against. */
  mark?: number;
  height?: number;
  /** Opens what is behind a day. */
  onPick?: (key: string) => void;
}) {
  const { title, days, height = 96 } = props;
  const { at, slider } = useDayPointer(title, days, props.onPick);
  const last = days.length - 1;
  const bottom = props.bottom ?? belowAll(days.flatMap(({ value }) => value ?? []));
  const heightOf = (value: number) => (value - bottom) / (1 - bottom);
  return (
    <ChartFrame className="udt-line" title={title} days={days}>
      <div className="udt-days-plot" style={{ height }} {...slider}>
        <span className="udt-days-top" aria-hidden>
          {props.scale(1)}
        </span>
        <span className="udt-line-bottom" aria-hidden>
          {props.scale(bottom)}
        </span>
        {props.mark !== undefined && (
          <i className="udt-line-mark" style={{ bottom: `${heightOf(props.mark) * 100}%` }} />
        )}
        <i className="udt-line-today" style={{ left: middleOf(last, days.length) }} />
        {at !== undefined && <i className="udt-line-at" style={{ left: middleOf(at, days.length) }} />}
        <svg viewBox={`0 0 ${days.length} 1`} preserveAspectRatio="none" aria-hidden>
          {stretches(days.map(({ value }) => value)).map((stretch) => {
            const line = stretch.map(({ index, value }) => `${index + 0.5},${1 - heightOf(value)}`).join(" ");
            const from = (stretch[0]?.index ?? 0) + 0.5;
            return (
              <g key={from}>
                <polygon points={`${from},1 ${line} ${from + stretch.length - 1},1`} />
                <polyline points={line} />
              </g>
            );
          })}
        </svg>
        {days.map(
          ({ key, value }, index) =>
            value !== null &&
            (days.length <= DOTS_MAX || index === at || index === last) && (
              <i
                key={key}
                className="udt-line-dot"
                data-at={index === at || undefined}
                data-today={index === last || undefined}
                style={{ left: middleOf(index, days.length), bottom: `${heightOf(value) * 100}%` }}
              />
            ),
        )}
        <ChartTip days={days} at={at} />
      </div>
    </ChartFrame>
  );
}
