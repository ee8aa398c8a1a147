import { measuredAppOf, type Resource } from "@udt/contract";
import { ErrorState, SkeletonBar } from "../../../lib/components/index.ts";
import { useFormat } from "../../../lib/format/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { useRecordedPerformance } from "../../../lib/performance/index.ts";
import { useAppNames } from "../apps/use-apps.ts";
import { useSession } from "../session.tsx";
import { useMarks } from "./marks.ts";
import { MeasuredCharts } from "./measured-charts.tsx";

/** A recording in the charts that live figures are shown in. */
export function RecordedView({ recording, onClose }: { recording: Resource; onClose: () => void }) {
  const t = useT("debug");
  const format = useFormat();
  const session = useSession();
  const nameOf = useAppNames();
  const app = measuredAppOf(recording.name);
  const marks = useMarks(0);
  const read = useRecordedPerformance(session, recording);
  const from = recording.started_at ?? recording.created_at;
  const last = (read.data?.times.at(-1) ?? 0) * 1000;
  return (
    <>
      <div className="dbg-toolbar">
        <h2 className="dbg-title" data-literal title={app ?? undefined}>
          {app === null ? t("performance.device") : nameOf(app)}
        </h2>
        <span className="udt-secondary udt-num">{format.exact(from)}</span>
        <span className="dbg-space" />
        <button type="button" className="udt-button" onClick={onClose}>
          {t(session.running ? "performance.to_live" : "performance.close")}
        </button>
      </div>
      {read.isPending ? (
        <SkeletonBar width="100%" height={240} />
      ) : read.isError ? (
        <ErrorState title={t("performance.unreadable")} error={read.error} onRetry={() => void read.refetch()} />
      ) : read.data.times.length === 0 ? (
        <p className="dbg-none">{t("performance.nothing")}</p>
      ) : (
        <MeasuredCharts
          data={read.data}
          from={from}
          to={Math.max(last, from + (recording.duration_ms ?? 0))}
          marks={marks}
          origin={from}
        />
      )}
    </>
  );
}
