import type { MemoryRecording, MemorySample } from "@udt/contract";
import { Link } from "react-router";
import { LineChart } from "../../../lib/charts/index.ts";
import { ErrorState, SkeletonRows } from "../../../lib/components/index.ts";
import { useFormat } from "../../../lib/format/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { paths } from "../../../lib/navigation/paths.ts";
import { Said } from "../../../lib/words/index.ts";
import { useSession } from "../session.tsx";
import { isSameNote, notesOfAll } from "./notes.ts";
import { ReportLink } from "./report-link.tsx";
import { useRecordedTrace } from "./use-recording.ts";

/** The samples of a recording as they come: their footprints as a line, and each with its scene. */
export function RecordedSamples({ recording }: { recording: MemoryRecording }) {
  const t = useT("memory-recording");
  const read = useRecordedTrace(recording.trace_id);
  if (read.isPending) return <SkeletonRows rows={4} />;
  if (!read.data) return <ErrorState title={t("failed")} error={read.error} onRetry={() => void read.refetch()} />;
  const samples = read.data.samples.filter(({ recording_id }) => recording_id === recording.recording_id);
  const shared = notesOfAll(samples);
  const measured = samples.filter(({ facts }) => facts && facts.footprint_bytes !== null);
  return (
    <>
      <div className="dbg-memory-head">
        <h2>{t("samples", { count: samples.length, total: String(samples.length) })}</h2>
        <ReportLink trace_id={recording.trace_id} />
      </div>
      {shared.map((said) => (
        <p key={said.code} className="udt-secondary">
          <Said said={said} />
        </p>
      ))}
      {measured.length > 1 && <Footprints samples={measured} />}
      {samples.length === 0 ? (
        <p className="udt-secondary">{t("no_samples")}</p>
      ) : (
        <ol className="dbg-memory-samples">
          {samples.toReversed().map((sample) => (
            <Sample key={sample.sample_id} sample={sample} told={shared} />
          ))}
        </ol>
      )}
    </>
  );
}

function Footprints({ samples }: { samples: readonly MemorySample[] }) {
  const t = useT("memory-recording");
  const format = useFormat();
  const bytesOf = ({ facts }: MemorySample) => facts?.footprint_bytes ?? 0;
  const top = Math.max(1, ...samples.map(bytesOf));
  return (
    <LineChart
      title={t("footprint")}
      bottom={0}
      scale={(end) => format.bytes(end * top)}
      days={samples.map((sample) => ({
        key: sample.sample_id,
        label: sample.label,
        time: sample.taken_at,
        value: bytesOf(sample) / top,
        text: [sample.label, format.clock(sample.taken_at), format.bytes(bytesOf(sample))].filter(Boolean).join(" · "),
      }))}
    />
  );
}

function Sample({ sample, told }: { sample: MemorySample; told: MemorySample["notes"] }) {
  const t = useT("memory-recording");
  const format = useFormat();
  const { project } = useSession();
  const { trace_id, sample_id, number, label, state, facts, fault, notes, taken_at } = sample;
  const bytes = facts?.footprint_bytes ?? null;
  return (
    <li data-state={state}>
      <span className="udt-num udt-secondary">{format.clock(taken_at)}</span>
      <Link className="udt-link udt-ellipsis" title={label} to={paths.memoryReport(project, trace_id, sample_id)}>
        {label === "" ? t("sample", { number }) : <span data-literal>{label}</span>}
      </Link>
      <span className="udt-num">{state === "read" && bytes !== null ? format.bytes(bytes) : t(`state.${state}`)}</span>
      {[...(fault ? [fault] : []), ...notes.filter((note) => !told.some((one) => isSameNote(one, note)))].map(
        (said) => (
          <small key={said.code} className="udt-secondary">
            <Said said={said} />
          </small>
        ),
      )}
    </li>
  );
}
