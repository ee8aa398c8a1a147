import { LIMITS, NET_OF, SERIES, SERIES_NAMES, type TestType } from "@udt/contract";
import { useMemo } from "react";
import { SkeletonBar } from "../../../lib/components/index.ts";
import { errorText } from "../../../lib/errors/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { Chart } from "./chart.tsx";
import { between, isThere } from "./performance-data.ts";
import type { Playhead } from "./playhead.ts";
import { useRecordedPerformance, type Range, type Recording } from "./use-recordings.ts";

const CHARTS = [...new Set(SERIES_NAMES.map((name) => SERIES[name].chart))].map((name) => ({
  name,
  series: SERIES_NAMES.filter((one) => SERIES[one].chart === name),
}));

/** A game is judged by its frames first. */
const chartsOf = (test_type: TestType) =>
  test_type === "game" ? CHARTS.toSorted((a, b) => Number(b.name === "fps") - Number(a.name === "fps")) : CHARTS;

/** Charts of what was measured, or why there are none. */
export function PerformancePane(props: {
  playhead: Playhead;
  device_id: string;
  recording: Recording | undefined;
  range: Range;
  wanted: boolean;
  test_type: TestType;
  lasted_ms: number | null;
}) {
  const t = useT("runs");
  const { recording, playhead, lasted_ms, test_type } = props;
  const { from, to } = props.range;
  const read = useRecordedPerformance(props.device_id, recording);
  const data = useMemo(() => read.data && between(read.data, from, to), [read.data, from, to]);
  const charts = useMemo(() => {
    if (!data) return [];
    return chartsOf(test_type)
      .filter(({ series }) => isThere(data, series))
      .map(({ name, series }) => ({
        name,
        times: data.times,
        lines: series
          .filter((one) => isThere(data, [one]))
          .map((one) => ({
            label: t(`performance.series.${one}`),
            values: data.values[one],
          })),
      }));
  }, [data, t, test_type]);
  if (!props.wanted) return <p className="tl-note">{t("performance.off")}</p>;
  // Document 2: a test shorter than this has none, whatever was measured.
  if (lasted_ms !== null && lasted_ms < LIMITS.performance_min_ms)
    return <p className="tl-note">{t("performance.short")}</p>;
  if (recording === undefined) return <p className="tl-note">{t("performance.none")}</p>;
  if (read.isError)
    return (
      <p className="tl-note" role="alert">
        {t("performance.error")} {errorText(read.error)}
      </p>
    );
  if (read.isPending) return <SkeletonBar width="100%" height={120} />;
  if (!data || charts.length === 0) return <p className="tl-note">{t("performance.none")}</p>;
  const owners = NET_OF.filter((one) => data.net_of.includes(one));
  const hasTraffic = charts.some(({ name }) => name === "traffic");
  return (
    <div className="tl-charts">
      {data.is_simulated && <p className="tl-measured">{t("performance.simulated")}</p>}
      {charts.map(({ name, times, lines }) => (
        <Chart
          key={name}
          playhead={playhead}
          title={t(`performance.${name}`)}
          unit={t(`performance.unit.${name}`)}
          times={times}
          from={from}
          to={to}
          lines={lines}
          isFitted={name === "temperature"}
        />
      ))}
      {owners.map((one) => (
        <p key={one} className="tl-measured">
          {t(`performance.net_of.${one}`)}
        </p>
      ))}
      {!hasTraffic && <p className="tl-measured">{t("performance.net_unknown")}</p>}
    </div>
  );
}
