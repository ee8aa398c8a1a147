import type { CaseDetail, Run } from "@udt/contract";
import { useState } from "react";
import { SkeletonBar } from "../../../lib/components/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { Controls, LogPane, Playhead, VideoPane, type Mark, type Range } from "../../../lib/player/index.ts";
import { usePlace } from "../use-place.ts";
import { PerformancePane } from "./performance-pane.tsx";
import { useRecordings } from "./use-recordings.ts";

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
  const place = { ...usePlace(), device_id };
  const [playhead] = useState(() => new Playhead(range));
  const [speed, setSpeed] = useState<number>(1);
  const hasVideo = recordings.videos.length > 0;
  if (recordings.isPending) return <SkeletonBar width="100%" height={320} />;
  return (
    <div className="tl">
      {!hasVideo && <p className="tl-note">{t(run.config.video ? "timeline.no_video" : "timeline.video_off")}</p>}
      <div className="tl-main" data-video={hasVideo}>
        {hasVideo && <VideoPane playhead={playhead} speed={speed} place={place} videos={recordings.videos} />}
        <LogPane playhead={playhead} place={place} log={recordings.log} range={range} />
      </div>
      <Controls
        playhead={playhead}
        speed={speed}
        onSpeed={setSpeed}
        marks={props.steps.map(markOf)}
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

const markOf = (step: CaseDetail["steps"][number]): Mark => ({
  key: `${step.started_at} ${step.name}`,
  from: step.started_at,
  to: step.ended_at ?? step.started_at,
  tone: step.ok ? "good" : "bad",
});
