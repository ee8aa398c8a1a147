import { useEffect, useRef, useState } from "react";
import { SkeletonBar } from "../../../lib/components/index.ts";
import { useFormat, useNow } from "../../../lib/format/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { valueAt, type PerformanceData } from "../../../lib/performance/index.ts";
import { Said } from "../../../lib/words/index.ts";
import { useAppNames } from "../apps/use-apps.ts";
import { useSession } from "../session.tsx";
import { StreamNotice } from "../stream-notice.tsx";
import { useTabActive } from "../tabs/tabs.tsx";
import { AppChoice, useChosen } from "./app-choice.tsx";
import { WINDOW_MS, type Recording } from "./live-performance.ts";
import { useMarks } from "./marks.ts";
import { MeasuredCharts } from "./measured-charts.tsx";
import { useLive } from "./use-live.ts";

/** The last two minutes, and what begins and ends a recording. */
export function LiveView({ isCovered, onRecording }: { isCovered: boolean; onRecording: () => void }) {
  const t = useT("debug");
  const [picked, setPicked] = useState<string | null>();
  const [told, setTold] = useState<Recording>(null);
  const { drives } = useSession();
  const chosen = useChosen(picked, told);
  // What is in front may change; what is measured does so only where somebody says it.
  if (drives && picked === undefined && chosen !== undefined) setPicked(chosen);
  const live = useLive(chosen);
  const { data, said, recording, stream, isShown } = live;
  const marks = useMarks(live.ahead_ms);
  const before = useRef<Recording>(null);
  useEffect(() => {
    if (before.current === recording) return;
    before.current = recording;
    setTold(recording);
    onRecording();
  }, [recording, onRecording]);
  const last = data.times.at(-1);
  const to = last === undefined ? 0 : last * 1000;
  // What goes on behind another tool or a recording is kept, but not drawn.
  const isDrawn = useTabActive() && !isCovered;
  const isOpen = stream.name === "open";
  const phase = !isShown
    ? "paused"
    : !isOpen
      ? "connecting"
      : said
        ? "unmeasured"
        : last === undefined
          ? "starting"
          : "measuring";
  return (
    <>
      <div className="dbg-toolbar">
        <AppChoice chosen={chosen} recording={recording} onChoose={setPicked} />
        <span className="dbg-perf-phase" data-phase={phase} role="status">
          {t(`performance.phase.${phase}`)}
        </span>
        <span className="dbg-space" />
        <RecordButton
          recording={recording}
          ahead_ms={live.ahead_ms}
          disabled={!isOpen || chosen === undefined}
          onStart={() => chosen !== undefined && live.send({ type: "record", package_name: chosen })}
          onStop={() => live.send({ type: "record_end" })}
        />
      </div>
      <StreamNotice state={stream} onReconnect={live.reconnect} />
      {said && (
        <div className="dbg-banner" data-tone="warning" role="alert">
          <Said said={said} />
        </div>
      )}
      {last === undefined ? (
        !said && (
          <div className="udt-charts dbg-perf-charts">
            {["cpu", "memory", "fps", "traffic"].map((name) => (
              <SkeletonBar key={name} width="100%" height={150} />
            ))}
          </div>
        )
      ) : (
        <>
          {chosen !== null && isOpen && !isSpending(data) && (
            <p className="dbg-perf-note">{t("performance.not_running")}</p>
          )}
          {isDrawn && <MeasuredCharts data={data} from={to - WINDOW_MS} to={to} marks={marks} />}
        </>
      )}
    </>
  );
}

/** Whether the app that is measured is there at all. */
const isSpending = ({ times, values }: PerformanceData): boolean =>
  (["cpu_app", "mem_pss"] as const).some((key) => valueAt({ key, values: values[key] }, times, undefined) !== null);

/** Who drives begins and ends recordings; others see that there is one. */
function RecordButton(props: {
  recording: Recording;
  ahead_ms: number;
  disabled: boolean;
  onStart: () => void;
  onStop: () => void;
}) {
  const t = useT("debug");
  const { drives } = useSession();
  const nameOf = useAppNames();
  const { recording, disabled } = props;
  if (!recording)
    return (
      drives && (
        <button type="button" className="udt-button" data-primary disabled={disabled} onClick={props.onStart}>
          {t("performance.record")}
        </button>
      )
    );
  const app = recording.package_name === null ? t("performance.device") : nameOf(recording.package_name);
  return (
    <>
      <span className="dbg-perf-recording udt-num" title={app}>
        <span className="udt-ellipsis">{t("performance.recording", { app })}</span>
        <Elapsed since={recording.started_at - props.ahead_ms} />
      </span>
      {drives && (
        <button type="button" className="udt-button" disabled={disabled} onClick={props.onStop}>
          {t("performance.record_end")}
        </button>
      )}
    </>
  );
}

function Elapsed({ since }: { since: number }) {
  const format = useFormat();
  return <span>{format.countdown(Math.floor((useNow() - since) / 1000) * 1000)}</span>;
}
