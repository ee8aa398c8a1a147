import { useEffect, useRef, useState } from "react";
import { EmptyState } from "../../../lib/components/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { useStore } from "../../../lib/streams/index.ts";
import { RecordIcon, StopIcon } from "../icons.tsx";
import { useSession } from "../session.tsx";
import { ExportDialog } from "./export-dialog.tsx";
import type { Kept } from "./kept.ts";
import { LateKeepDialog } from "./late-keep-dialog.tsx";
import { StepRow } from "./step-row.tsx";
import { useScript } from "./use-script.ts";
import "./script.css";

/** What was done at the phone as steps: recorded, put right, done again, and taken away as a file. */
export function ScriptView() {
  const t = useT("debug");
  const { keeper, recorder, player } = useScript();
  const { running } = useSession();
  const { steps, left_out } = useStore(keeper.script);
  const isRecording = useStore(recorder.isRecording);
  const isPlaying = useStore(player.isPlaying);
  const play = useStore(player.play);
  const [isExporting, setExporting] = useState(false);
  const [kept, keep] = useState<Kept>();
  const list = useRef<HTMLOListElement>(null);

  useEffect(() => {
    // What was done last is seen, as is what is done now.
    if (isRecording) list.current?.children[steps.length - 1]?.scrollIntoView({ block: "nearest" });
  }, [isRecording, steps.length]);

  const clear = () => {
    player.forget();
    keeper.clear();
  };
  return (
    <div className="dbg-script">
      <div className="dbg-toolbar">
        <button
          type="button"
          className="udt-button"
          data-primary={!isRecording || undefined}
          disabled={!running || isPlaying}
          onClick={() => (isRecording ? recorder.stop() : void recorder.start())}
        >
          {isRecording ? <StopIcon /> : <RecordIcon />} {isRecording ? t("script.stop") : t("script.record")}
        </button>
        <button
          type="button"
          className="udt-button"
          disabled={!running || isRecording || steps.length === 0}
          onClick={() => (isPlaying ? player.stop() : void player.start(steps))}
        >
          {isPlaying ? t("script.stop_replay") : t("script.replay")}
        </button>
        <button
          type="button"
          className="udt-button"
          disabled={steps.length === 0 || isRecording}
          onClick={() => setExporting(true)}
        >
          {t("script.export")}
        </button>
        <button
          type="button"
          className="udt-button"
          disabled={steps.length === 0 || isRecording || isPlaying}
          onClick={clear}
        >
          {t("script.clear")}
        </button>
        <Status />
      </div>
      {left_out > 0 && (
        <p className="dbg-inspect-note" role="note">
          {t("script.left_out", { count: left_out })}
        </p>
      )}
      {steps.length === 0 ? (
        <EmptyState icon={<RecordIcon />} title={t("script.empty")}>
          {t("script.empty_text")}
        </EmptyState>
      ) : (
        <ol className="dbg-script-steps" ref={list} aria-label={t("script.title")}>
          {steps.map((step, at) => (
            <StepRow key={step.step_id} step={step} number={at + 1} play={play} isPlaying={isPlaying} />
          ))}
        </ol>
      )}
      {isExporting && (
        <ExportDialog
          onKeep={(wanted) => {
            setExporting(false);
            keep(wanted);
          }}
          onClose={() => setExporting(false)}
        />
      )}
      {kept && <LateKeepDialog {...kept} onClose={() => keep(undefined)} />}
    </div>
  );
}

function Status() {
  const t = useT("debug");
  const { keeper, recorder, player } = useScript();
  const { steps } = useStore(keeper.script);
  const isRecording = useStore(recorder.isRecording);
  const isHolding = useStore(recorder.isHolding);
  const { step_id, failed, isWhole } = useStore(player.play);
  const numberOf = (wanted: number) => steps.findIndex((step) => step.step_id === wanted) + 1;
  const status = isHolding
    ? t("script.holding")
    : isRecording
      ? t("script.recording")
      : step_id !== undefined
        ? t("script.playing", { number: numberOf(step_id), count: steps.length })
        : failed
          ? t("script.stopped_at", { number: numberOf(failed.step_id) })
          : isWhole
            ? t("script.played")
            : "";
  return (
    <span className="dbg-inspect-status" role="status" title={status} data-tone={failed ? "bad" : undefined}>
      {status}
    </span>
  );
}
