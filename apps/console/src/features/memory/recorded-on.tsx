import type { MemoryRecording, MemoryTrace } from "@udt/contract";
import { Checkbox } from "antd";
import { Link } from "react-router";
import { StatePill } from "../../lib/components/index.ts";
import { useFormat } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { paths } from "../../lib/navigation/paths.ts";
import { Said } from "../../lib/words/index.ts";
import { useTraceChange } from "./use-memory.ts";

/** What a device is called of which only this is kept. */
const deviceOf = ({ brand, model, serial }: Pick<MemoryRecording, "brand" | "model" | "serial">): string =>
  [brand, model].filter(Boolean).join(" ") || serial;

/** On which device the samples of a trace were taken, when, and how it ended; while it goes on, where that is seen. */
export function RecordedOn(props: {
  project: string;
  trace: MemoryTrace;
  recording: MemoryRecording;
  canEdit: boolean;
}) {
  const t = useT("memory");
  const format = useFormat();
  const { project, trace, recording, canEdit } = props;
  const { state, test_id, test_kind, device_id, serial, started_at, ended_at, ended_reason } = recording;
  const isOn = state === "recording";
  return (
    <section className="udt-card memory-recorded" aria-label={t("recorded.title")}>
      <StatePill tone={isOn ? "busy" : "offline"}>{t(`recorded.${state}`)}</StatePill>
      <b data-literal title={serial}>
        {deviceOf(recording)}
      </b>
      <span className="udt-secondary">
        {format.exact(started_at)}
        {ended_at !== null && ` – ${format.clock(ended_at)}`}
      </span>
      {ended_reason && (
        <span className="udt-secondary">
          <Said said={ended_reason} />
        </span>
      )}
      {test_id !== null && (
        <Link
          className="udt-link"
          to={
            test_kind === "job"
              ? paths.runDevice(project, test_id, device_id)
              : `${paths.debug(project, test_id, device_id)}&tab=memory`
          }
        >
          {t(test_kind === "job" ? "recorded.run" : "recorded.session")}
        </Link>
      )}
      {(test_kind === "job" || trace.is_kept) && <Kept project={project} trace={trace} canEdit={canEdit} />}
    </section>
  );
}

/** Whether it stays where the project has no more room: what runs recorded by themselves gives way then. */
function Kept({ project, trace, canEdit }: { project: string; trace: MemoryTrace; canEdit: boolean }) {
  const t = useT("memory");
  const change = useTraceChange(project, trace.trace_id);
  return (
    <div className="memory-kept">
      <Checkbox
        checked={trace.is_kept}
        disabled={!canEdit || change.isPending}
        onChange={(event) => change.mutate({ is_kept: event.target.checked })}
      >
        {t("kept.label")}
      </Checkbox>
      <small className="udt-secondary">{t("kept.hint")}</small>
    </div>
  );
}
