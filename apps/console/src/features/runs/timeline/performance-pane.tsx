import { LIMITS } from "@udt/contract";
import { useMemo } from "react";
import { SkeletonBar } from "../../../lib/components/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { Chart } from "./chart.tsx";
import { between, isThere, type Series } from "./performance-data.ts";
import type { Playhead } from "./playhead.ts";
import { useRecordedPerformance, type Range, type Recording } from "./use-recordings.ts";

const CHARTS = [
  { name: "cpu", series: ["cpu_app", "cpu_total"] },
  { name: "memory", series: ["mem_pss"] },
  { name: "fps", series: ["fps"] },
  { name: "traffic", series: ["net_in", "net_out"] },
] as const satisfies { name: string; series: readonly Series[] }[];

/** Charts of what was measured, or why there are none. */
export function PerformancePane(props: {
  playhead: Playhead;
  device_id: string;
  recording: Recording | undefined;
  range: Range;
  wanted: boolean;
  lasted_ms: number | null;
}) {
  const t = useT("runs");
  const { recording, playhead, lasted_ms } = props;
  const { from, to } = props.range;
  const read = useRecordedPerformance(props.device_id, recording);
  const charts = useMemo(() => {
    if (!read.data) return [];
    const data = between(read.data, from, to);
    return CHARTS.filter(({ series }) => isThere(data, series)).map(({ name, series }) => ({
      name,
      times: data.times,
      lines: series
        .filter((one) => isThere(data, [one]))
        .map((one) => ({
          label: t(one === "fps" ? "performance.fps_app" : `performance.${one}`),
          values: data.values[one],
        })),
    }));
  }, [read.data, from, to, t]);
  if (!props.wanted) return <p className="tl-note">{t("performance.off")}</p>;
  // Document 2: a test shorter than this has none, whatever was measured.
  if (lasted_ms !== null && lasted_ms < LIMITS.performance_min_ms)
    return <p className="tl-note">{t("performance.short")}</p>;
  if (recording === undefined) return <p className="tl-note">{t("performance.none")}</p>;
  if (read.isError) return <p className="tl-note">{t("performance.error")}</p>;
  if (read.isPending) return <SkeletonBar width="100%" height={120} />;
  if (charts.length === 0) return <p className="tl-note">{t("performance.none")}</p>;
  return (
    <div className="tl-charts">
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
        />
      ))}
    </div>
  );
}
