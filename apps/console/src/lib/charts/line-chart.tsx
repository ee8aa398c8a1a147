import { ChartFrame, ChartTip, percentOf, TICKS, type ChartDay } from "./chart-frame.tsx";
import "./line-chart.css";
import { placesOf, ticksOf, timesOf } from "./places.ts";
import { belowAll, stretches } from "./scale.ts";
import { useDayPointer } from "./use-day-pointer.ts";

/** More of them would be a line beside the line. */
const DOTS_MAX = 60;

/**
 * Shares of days, or of moments, as a line, with a gap where there is none; the last day is today. Who points at a day, or
 * goes to it by the arrow keys, is told what it was.
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
  /** The one that stands out; the last where nothing is said. */
  chosen?: string;
  /** Opens what is behind a day. */
  onPick?: (key: string) => void;
}) {
  const { title, days, height = 96 } = props;
  const bottom = props.bottom ?? belowAll(days.flatMap(({ value }) => value ?? []));
  const heightOf = (value: number) => (value - bottom) / (1 - bottom);
  const heights = days.map(({ value }) => (value === null ? null : heightOf(value)));
  const { at, slider } = useDayPointer(title, days, props.onPick, heights);
  const places = placesOf(days);
  const found = days.findIndex(({ key }) => key === props.chosen);
  const chosen = found < 0 ? days.length - 1 : found;
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
        {ticksOf(timesOf(days) ?? [], TICKS).map(({ time, place }) => (
          <i key={time} className="udt-line-tick" style={{ left: percentOf(place) }} />
        ))}
        <i className="udt-line-today" style={{ left: percentOf(places[chosen] ?? 0) }} />
        {at !== undefined && <i className="udt-line-at" style={{ left: percentOf(places[at] ?? 0) }} />}
        <svg viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden>
          {stretches(days.map(({ value }) => value)).map((stretch) => {
            const line = stretch.map(({ index, value }) => `${places[index] ?? 0},${1 - heightOf(value)}`).join(" ");
            const [from = 0, to = 0] = [stretch[0], stretch.at(-1)].map((end) => places[end?.index ?? 0]);
            return (
              <g key={stretch[0]?.index}>
                <polygon points={`${from},1 ${line} ${to},1`} />
                <polyline points={line} />
              </g>
            );
          })}
        </svg>
        {days.map(
          ({ key, value }, index) =>
            value !== null &&
            (days.length <= DOTS_MAX || index === at || index === chosen) && (
              <i
                key={key}
                className="udt-line-dot"
                data-at={index === at || undefined}
                data-today={index === chosen || undefined}
                style={{ left: percentOf(places[index] ?? 0), bottom: `${heightOf(value) * 100}%` }}
              />
            ),
        )}
        <ChartTip days={days} at={at} />
      </div>
    </ChartFrame>
  );
}
