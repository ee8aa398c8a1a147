import { EmptyState, ErrorState, SkeletonRows } from "../../../lib/components/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { Said } from "../../../lib/words/index.ts";
import { MemoryIcon } from "../icons.tsx";
import { NotRunning } from "../not-running.tsx";
import { useSession } from "../session.tsx";
import "./memory-recording.css";
import { RecordedSamples } from "./recorded-samples.tsx";
import { RecordingBar } from "./recording-bar.tsx";
import { StartForm } from "./start-form.tsx";
import { useMemoryRecording } from "./use-recording.ts";

/** Records the memory of an app on the device, and shows what has been recorded in this session. */
export function MemoryTab() {
  const t = useT("memory-recording");
  const { running, drives } = useSession();
  const read = useMemoryRecording();
  if (read.isPending) return <SkeletonRows rows={4} />;
  if (!read.data) return <ErrorState title={t("failed")} error={read.error} onRetry={() => void read.refetch()} />;
  const { recording } = read.data;
  const isOn = recording?.state === "recording";
  return (
    <div className="dbg-scroll dbg-memory">
      {isOn && <RecordingBar recording={recording} />}
      {!isOn && running && drives && <StartForm />}
      {recording ? (
        <section aria-label={t("recorded")}>
          {recording.ended_reason && (
            <p className="dbg-memory-ended" role="status">
              {t("ended")} <Said said={recording.ended_reason} />
            </p>
          )}
          <RecordedSamples recording={recording} />
        </section>
      ) : running ? (
        <EmptyState icon={<MemoryIcon />} title={t("none")}>
          {t(drives ? "none_text" : "none_watching")}
        </EmptyState>
      ) : (
        <NotRunning icon={<MemoryIcon />} />
      )}
    </div>
  );
}
