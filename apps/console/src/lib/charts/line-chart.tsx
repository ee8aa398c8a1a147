import { useState, type KeyboardEvent } from "react";
import { ChartFrame, ChartTip, middleOf, type ChartDay } from "./chart-frame.tsx";
import "./line-chart.css";
import { belowAll, stretches } from "./scale.ts";

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
}) {
  const { title, days, height = 96 } = props;
  const [at, setAt] = useState<number>();
  const last = days.length - 1;
  const bottom = props.bottom ?? belowAll(days.flatMap(({ value }) => value ?? []));
  const heightOf = (value: number) => (value - bottom) / (1 - bottom);
  const onKeyDown = (event: KeyboardEvent) => {
    const to = nextDay(event.key, at ?? last, last);
    if (to === undefined) return;
    event.preventDefault();
    setAt(to);
  };
  return (
    <ChartFrame className="udt-line" title={title} days={days}>
      <div
        className="udt-days-plot"
        style={{ height }}
        role="slider"
        tabIndex={0}
        aria-label={title}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={at ?? last}
        aria-valuetext={days[at ?? last]?.text}
        onFocus={(event) => event.currentTarget.matches(":focus-visible") && setAt(last)}
        onBlur={() => setAt(undefined)}
        onKeyDown={onKeyDown}
        onPointerLeave={() => setAt(undefined)}
        onPointerMove={({ clientX, currentTarget }) => {
          const { left, width } = currentTarget.getBoundingClientRect();
          setAt(Math.max(0, Math.min(last, Math.floor(((clientX - left) / width) * days.length))));
        }}
      >
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

/** Where a key leads from a day; undefined for one that leads nowhere. */
function nextDay(key: string, at: number, last: number): number | undefined {
  if (key === "Home") return 0;
  if (key === "End") return last;
  if (key === "ArrowLeft" || key === "ArrowDown") return Math.max(0, at - 1);
  if (key === "ArrowRight" || key === "ArrowUp") return Math.min(last, at + 1);
  return undefined;
}
