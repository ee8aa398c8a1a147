import type { Resource } from "@udt/contract";
import { resourceEndpoints } from "@udt/contract/endpoints/resources";
import { useState } from "react";
import { useDownload } from "../download/index.ts";
import { Dialog } from "../form/dialog.tsx";
import { useFormat } from "../format/index.ts";
import { useT } from "../i18n/index.ts";
import "./player.css";
import { hasMoment, recordedVideos, type RecordedVideo, type Recording } from "./recorded-parts.ts";
import { RecordedPlayer } from "./recorded-player.tsx";
import { fileCall, type RecordedPlace } from "./recorded.ts";

const PLAYER_WIDTH = "min(1120px, 94vw)";

/**
 * The recordings of a debug session: play one, or take its files away. Nothing where there is none.
 * @param at a moment, epoch milliseconds: the recording that has it is played from there on
 */
export function RecordedVideos({
  place,
  list,
  at,
}: {
  place: RecordedPlace;
  list: readonly Resource[];
  at?: number | undefined;
}) {
  const t = useT("player");
  const format = useFormat();
  const recordings = recordedVideos(list);
  const ofMoment = at === undefined ? undefined : recordings.find((one) => hasMoment(one, at));
  const [played, setPlayed] = useState(ofMoment);
  const note = at !== undefined && !ofMoment && (
    <p className="udt-secondary">{t("no_moment", { time: format.exact(at) })}</p>
  );
  if (recordings.length === 0) return note;
  return (
    <>
      {note}
      <ul className="tl-list" aria-label={t("recordings")}>
        {recordings.map((one) => (
          <Row key={one.stem} place={place} recording={one} onPlay={() => setPlayed(one)} />
        ))}
      </ul>
      <Dialog
        open={played !== undefined}
        onCancel={() => setPlayed(undefined)}
        footer={null}
        title={played && `${t(`origin.${played.origin}`)} · ${format.exact(played.video.started_at)}`}
        width={PLAYER_WIDTH}
        destroyOnHidden
        centered
      >
        {played && (
          <RecordedPlayer place={place} parts={played} {...(at !== undefined && hasMoment(played, at) && { at })} />
        )}
      </Dialog>
    </>
  );
}

function Row(props: { place: RecordedPlace; recording: RecordedVideo; onPlay: () => void }) {
  const t = useT("player");
  const format = useFormat();
  const { place, recording } = props;
  const { origin, stem, video } = recording;
  const time = format.exact(video.started_at);
  const isGrowing = video.state === "growing";
  const facts = [
    time,
    isGrowing ? t(`growing.${origin}`) : format.duration(video.duration_ms ?? 0),
    format.bytes(video.size_bytes),
  ];
  return (
    <li data-state={video.state} data-recording={stem}>
      <span className="tl-list-words">
        <strong>{t(`origin.${origin}`)}</strong>
        <span className="udt-secondary udt-num">{facts.join(" · ")}</span>
        {(video.state === "broken" || video.state === "truncated") && (
          <span className="udt-secondary">{t(video.state)}</span>
        )}
      </span>
      <button
        type="button"
        className="udt-button"
        disabled={isGrowing || video.size_bytes === 0}
        aria-label={t("play_label", { time })}
        onClick={props.onPlay}
      >
        {t("play")}
      </button>
      {(["video", "input", "log"] as const).map((part) => {
        const file = recording[part];
        return file && <DownloadButton key={part} place={place} part={part} file={file} time={time} />;
      })}
    </li>
  );
}

function DownloadButton(props: {
  place: RecordedPlace;
  part: "video" | "input" | "log";
  file: Recording;
  time: string;
}) {
  const t = useT("player");
  const { part, file, time } = props;
  const download = useDownload(resourceEndpoints.resourceGet);
  // Names are of one session; who keeps several would not know them apart.
  const stamp = new Date(file.started_at).toISOString().slice(0, 19).replaceAll(":", "-");
  return (
    <button
      type="button"
      className="udt-button"
      disabled={file.state === "growing"}
      aria-label={t(`save_label.${part}`, { time })}
      onClick={() => download.mutate({ call: fileCall(props.place, file), name: `${stamp}-${file.name}` })}
    >
      {t(`save.${part}`)}
    </button>
  );
}
