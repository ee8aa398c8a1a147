import { useFormat, useNow } from "../../../lib/format/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { useRecordingState } from "./use-recording.ts";
import "./recording.css";

/** That the screen is being recorded, told to everybody who looks, and how far what was saved has come. */
export function RecordingStatus() {
  const t = useT("debug");
  const state = useRecordingState();
  if (!state?.recording && !state?.saving) return null;
  return (
    <span className="dbg-recording" role="status">
      {state.recording && (
        <span className="udt-num" data-recording>
          <i aria-hidden />
          {t("recording.now")} <Elapsed since={state.recording.started_at - state.ahead_ms} />
        </span>
      )}
      {state.saving && (
        <span className="udt-num" data-saving>
          {t("recording.saving", { percent: state.saving.percent })}
        </span>
      )}
    </span>
  );
}

function Elapsed({ since }: { since: number }) {
  const format = useFormat();
  const elapsed = useNow() - since;
  return <span role="timer">{format.countdown(Math.max(0, Math.floor(elapsed / 1000) * 1000))}</span>;
}
