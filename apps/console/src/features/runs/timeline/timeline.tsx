import { CaretRightOutlined, PauseOutlined } from "@ant-design/icons";
import type { CaseDetail, Run } from "@udt/contract";
import { Segmented } from "antd";
import { useEffect, useState } from "react";
import { SkeletonBar } from "../../../lib/components/index.ts";
import { useFormat } from "../../../lib/format/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { useStore } from "../../../lib/streams/index.ts";
import { LogPane } from "./log-pane.tsx";
import { PerformancePane } from "./performance-pane.tsx";
import { Playhead } from "./playhead.ts";
import "./timeline.css";
import { useRecordings, type Range } from "./use-recordings.ts";
import { VideoPane } from "./video-pane.tsx";

const SPEEDS = [0.5, 1, 2, 4] as const;

/** What was recorded of a device in a range, on one time: choose a moment anywhere and everything shows it. */
export function Timeline(props: {
  run: Run;
  device_id: string;
  range: Range;
  /** How long the device's part took; null while it goes on. */
  lasted_ms: number | null;
  steps: CaseDetail["steps"];
  /** When it went wrong. */
  failed_at: number | null;
}) {
  const t = useT("runs");
  const { run, device_id, range } = props;
  const recordings = useRecordings(device_id);
  const [playhead] = useState(() => new Playhead(range));
  const [speed, setSpeed] = useState<number>(1);
  const hasVideo = recordings.videos.length > 0;
  if (recordings.isPending) return <SkeletonBar width="100%" height={320} />;
  return (
    <div className="tl">
      {!hasVideo && <p className="tl-note">{t(run.config.video ? "timeline.no_video" : "timeline.video_off")}</p>}
      <div className="tl-main" data-video={hasVideo}>
        {hasVideo && <VideoPane playhead={playhead} speed={speed} device_id={device_id} videos={recordings.videos} />}
        <LogPane playhead={playhead} device_id={device_id} log={recordings.log} range={range} />
      </div>
      <Controls
        playhead={playhead}
        speed={speed}
        onSpeed={setSpeed}
        steps={props.steps}
        failed_at={props.failed_at}
        hasVideo={hasVideo}
      />
      <PerformancePane
        playhead={playhead}
        device_id={device_id}
        recording={recordings.performance}
        range={range}
        wanted={run.config.performance}
        test_type={run.config.test_type}
        lasted_ms={props.lasted_ms}
      />
    </div>
  );
}

function Controls(props: {
  playhead: Playhead;
  speed: number;
  onSpeed: (speed: number) => void;
  steps: CaseDetail["steps"];
  failed_at: number | null;
  hasVideo: boolean;
}) {
  const t = useT("runs");
  const format = useFormat();
  const { playhead, speed, hasVideo } = props;
  const { from, to, position, playing } = useStore(playhead.state);
  // Without a video nothing else tells the time.
  useEffect(() => {
    if (!playing || hasVideo) return undefined;
    let last = performance.now();
    const tick = (now: number) => {
      playhead.advance(playhead.state.get().position + (now - last) * speed);
      last = now;
      frame = requestAnimationFrame(tick);
    };
    let frame = requestAnimationFrame(tick);
    return () => cancelAnimationFrame(frame);
  }, [playing, hasVideo, speed, playhead]);
  const length = Math.max(1, to - from);
  const share = (time: number) => `${Math.min(100, Math.max(0, ((time - from) / length) * 100))}%`;
  const words = `${format.countdown(position - from)} / ${format.countdown(length)}`;
  return (
    <div className="tl-controls">
      <button
        type="button"
        className="tl-play"
        aria-label={t(playing ? "timeline.pause" : "timeline.play")}
        onClick={() => playhead.play(!playing)}
      >
        {playing ? <PauseOutlined /> : <CaretRightOutlined />}
      </button>
      <div className="tl-track">
        <div className="tl-marks" aria-hidden>
          {props.steps.map((step) => (
            <i
              key={`${step.started_at} ${step.name}`}
              data-tone={step.ok ? "good" : "bad"}
              style={{
                left: share(step.started_at),
                width: `calc(${share((step.ended_at ?? step.started_at) - step.started_at + from)} + 2px)`,
              }}
            />
          ))}
          {props.failed_at !== null && <b style={{ left: share(props.failed_at) }} />}
        </div>
        <input
          type="range"
          min={from}
          max={to}
          step={100}
          value={position}
          aria-label={t("timeline.position")}
          aria-valuetext={words}
          onChange={(event) => playhead.seek(event.target.valueAsNumber)}
        />
      </div>
      <span className="udt-num tl-time">{words}</span>
      <Segmented
        size="small"
        aria-label={t("timeline.speed")}
        value={speed}
        options={SPEEDS.map((value) => ({ value, label: `${value}×` }))}
        onChange={props.onSpeed}
      />
    </div>
  );
}
