import { useId, type ReactNode } from "react";
import { PlainTable } from "../list/table.tsx";
import "./chart.css";
import { labelled } from "./scale.ts";

/** A value of one day. */
export interface ChartDay {
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

/** What is drawn of days, with its labels below. It is also there as a table, for who does not see it. */
export function ChartFrame(props: {
  title: string;
  days: readonly ChartDay[];
  className: string;
  /** The plot, within which {@link ChartTip} and {@link middleOf} place what they place. */
  children: ReactNode;
}) {
  const { title, days, className, children } = props;
  const id = useId();
  const shown = labelled(days.length, LABELS);
  return (
    <figure className={`udt-days ${className}`} aria-labelledby={id}>
      <figcaption id={id} className="udt-hidden">
        {title}
      </figcaption>
      {children}
      <div className="udt-days-labels" aria-hidden>
        {days.map(
          ({ key, label }, index) =>
            shown.has(index) && (
              <span
                key={key}
                data-end={index === 0 ? "first" : index === days.length - 1 ? "last" : undefined}
                style={{ left: middleOf(index, days.length) }}
              >
                {label}
              </span>
            ),
        )}
      </div>
      {/* In a box: a table is as wide as its words, however narrow it is said to be, and the page would scroll sideways. */}
      <div className="udt-hidden">
        <PlainTable>
          {days.map(({ key, text }) => (
            <tr key={key}>
              <td>{text}</td>
            </tr>
          ))}
        </PlainTable>
      </div>
    </figure>
  );
}

/** Where the middle of a day's room is in a plot of so many. */
export const middleOf = (index: number, count: number): string => `${((index + 0.5) / count) * 100}%`;

/** What the day that is pointed at says, beside it. */
export function ChartTip({ days, at }: { days: readonly ChartDay[]; at: number | undefined }) {
  const pointed = at === undefined ? undefined : days[at];
  if (!pointed || at === undefined) return null;
  return (
    <span
      className="udt-days-tip"
      data-side={at > days.length / 2 ? "left" : "right"}
      style={{ left: middleOf(at, days.length) }}
    >
      {pointed.text}
    </span>
  );
}
