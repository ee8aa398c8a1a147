import { useEffect, useRef, type ReactNode } from "react";
import type { Series } from "@udt/contract";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import "./chart.css";
import { niceMax } from "../charts/scale.ts";
import { useFormat } from "../format/index.ts";
import { drawn, lonePoints } from "./charts.ts";
import { useThemeMode } from "../theme/theme-mode.ts";

const HEIGHT = 110;
/** Seconds between marks of the axis. */
const STEPS = [1, 5, 10, 15, 30, 60, 120, 300, 600, 1800, 3600, 7200, 21_600];

export interface ChartLine {
  key: Series;
  label: string;
  values: readonly (number | null)[];
}

/** The moment at which charts are read, epoch milliseconds; undefined for none. */
export interface Moment {
  get(): number | undefined;
  subscribe(listener: () => void): () => void;
}

export interface Plotted {
  /** Epoch seconds. */
  times: readonly number[];
  lines: readonly ChartLine[];
  from: number;
  to: number;
  /** The upright line. */
  moment: Moment;
  /** The axis counts from here. */
  origin?: number;
  axisText: (ms: number) => string;
  /** Somebody chose a moment, or points at one. */
  onPick?: (moment: number) => void;
  onPoint?: (moment: number | undefined) => void;
  /** Moments at which something happened. */
  marks?: readonly number[];
  /** Stretches that are shaded. */
  shaded?: readonly { from: number; to: number }[];
  /** The scale begins below the smallest value and not at zero. */
  isFitted?: boolean;
}

/** Lines over time. */
export function Chart(props: Plotted & { title: string; unit: string; caption?: ReactNode; children?: ReactNode }) {
  const { title, unit, caption, children, ...plotted } = props;
  // A canvas does not follow the page's colours by itself.
  const theme = useThemeMode();
  return (
    <figure className="udt-chart">
      <figcaption>
        <b>{title}</b> <span className="udt-secondary">{unit}</span>
        {caption}
      </figcaption>
      <Plot key={`${theme} ${plotted.lines.map(({ key }) => key).join(" ")}`} {...plotted} />
      {children}
    </figure>
  );
}

/** One canvas for as long as its lines are the same; what they are made of may change each second. */
function Plot(props: Plotted) {
  const format = useFormat();
  const place = useRef<HTMLDivElement>(null);
  const mark = useRef<HTMLElement>(null);
  const plot = useRef<uPlot>(undefined);
  const newest = useRef(props);
  const { times, lines, from, to, origin = 0, moment } = props;

  useEffect(() => {
    newest.current = props;
  });
  useEffect(() => {
    const element = place.current;
    if (!element) return undefined;
    const made = new uPlot(optionsOf(element, newest, format.number), dataOf(newest.current), element);
    plot.current = made;
    made.over.addEventListener("click", () => {
      const at = pointed(made, newest.current);
      if (at !== undefined) newest.current.onPick?.(at);
    });
    const observer = new ResizeObserver(() => made.setSize({ width: element.clientWidth, height: HEIGHT }));
    observer.observe(element);
    return () => {
      observer.disconnect();
      made.destroy();
    };
  }, [format]);
  useEffect(() => {
    plot.current?.setData(dataOf({ times, lines, origin }));
  }, [times, lines, origin]);
  useEffect(() => {
    // The axes and what is drawn behind the lines follow from these, and the plot asks for them anew.
    plot.current?.setScale("x", rangeOf({ from, to, origin }));
  }, [from, to, origin]);
  useEffect(() => {
    const showMoment = () => {
      const at = moment.get();
      if (!mark.current || !plot.current) return;
      const { offsetLeft, offsetWidth } = plot.current.over;
      const share = at === undefined ? -1 : (at - from) / Math.max(1, to - from);
      mark.current.hidden = share < 0 || share > 1;
      mark.current.style.transform = `translateX(${offsetLeft + share * offsetWidth}px)`;
    };
    showMoment();
    const observer = new ResizeObserver(showMoment);
    if (place.current) observer.observe(place.current);
    const unsubscribe = moment.subscribe(showMoment);
    return () => {
      observer.disconnect();
      unsubscribe();
    };
  }, [moment, from, to]);

  return (
    <div className="udt-chart-plot" data-picked={props.onPick !== undefined || undefined}>
      <div ref={place} aria-hidden />
      <i ref={mark} className="udt-chart-mark" aria-hidden />
    </div>
  );
}

const dataOf = ({ times, lines, origin = 0 }: Pick<Plotted, "times" | "lines" | "origin">): uPlot.AlignedData => [
  times.map((time) => time - origin / 1000),
  ...lines.map((line) => drawn(line, times)),
];

const rangeOf = ({ from, to, origin = 0 }: Pick<Plotted, "from" | "to" | "origin">) => ({
  min: (from - origin) / 1000,
  max: (to - origin) / 1000,
});

/** The moment under the pointer. */
function pointed(plot: uPlot, { origin = 0 }: Plotted): number | undefined {
  const { left } = plot.cursor;
  return left === undefined || left < 0 ? undefined : origin + plot.posToVal(left, "x") * 1000;
}

/** The scale's ends are among what it tells. */
const scaleMarks: uPlot.Axis.Splits = (_plot, _axis, min, max) => [min, (min + max) / 2, max];

const colorOf = (token: string) => getComputedStyle(document.documentElement).getPropertyValue(token).trim();

function optionsOf(
  element: HTMLElement,
  newest: { readonly current: Plotted },
  number: (value: number) => string,
): uPlot.Options {
  const { lines, onPoint } = newest.current;
  const grid = { stroke: colorOf("--udt-hairline"), width: 1 };
  const font = `11px ${colorOf("--udt-font")}`;
  const axis = { stroke: colorOf("--udt-secondary"), grid, ticks: { show: false }, font };
  const within = (time: number) => (time - (newest.current.origin ?? 0)) / 1000;
  return {
    width: element.clientWidth,
    height: HEIGHT,
    legend: { show: false },
    cursor: { x: onPoint === undefined, y: false, drag: { x: false, y: false }, points: { show: false } },
    scales: {
      x: {
        time: false,
        range: () => {
          const { min, max } = rangeOf(newest.current);
          return [min, max];
        },
      },
      y: {
        range: (_, min, max) =>
          newest.current.isFitted ? [Math.floor(min - 1), Math.ceil(max + 1)] : [0, niceMax(Math.max(1, max))],
      },
    },
    axes: [
      { ...axis, size: 22, incrs: STEPS, values: (_, at) => at.map((one) => newest.current.axisText(one * 1000)) },
      { ...axis, size: 44, splits: scaleMarks, values: (_, at) => at.map(number) },
    ],
    series: [
      {},
      ...lines.map(({ label }, index) => ({
        label,
        stroke: colorOf(`--udt-chart-${index + 1}`),
        width: 1.5,
        // A line of one value has no length: it is drawn as a dot.
        points: {
          show: false,
          size: 5,
          fill: colorOf(`--udt-chart-${index + 1}`),
          filter: (plot: uPlot, series: number) => lonePoints([...(plot.data[series] ?? [])]),
        },
      })),
    ],
    hooks: {
      setCursor: [(plot) => newest.current.onPoint?.(pointed(plot, newest.current))],
      drawClear: [
        (plot) => {
          const { shaded = [], marks = [] } = newest.current;
          drawShades(
            plot,
            shaded.map(({ from, to }) => [within(from), within(to)]),
          );
          drawMarks(plot, marks.map(within));
        },
      ],
    },
  };
}

function drawShades({ ctx, bbox, valToPos }: uPlot, stretches: readonly (readonly [number, number])[]): void {
  ctx.save();
  ctx.fillStyle = colorOf("--udt-offline-tint");
  for (const stretch of stretches) {
    const [from, to] = stretch.map((at) =>
      Math.min(bbox.left + bbox.width, Math.max(bbox.left, valToPos(at, "x", true))),
    );
    if (from !== undefined && to !== undefined) ctx.fillRect(from, bbox.top, to - from, bbox.height);
  }
  ctx.restore();
}

function drawMarks({ ctx, bbox, valToPos }: uPlot, marks: readonly number[]): void {
  ctx.save();
  ctx.strokeStyle = colorOf("--udt-secondary");
  ctx.setLineDash([3, 3]);
  ctx.beginPath();
  for (const at of marks) {
    const x = Math.round(valToPos(at, "x", true));
    if (x < bbox.left || x > bbox.left + bbox.width) continue;
    ctx.moveTo(x, bbox.top);
    ctx.lineTo(x, bbox.top + bbox.height);
  }
  ctx.stroke();
  ctx.restore();
}
