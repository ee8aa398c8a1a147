import { useId, useState } from "react";
import { PlainTable } from "../list/table.tsx";
import "./bar-chart.css";
import { labelled, niceMax } from "./scale.ts";

export interface Bar {
  readonly key: string;
  /** Below the axis. */
  readonly label: string;
  /** Null: nothing is known of it, which is not the same as none. */
  readonly value: number | null;
  /** In full, for who points at it. */
  readonly text: string;
}

/** In a third of 1280 px, the last within the chart, as many dates keep apart in every language. */
const LABELS = 4;
/** Between bars, as part of their room; few bars would be blocks. */
const gapFor = (count: number): number => (count <= 10 ? 0.5 : 0.28);

/** Values of days, side by side. What it draws is also there as a table, for who does not see it. */
export function BarChart(props: {
  title: string;
  bars: readonly Bar[];
  /** What the top of the scale is called. */
  scale: (top: number) => string;
  /** The top, where it does not follow from the values. */
  max?: number;
  height?: number;
}) {
  const { bars, height = 128 } = props;
  const id = useId();
  const [at, setAt] = useState<number>();
  const top = props.max ?? niceMax(Math.max(0, ...bars.map(({ value }) => value ?? 0)));
  const gap = gapFor(bars.length);
  const shown = labelled(bars.length, LABELS);
  const pointed = at === undefined ? undefined : bars[at];
  const middle = (index: number) => `${((index + 0.5) / bars.length) * 100}%`;
  return (
    <figure className="udt-bars" aria-labelledby={id}>
      <figcaption id={id} className="udt-hidden">
        {props.title}
      </figcaption>
      <div className="udt-bars-plot" style={{ height }} aria-hidden onPointerLeave={() => setAt(undefined)}>
        <span className="udt-bars-top">{props.scale(top)}</span>
        <svg viewBox={`0 0 ${bars.length} 1`} preserveAspectRatio="none">
          {bars.map(({ key, value }, index) => (
            <g key={key} data-at={index === at || undefined}>
              <rect
                className="udt-bars-slot"
                x={index}
                y={0}
                width={1}
                height={1}
                onPointerEnter={() => setAt(index)}
              />
              {value !== null && value > 0 && (
                <rect
                  className="udt-bars-bar"
                  x={index + gap / 2}
                  y={1 - Math.min(1, value / top)}
                  width={1 - gap}
                  height={Math.min(1, value / top)}
                />
              )}
            </g>
          ))}
        </svg>
        {pointed && at !== undefined && (
          <span
            className="udt-bars-tip"
            data-side={at > bars.length / 2 ? "left" : "right"}
            style={{ left: middle(at) }}
          >
            {pointed.text}
          </span>
        )}
      </div>
      <div className="udt-bars-labels" aria-hidden>
        {bars.map(
          ({ key, label }, index) =>
            shown.has(index) && (
              <span
                key={key}
                data-end={index === 0 ? "first" : index === bars.length - 1 ? "last" : undefined}
                style={{ left: middle(index) }}
              >
                {label}
              </span>
            ),
        )}
      </div>
      <PlainTable className="udt-hidden">
        {bars.map(({ key, text }) => (
          <tr key={key}>
            <td>{text}</td>
          </tr>
        ))}
      </PlainTable>
    </figure>
  );
}
