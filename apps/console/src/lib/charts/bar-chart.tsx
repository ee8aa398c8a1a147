import "./bar-chart.css";
import { ChartFrame, ChartTip, type ChartDay } from "./chart-frame.tsx";
import { niceMax } from "./scale.ts";
import { useDayPointer } from "./use-day-pointer.ts";

/** Between bars, as part of their room; few bars would be blocks. */
const gapFor = (count: number): number => (count <= 10 ? 0.5 : 0.28);

/** Values of days, side by side. */
export function BarChart(props: {
  title: string;
  bars: readonly ChartDay[];
  /** What the top of the scale is called. */
  scale: (top: number) => string;
  /** The top, where it does not follow from the values. */
  max?: number;
  height?: number;
  /** Opens what is behind a day. */
  onPick?: (key: string) => void;
}) {
  const { bars, height = 128 } = props;
  const { at, slider } = useDayPointer(props.title, bars, props.onPick);
  const top = props.max ?? niceMax(Math.max(0, ...bars.map(({ value }) => value ?? 0)));
  const gap = gapFor(bars.length);
  return (
    <ChartFrame className="udt-bars" title={props.title} days={bars}>
      <div className="udt-days-plot" style={{ height }} {...slider}>
        <span className="udt-days-top" aria-hidden>
          {props.scale(top)}
        </span>
        <svg viewBox={`0 0 ${bars.length} 1`} preserveAspectRatio="none" aria-hidden>
          {bars.map(({ key, value }, index) => (
            <g key={key} data-at={index === at || undefined}>
              <rect className="udt-bars-slot" x={index} y={0} width={1} height={1} />
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
        <ChartTip days={bars} at={at} />
      </div>
    </ChartFrame>
  );
}
