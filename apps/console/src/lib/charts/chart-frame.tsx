import { useId, type ReactNode } from "react";
import { useFormat } from "../format/index.ts";
import { PlainTable } from "../list/table.tsx";
import "./chart.css";
import { apart, placesOf, ticksOf, timesOf } from "./places.ts";
import { labelled } from "./scale.ts";

/** A value of one day, or of one moment. */
export interface ChartDay {
  readonly key: string;
  /** Below the axis; may be empty where times stand there. */
  readonly label: string;
  /** Of a moment. Where all have one they stand at their times, and these below the axis. */
  readonly time?: number;
  /** Null: nothing is known of it, which is not the same as none. */
  readonly value: number | null;
  /** In full, for who points at it. */
  readonly text: string;
}

/** In a third of 1280 px, the last within the chart, as many dates keep apart in every language. */
const LABELS = 4;
/** Times below an axis, which are shorter. */
export const TICKS = 5;
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** What is drawn of days, with its labels below. It is also there as a table, for who does not see it. */
export function ChartFrame(props: {
  title: string;
  days: readonly ChartDay[];
  className: string;
  /** The plot, within which {@link ChartTip} places what it says. */
  children: ReactNode;
}) {
  const { title, days, className, children } = props;
  const id = useId();
  const places = placesOf(days);
  const times = timesOf(days);
  const shown = times ? apart(places, 1 / LABELS) : labelled(days.length, LABELS);
  return (
    <figure className={`udt-days ${className}`} aria-labelledby={id}>
      <figcaption id={id} className="udt-hidden">
        {title}
      </figcaption>
      {children}
      {days.some(({ label }) => label !== "") && (
        <div className="udt-days-labels" aria-hidden>
          {days.map(
            ({ key, label }, index) =>
              shown.has(index) && (
                <span key={key} {...(times ? placedAt(places[index] ?? 0) : placedIn(index, days.length))}>
                  {label}
                </span>
              ),
          )}
        </div>
      )}
      {times && <Times times={times} />}
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

/** Round times by the viewer's clock, each day once with its date. */
function Times({ times }: { times: readonly number[] }) {
  const format = useFormat();
  return (
    <div className="udt-days-labels" aria-hidden>
      {ticksOf(times, TICKS).map(({ time, place, isNewDay, step_ms }) => {
        const day = format.shortDay(localDay(time));
        const clock = step_ms < MINUTE ? format.clock(time) : format.time(time);
        return (
          <span key={time} {...placedAt(place)}>
            {isNewDay ? (step_ms < DAY ? `${day} ${clock}` : day) : clock}
          </span>
        );
      })}
    </div>
  );
}

/** As `2026-11-20`, by the viewer's clock. */
function localDay(time: number): string {
  const at = new Date(time);
  return [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, "0")).join("-");
}

const placedIn = (index: number, count: number) => ({
  "data-end": index === 0 ? "first" : index === count - 1 ? "last" : undefined,
  style: { left: percentOf((index + 0.5) / count) },
});

/** As far into the label as into the axis: so none is beyond an end. */
const placedAt = (place: number) => ({
  style: { left: percentOf(place), transform: `translateX(${percentOf(-place)})` },
});

/** A place as CSS has it. */
export const percentOf = (place: number): string => `${place * 100}%`;

/** What the day that is pointed at says, beside it. */
export function ChartTip({ days, at }: { days: readonly ChartDay[]; at: number | undefined }) {
  const pointed = at === undefined ? undefined : days[at];
  if (!pointed || at === undefined) return null;
  const place = placesOf(days)[at] ?? 0;
  return (
    <span className="udt-days-tip" data-side={place > 0.5 ? "left" : "right"} style={{ left: percentOf(place) }}>
      {pointed.text}
    </span>
  );
}
