import { needsEngine, type JobConfig } from "@udt/contract";
import { useT } from "../../lib/i18n/index.ts";
import { useChosenDevices } from "./use-jobs.ts";

interface NoteProps {
  project: string;
  config: JobConfig;
}

/** Whether there are devices for a job that runs in an image, when not all that fit will do. */
export const EngineNote = (props: NoteProps) => (needsEngine(props.config) ? <Note {...props} /> : null);

function Note({ project, config: { devices } }: NoteProps) {
  const t = useT("jobs");
  const isWhole =
    devices.kind === "devices" ? devices.device_ids.length > 0 : devices.rules.every(({ values }) => values.length > 0);
  // What is asked while the choice is not whole is not shown.
  const found = useChosenDevices(project, isWhole ? devices : { kind: "rule", rules: [], count: 1 });
  if (!isWhole || !found.data) return null;
  const { total, with_engine } = found.data;
  if (with_engine === total) return null;
  return with_engine === 0 ? (
    <p className="jobs-note" role="status">
      {t("engine_none")}
    </p>
  ) : (
    <p className="udt-secondary" role="status">
      {t("engine_some", { with_engine, total })}
    </p>
  );
}
