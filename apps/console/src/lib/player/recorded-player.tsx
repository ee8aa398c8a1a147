import { useMemo, useState } from "react";
import { keyName } from "../device-keys/index.ts";
import { useT } from "../i18n/index.ts";
import { Controls, type Mark } from "./controls.tsx";
import type { RecordedLine } from "./log-data.ts";
import { GIVEN, LogPane } from "./log-pane.tsx";
import { Playhead } from "./playhead.ts";
import { gestureOf, strokesOf, type RecordedInput, type Stroke } from "./recorded-input.ts";
import { rangeOf, type RecordedParts } from "./recorded-parts.ts";
import { useRecordedInput, type RecordedPlace } from "./recorded.ts";
import { VideoPane } from "./video-pane.tsx";

const NOTHING: readonly RecordedInput[] = [];

/**
 * A recording of a debug session: video with the fingers on it, and on the same time what was given and logged.
 * @param at the moment that is shown first, instead of the beginning
 */
export function RecordedPlayer({ place, parts, at }: { place: RecordedPlace; parts: RecordedParts; at?: number }) {
  const { video, input, log } = parts;
  const { started_at, duration_ms } = video;
  const range = useMemo(() => rangeOf({ started_at, duration_ms }), [started_at, duration_ms]);
  const [playhead] = useState(() => new Playhead(range, at));
  const [speed, setSpeed] = useState<number>(1);
  const inputs = useRecordedInput(place, input).data ?? NOTHING;
  const strokes = useMemo(() => strokesOf(inputs), [inputs]);
  const given = useGiven(inputs, strokes);
  const marks = useMemo(
    () => given.map<Mark>(({ time, to }, index) => ({ key: `${index}`, from: time, to, tone: "busy" })),
    [given],
  );
  return (
    <div className="tl">
      <div className="tl-main" data-video data-turns>
        <VideoPane playhead={playhead} speed={speed} place={place} videos={[video]} strokes={strokes} />
        <LogPane playhead={playhead} place={place} log={log} range={range} given={given} />
      </div>
      <Controls playhead={playhead} speed={speed} onSpeed={setSpeed} marks={marks} failed_at={null} hasVideo />
    </div>
  );
}

/** What was given to the device, in words, as lines among those of the log. */
function useGiven(inputs: readonly RecordedInput[], strokes: readonly Stroke[]) {
  const t = useT("player");
  return useMemo(() => {
    const line = (time: number, tag: string, message: string, to = time): RecordedLine & { to: number } => ({
      time,
      to,
      level: GIVEN,
      tag,
      message,
    });
    const touched = strokes.map((stroke) => {
      const gesture = gestureOf(stroke);
      const ends = gesture === "swipe" ? [stroke.points[0], stroke.points.at(-1)] : [stroke.points[0]];
      const places = ends.map((point) => point && `${percent(point.x)} ${percent(point.y)}`);
      return line(stroke.from, t(`given.${gesture}`), places.join(" → "), stroke.to);
    });
    const others = inputs.flatMap((given) => {
      const at = given.timestamp;
      if (given.type === "rotate" || given.type === "wake") return [line(at, t(`given.${given.type}`), "")];
      if (given.type === "text") return [line(at, t("given.text"), t("given.characters", { count: given.length }))];
      if (given.type !== "key" || given.action === "up") return [];
      return [line(at, t("given.key"), given.key ? keyName(given.key) : t("given.hidden"))];
    });
    return [...touched, ...others].toSorted((a, b) => a.time - b.time);
  }, [inputs, strokes, t]);
}

const percent = (share: number): string => `${Math.round(share * 100)}%`;
