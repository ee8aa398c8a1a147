import { LIMITS, NET_OF, type TestType } from "@udt/contract";
import { useMemo } from "react";
import { SkeletonBar } from "../../../lib/components/index.ts";
import { errorText } from "../../../lib/errors/index.ts";
import { useFormat, withGap } from "../../../lib/format/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import {
  between,
  Chart,
  shownCharts,
  useRecordedPerformance,
  valueAt,
  type ChartLine,
  type Moment,
} from "../../../lib/performance/index.ts";
import { useStore } from "../../../lib/streams/index.ts";
import { usePlace } from "../use-place.ts";
import { outsideOf, type Playhead, type Range, type Recording } from "../../../lib/player/index.ts";

/** Why nothing is shown, whatever was measured; undefined where nothing stands against it. */
export function whyNotMeasured(wanted: boolean, lasted_ms: number | null): "off" | "short" | undefined {
  if (!wanted) return "off";
  // Document 2: a test shorter than this has none.
  return lasted_ms !== null && lasted_ms < LIMITS.performance_min_ms ? "short" : undefined;
}

/** Charts of what was measured, or why there are none. */
export function PerformancePane(props: {
  playhead: Playhead;
  device_id: string;
  recording: Recording | undefined;
  range: Range;
  wanted: boolean;
  test_type: TestType;
  lasted_ms: number | null;
  /** What of the range is the matter: the rest is shaded. */
  inside: Range | undefined;
}) {
  const t = useT("timeline");
  const words = useT("performance");
  const format = useFormat();
  const { recording, playhead, lasted_ms, test_type } = props;
  const { from, to } = props.range;
  const read = useRecordedPerformance({ ...usePlace(), device_id: props.device_id }, recording);
  const data = useMemo(() => read.data && between(read.data, from, to), [read.data, from, to]);
  const charts = useMemo(() => {
    const all = data ? shownCharts(data) : [];
    // A game is judged by its frames first.
    const ordered =
      test_type === "game" ? all.toSorted((a, b) => Number(b.name === "fps") - Number(a.name === "fps")) : all;
    return ordered.map(({ name, lines }) => ({
      name,
      lines: lines.map(({ key, values }) => ({ key, label: words(`series.${key}`), values })),
    }));
  }, [data, words, test_type]);
  const moment = useMemo<Moment>(
    () => ({ get: () => playhead.state.get().position, subscribe: playhead.state.subscribe }),
    [playhead],
  );
  const why = whyNotMeasured(props.wanted, lasted_ms);
  if (why) return <p className="tl-note">{t(`performance.${why}`)}</p>;
  if (recording === undefined) return <p className="tl-note">{t("performance.none")}</p>;
  if (read.isError)
    return (
      <p className="tl-note" role="alert">
        {withGap(t("performance.error"))}
        {errorText(read.error)}
      </p>
    );
  if (read.isPending) return <SkeletonBar width="100%" height={120} />;
  if (!data || charts.length === 0) return <p className="tl-note">{t("performance.none")}</p>;
  const owners = NET_OF.filter((one) => data.net_of.includes(one));
  const hasTraffic = charts.some(({ name }) => name === "traffic");
  return (
    <div className="udt-charts">
      {data.is_simulated && <p className="udt-charts-note">{words("simulated")}</p>}
      {charts.map(({ name, lines }) => (
        <Chart
          key={name}
          moment={moment}
          onPick={(at) => playhead.seek(at)}
          title={words(name)}
          unit={words(`unit.${name}`)}
          times={data.times}
          from={from}
          to={to}
          origin={from}
          axisText={format.countdown}
          lines={lines}
          shaded={outsideOf(props.range, props.inside)}
          isFitted={name === "temperature"}
          caption={<Now playhead={playhead} times={data.times} lines={lines} />}
        />
      ))}
      {owners.map((one) => (
        <p key={one} className="udt-charts-note">
          {words(`net_of.${one}`)}
        </p>
      ))}
      {!hasTraffic && <p className="udt-charts-note">{words("net_unknown")}</p>}
    </div>
  );
}

/** What the lines are at the moment that is shown. */
function Now({
  playhead,
  times,
  lines,
}: {
  playhead: Playhead;
  times: readonly number[];
  lines: readonly ChartLine[];
}) {
  const format = useFormat();
  const { position } = useStore(playhead.state);
  return (
    <span className="udt-chart-now udt-num">
      {lines.map(({ key, label, values }, order) => {
        const value = valueAt({ key, values }, times, position);
        return (
          <span key={key} data-line={order}>
            {label} {value === null ? "–" : format.number(Math.round(value * 10) / 10)}
          </span>
        );
      })}
    </span>
  );
}
