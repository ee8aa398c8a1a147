import { useEffect, useRef } from "react";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { useFormat } from "../../../lib/format/index.ts";
import { useStore } from "../../../lib/streams/index.ts";
import { useThemeMode } from "../../../lib/theme/theme-mode.ts";
import type { Playhead } from "./playhead.ts";

const HEIGHT = 110;
const COLORS = ["--udt-accent", "--udt-warning"] as const;

interface Line {
  label: string;
  values: readonly (number | null)[];
}

const colorOf = (token: string) => getComputedStyle(document.documentElement).getPropertyValue(token).trim();

interface Plotted {
  playhead: Playhead;
  times: readonly number[];
  from: number;
  to: number;
  lines: readonly Line[];
  /** The scale begins below the smallest value and not at zero. */
  isFitted?: boolean;
}

/** Lines over time. A click chooses its moment; the upright line is the moment that is shown. */
export function Chart({ title, unit, ...plotted }: Plotted & { title: string; unit: string }) {
  // A canvas does not follow the page's colours by itself.
  const theme = useThemeMode();
  return (
    <figure className="tl-chart">
      <figcaption>
        <b>{title}</b> <span className="udt-secondary">{unit}</span>
        <Now {...plotted} />
      </figcaption>
      <Plot key={theme} {...plotted} />
    </figure>
  );
}

function Plot({ playhead, times, lines, from, to, isFitted = false }: Plotted) {
  const format = useFormat();
  const place = useRef<HTMLDivElement>(null);
  const mark = useRef<HTMLElement>(null);

  useEffect(() => {
    const element = place.current;
    if (!element) return undefined;
    const text = colorOf("--udt-secondary");
    const grid = { stroke: colorOf("--udt-hairline"), width: 1 };
    const axis = { stroke: text, grid, ticks: { show: false }, font: `11px ${colorOf("--udt-font")}` };
    const plot = new uPlot(
      {
        width: element.clientWidth,
        height: HEIGHT,
        legend: { show: false },
        cursor: { y: false, drag: { x: false, y: false }, points: { show: false }, lock: false },
        scales: {
          x: { range: () => [0, (to - from) / 1000] },
          y: {
            range: (_, min, max) =>
              isFitted ? [Math.floor(min - 1), Math.ceil(max + 1)] : [0, Math.max(1, max * 1.1)],
          },
        },
        axes: [
          { ...axis, size: 22, values: (_, marks) => marks.map((mark) => format.countdown(mark * 1000)) },
          { ...axis, size: 44, values: (_, marks) => marks.map((mark) => format.number(mark)) },
        ],
        series: [
          {},
          ...lines.map((line, index) => ({
            label: line.label,
            stroke: colorOf(COLORS[index % COLORS.length] ?? "--udt-text"),
            width: 1.5,
            points: { show: false },
          })),
        ],
      },
      [times.map((time) => time - from / 1000), ...lines.map((line) => [...line.values])],
      element,
    );
    plot.over.addEventListener("click", (event) => {
      playhead.seek(from + plot.posToVal(event.clientX - plot.over.getBoundingClientRect().left, "x") * 1000);
    });
    const showMoment = () => {
      const share = (playhead.state.get().position - from) / Math.max(1, to - from);
      if (mark.current)
        mark.current.style.transform = `translateX(${plot.over.offsetLeft + share * plot.over.offsetWidth}px)`;
    };
    const unsubscribe = playhead.state.subscribe(showMoment);
    const observer = new ResizeObserver(() => {
      plot.setSize({ width: element.clientWidth, height: HEIGHT });
      showMoment();
    });
    observer.observe(element);
    return () => {
      unsubscribe();
      observer.disconnect();
      plot.destroy();
    };
  }, [playhead, times, lines, from, to, isFitted, format]);

  return (
    <div className="tl-plot">
      <div ref={place} aria-hidden />
      <i ref={mark} className="tl-mark" aria-hidden />
    </div>
  );
}

/** What the lines are at the moment that is shown. */
function Now({ playhead, times, lines }: Plotted) {
  const format = useFormat();
  const { position } = useStore(playhead.state);
  const index = Math.max(
    0,
    times.findLastIndex((time) => time * 1000 <= position),
  );
  return (
    <span className="tl-now udt-num">
      {lines.map((line, order) => {
        const value = line.values[index] ?? null;
        return (
          <span key={line.label} data-line={order}>
            {line.label} {value === null ? "–" : format.number(Math.round(value * 10) / 10)}
          </span>
        );
      })}
    </span>
  );
}
