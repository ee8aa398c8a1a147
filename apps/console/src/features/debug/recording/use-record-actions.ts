import { LIMITS } from "@udt/contract";
import { useNow } from "../../../lib/format/index.ts";
import { refusalText } from "../../../lib/errors/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { useSession } from "../session.tsx";
import { useRecording, useRecordingState } from "./use-recording.ts";

/** What who drives can do about recordings now, with what each would do in words. */
export function useRecordActions() {
  const t = useT("debug");
  const { drives, running } = useSession();
  const { send } = useRecording();
  const state = useRecordingState();
  const now = useNow();
  const isRecording = state?.recording != null;
  const since = state?.kept_since ?? null;
  const kept = since === null ? 0 : Math.floor((now + (state?.ahead_ms ?? 0) - since) / 1000);
  const seconds = Math.min(LIMITS.recent_seconds, Math.max(0, kept));
  return {
    canDo: drives && running,
    isRecording,
    record: {
      label: t(isRecording ? "recording.end" : "recording.start"),
      disabled: !state?.has_video && !isRecording,
      act: () => send({ type: isRecording ? "record_end" : "record" }),
    },
    save: {
      label: t("recording.save", { seconds }),
      disabled: seconds === 0 || state?.saving != null,
      act: () => send({ type: "save_recent" }),
    },
    /** That what was begun last is not whole, and why. */
    refused: state?.refused && t("recording.refused", { name: state.refused.name, reason: refusalText(state.refused) }),
    /** Why nothing can be recorded, or what is kept. */
    note: state && !state.has_video ? t("recording.stills") : t("recording.kept", { seconds: LIMITS.recent_seconds }),
  };
}
