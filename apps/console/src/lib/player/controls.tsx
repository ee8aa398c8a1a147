import { CaretRightOutlined, PauseOutlined } from "@ant-design/icons";
import { Segmented } from "antd";
import { useEffect } from "react";
import { useFormat } from "../format/index.ts";
import { useT } from "../i18n/index.ts";
import { useStore } from "../streams/index.ts";
import "./player.css";
import type { Playhead } from "./playhead.ts";
import { outsideOf, type Range } from "./recorded.ts";

const SPEEDS = [0.5, 1, 2, 4] as const;

/** A stretch of time that is marked on the track. */
export interface Mark {
  key: string;
  from: number;
  to: number;
  tone: "good" | "bad" | "busy";
}

/** The playhead's own: play, where it stands, how fast. */
export function Controls(props: {
  playhead: Playhead;
  speed: number;
  onSpeed: (speed: number) => void;
  marks: readonly Mark[];
  /** When it went wrong. */
  failed_at: number | null;
  /** What of the range is the matter: the rest is shaded. */
  inside?: Range | undefined;
  hasVideo: boolean;
}) {
  const t = useT("player");
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
  const words = `${format.elapsed(position - from)} / ${format.elapsed(length)}`;
  return (
    <div className="tl-controls">
      <button
        type="button"
        className="tl-play"
        aria-label={t(playing ? "pause" : "play")}
        onClick={() => playhead.play(!playing)}
      >
        {playing ? <PauseOutlined /> : <CaretRightOutlined />}
      </button>
      <div className="tl-track">
        <div className="tl-marks" aria-hidden>
          {outsideOf({ from, to }, props.inside).map((rest) => (
            <s key={rest.from} style={{ left: share(rest.from), width: share(from + rest.to - rest.from) }} />
          ))}
          {props.marks.map((mark) => (
            <i
              key={mark.key}
              data-tone={mark.tone}
              style={{ left: share(mark.from), width: `calc(${share(mark.to - mark.from + from)} + 2px)` }}
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
          aria-label={t("position")}
          aria-valuetext={words}
          onChange={(event) => playhead.seek(event.target.valueAsNumber)}
        />
      </div>
      <span className="udt-num tl-time">{words}</span>
      <Segmented
        size="small"
        aria-label={t("speed")}
        value={speed}
        options={SPEEDS.map((value) => ({ value, label: `${value}×` }))}
        onChange={props.onSpeed}
      />
    </div>
  );
}
