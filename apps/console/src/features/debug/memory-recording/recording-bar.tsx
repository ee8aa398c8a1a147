import { LIMITS, type MemoryRecording } from "@udt/contract";
import { Input } from "antd";
import { useState } from "react";
import { errorText } from "../../../lib/errors/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { useAppNames } from "../apps/use-apps.ts";
import { useSession } from "../session.tsx";
import { intervalText } from "./start-form.tsx";
import { useStopRecording, useTakeSample } from "./use-recording.ts";

/** What is being recorded, and what who drives may have done about it. */
export function RecordingBar({ recording }: { recording: MemoryRecording }) {
  const t = useT("memory-recording");
  const nameOf = useAppNames();
  const { drives } = useSession();
  const { process, every_seconds, with_heap, phase } = recording;
  const how = [intervalText(t, every_seconds ?? 0), ...(with_heap ? [t("with_heap")] : [])].join(" · ");
  return (
    <section className="dbg-memory-bar" aria-label={t("recording")}>
      <p>
        <b data-literal title={process}>
          {nameOf(process)}
        </b>{" "}
        <span className="udt-secondary">{how}</span>{" "}
        <span className="dbg-memory-phase" data-phase={phase} role="status">
          {t(`phase.${phase}`)}
        </span>
      </p>
      {drives && <Acts isSampling={phase === "sampling"} />}
    </section>
  );
}

function Acts({ isSampling }: { isSampling: boolean }) {
  const t = useT("memory-recording");
  const take = useTakeSample();
  const stop = useStopRecording();
  const [scene, setScene] = useState("");
  const failure = take.error ?? stop.error;
  return (
    <form
      className="dbg-memory-acts"
      onSubmit={(event) => {
        event.preventDefault();
        take.mutate(scene, { onSuccess: () => setScene("") });
      }}
    >
      <Input
        aria-label={t("scene")}
        placeholder={t("scene")}
        autoComplete="off"
        maxLength={LIMITS.name_max}
        value={scene}
        onChange={(event) => setScene(event.target.value)}
      />
      <button type="submit" className="udt-button" data-primary disabled={take.isPending} aria-busy={isSampling}>
        {t("take")}
      </button>
      <button type="button" className="udt-button" disabled={stop.isPending} onClick={() => stop.mutate(undefined)}>
        {t("stop")}
      </button>
      {failure && (
        <p className="dbg-bad" role="alert">
          {errorText(failure)}
        </p>
      )}
    </form>
  );
}
