import { Button } from "antd";
import { useEffect, useRef, useState } from "react";
import { useT } from "../../../lib/i18n/index.ts";
import { useStore } from "../../../lib/streams/index.ts";
import { Unreadable, useResourceUrl } from "../files.tsx";
import { useFileDownload } from "../use-download.ts";
import type { Playhead } from "./playhead.ts";
import type { Recording } from "./use-recordings.ts";

/** Jumps of the video's own clock that are smaller than this are its playing on, seconds. */
const SAME = 0.15;

/** The recording that holds a moment, or the last one that began before it. */
const videoAt = (videos: readonly Recording[], position: number): Recording | undefined =>
  videos.findLast(({ started_at }) => started_at <= position) ?? videos[0];

/** The recorded screen. */
export function VideoPane(props: {
  playhead: Playhead;
  speed: number;
  device_id: string;
  videos: readonly Recording[];
}) {
  const { playhead, speed, videos } = props;
  const urlOf = useResourceUrl(props.device_id);
  const { position } = useStore(playhead.state);
  const current = videoAt(videos, position);
  const next = current && videos[videos.indexOf(current) + 1];
  return (
    <div className="tl-video" data-device-screen>
      {current && (
        <Video
          key={current.resource_id}
          playhead={playhead}
          speed={speed}
          started_at={current.started_at}
          next_at={next?.started_at}
          url={urlOf(current)}
          device_id={props.device_id}
          resource={current}
        />
      )}
    </div>
  );
}

/** While it plays it is the clock; when a moment is chosen elsewhere it goes there. */
function Video(props: {
  playhead: Playhead;
  speed: number;
  started_at: number;
  /** When the recording after this one begins. */
  next_at: number | undefined;
  url: string;
  device_id: string;
  resource: Recording;
}) {
  const t = useT("runs");
  const { playhead, speed, started_at, next_at, url } = props;
  const video = useRef<HTMLVideoElement>(null);
  const { playing } = useStore(playhead.state);
  const [broken, setBroken] = useState(false);
  const download = useFileDownload(props.device_id);

  useEffect(() => {
    const element = video.current;
    if (!element) return undefined;
    const go = (time: number) => {
      const at = Math.max(0, (time - started_at) / 1000);
      if (Math.abs(element.currentTime - at) > SAME || element.paused) element.currentTime = at;
    };
    const ready = () => go(playhead.state.get().position);
    element.addEventListener("loadedmetadata", ready);
    if (element.readyState > 0) ready();
    const stop = playhead.onSeek(go);
    return () => {
      stop();
      element.removeEventListener("loadedmetadata", ready);
    };
  }, [playhead, started_at]);

  useEffect(() => {
    const element = video.current;
    if (!element) return undefined;
    if (!playing) {
      element.pause();
      return undefined;
    }
    element.playbackRate = speed;
    void element.play().catch(() => playhead.play(false));
    let frame = requestAnimationFrame(function follow() {
      if (!element.seeking) playhead.advance(started_at + element.currentTime * 1000);
      frame = requestAnimationFrame(follow);
    });
    // Nothing was seen from here on, up to the next recording or the end of the range.
    const over = () => playhead.advance(next_at ?? playhead.state.get().to);
    element.addEventListener("ended", over);
    return () => {
      cancelAnimationFrame(frame);
      element.removeEventListener("ended", over);
    };
  }, [playhead, playing, speed, started_at, next_at]);

  if (broken)
    return (
      <Unreadable
        device_id={props.device_id}
        resource_id={props.resource.resource_id}
        otherwise={
          <p>
            {t("timeline.video_error")}
            <Button type="link" onClick={() => download.mutate(props.resource)}>
              {t("timeline.download")}
            </Button>
          </p>
        }
      />
    );
  return (
    <video
      ref={video}
      src={url}
      aria-label={t("timeline.video")}
      preload="auto"
      muted
      playsInline
      onError={() => setBroken(true)}
    />
  );
}
