import type { CaseDetail, Run } from "@udt/contract";
import { useState, type ReactNode } from "react";
import { SkeletonBar } from "../../../lib/components/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import {
  Controls,
  LogPane,
  outsideOf,
  VideoPane,
  type Mark,
  type Playhead,
  type Range,
} from "../../../lib/player/index.ts";
import { usePlace } from "../use-place.ts";
import { PerformancePane, whyNotMeasured } from "./performance-pane.tsx";
import { useRecordings } from "./use-recordings.ts";

/** What was recorded of a device in a range, on one time: choose a moment anywhere and everything shows it. */
export function Timeline(props: {
  run: Run;
  device_id: string;
  playhead: Playhead;
  range: Range;
  /** What of the range is the matter: the rest is shaded. */
  inside?: Range;
  /** How long the device's part took; null while it goes on. */
  lasted_ms: number | null;
  steps: CaseDetail["steps"];
  /** When it went wrong. */
  failed_at: number | null;
  /** Stands beside the video, and over all where there is none. */
  beside?: ReactNode;
}) {
  const t = useT("timeline");
  const words = useT("player");
  const { run, device_id, playhead, range, inside, beside } = props;
  const recordings = useRecordings(device_id);
  const place = { ...usePlace(), device_id };
  const [speed, setSpeed] = useState<number>(1);
  const hasVideo = recordings.videos.length > 0;
  if (recordings.isPending)
    return (
      <div className="tl">
        {beside}
        <SkeletonBar width="100%" height={320} />
      </div>
    );
  if (recordings.isNone) {
    const why = whyNotMeasured(run.config.performance, props.lasted_ms);
    return (
      <div className="tl">
        {beside}
        <p className="tl-note">{t("nothing")}</p>
        {!run.config.video && <p className="tl-note">{t("video_off")}</p>}
        {why && <p className="tl-note">{t(`performance.${why}`)}</p>}
      </div>
    );
  }
  const video = hasVideo && <VideoPane playhead={playhead} speed={speed} place={place} videos={recordings.videos} />;
  const log = recordings.log ? (
    <LogPane playhead={playhead} place={place} log={recordings.log} range={range} inside={inside} />
  ) : (
    <p className="tl-note">{words("no_log")}</p>
  );
  const controls = (
    <Controls
      playhead={playhead}
      speed={speed}
      onSpeed={setSpeed}
      marks={props.steps.map(markOf)}
      failed_at={props.failed_at}
      inside={inside}
      hasVideo={hasVideo}
    />
  );
  return (
    <div className="tl">
      {!hasVideo && beside}
      {!hasVideo && <p className="tl-note">{t(run.config.video ? "no_video" : "video_off")}</p>}
      {hasVideo && beside ? (
        <>
          <div className="tl-main" data-video data-beside>
            {video}
            {beside}
          </div>
          {controls}
          {log}
        </>
      ) : (
        <>
          {hasVideo || recordings.log ? (
            <div className="tl-main" data-video={hasVideo}>
              {video}
              {log}
            </div>
          ) : (
            log
          )}
          {controls}
        </>
      )}
      <Legend steps={props.steps} failed={props.failed_at !== null} />
      {outsideOf(range, inside).length > 0 && <p className="tl-outside">{t("outside")}</p>}
      <PerformancePane
        playhead={playhead}
        device_id={device_id}
        recording={recordings.performance}
        range={range}
        inside={inside}
        wanted={run.config.performance}
        test_type={run.config.test_type}
        lasted_ms={props.lasted_ms}
      />
    </div>
  );
}

/** What the marks below the time stand for. */
function Legend({ steps, failed }: { steps: CaseDetail["steps"]; failed: boolean }) {
  const t = useT("timeline");
  const marks = [
    ["good", steps.some(({ ok }) => ok)],
    ["bad", steps.some(({ ok }) => !ok)],
    ["failed", failed],
  ] as const;
  const there = marks.flatMap(([mark, isThere]) => (isThere ? [mark] : []));
  if (there.length === 0) return null;
  return (
    <ul className="tl-legend">
      {there.map((mark) => (
        <li key={mark} data-mark={mark} data-tone={mark === "good" ? "good" : "bad"}>
          {t(`mark.${mark}`)}
        </li>
      ))}
    </ul>
  );
}

const markOf = (step: CaseDetail["steps"][number]): Mark => ({
  key: `${step.started_at} ${step.name}`,
  from: step.started_at,
  to: step.ended_at ?? step.started_at,
  tone: step.ok ? "good" : "bad",
});
