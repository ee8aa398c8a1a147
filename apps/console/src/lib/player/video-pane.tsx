import { resourceEndpoints } from "@udt/contract/endpoints/resources";
import { Button } from "antd";
import { useEffect, useRef, useState } from "react";
import { api } from "../api/api.ts";
import { useDownload } from "../download/index.ts";
import { useT } from "../i18n/index.ts";
import { useStore } from "../streams/index.ts";
import type { Playhead } from "./playhead.ts";
import type { Stroke } from "./recorded-input.ts";
import type { Recording } from "./recorded-parts.ts";
import { fileCall, type RecordedPlace } from "./recorded.ts";
import { TouchLayer } from "./touch-layer.tsx";
import { Unreadable } from "./unreadable.tsx";

/** Jumps of the video's own clock that are smaller than this are its playing on, seconds. */
const SAME = 0.15;

/** The recording that holds a moment, or the last one that began before it. */
const videoAt = (videos: readonly Recording[], position: number): Recording | undefined =>
  videos.findLast(({ started_at }) => started_at <= position) ?? videos[0];

/** The recorded screen. */
export function VideoPane(props: {
  playhead: Playhead;
  speed: number;
  place: RecordedPlace;
  videos: readonly Recording[];
  /** Drawn over it. */
  strokes?: readonly Stroke[];
}) {
  const { playhead, speed, videos, place } = props;
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
          place={place}
          resource={current}
          strokes={props.strokes}
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
  place: RecordedPlace;
  resource: Recording;
  strokes: readonly Stroke[] | undefined;
}) {
  const t = useT("player");
  const { playhead, speed, started_at, next_at, place, resource, strokes } = props;
  const video = useRef<HTMLVideoElement>(null);
  const { playing } = useStore(playhead.state);
  const [broken, setBroken] = useState(false);
  const download = useDownload(resourceEndpoints.resourceGet);
  const call = fileCall(place, resource);

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
        place={place}
        resource_id={resource.resource_id}
        otherwise={
          <p>
            {t("video_error")}
            <Button type="link" onClick={() => download.mutate({ call, name: resource.name })}>
              {t("download")}
            </Button>
          </p>
        }
      />
    );
  return (
    <div className="tl-picture">
      <video
        ref={video}
        src={api.url(resourceEndpoints.resourceGet, call)}
        aria-label={t("video")}
        preload="auto"
        muted
        playsInline
        onError={() => setBroken(true)}
      />
      {strokes && <TouchLayer playhead={playhead} video={video} strokes={strokes} />}
    </div>
  );
}
