import { needsEngine, type JobConfig } from "@udt/contract";
import { useT } from "../../lib/i18n/index.ts";
import { useChosenDevices } from "./use-jobs.ts";

interface NoteProps {
  project: string;
  config: JobConfig;
}

/** Whether there are devices for a job that runs in an image, when not all that fit will do. */
export const EngineNote = (props: NoteProps) => (needsEngine(props.config) ? <Note {...props} /> : null);

function Note({ project, config }: NoteProps) {
  const t = useT("jobs");
  const found = useChosenDevices(project, config);
  if (!found) return null;
  const { usable, with_engine } = found;
  if (with_engine === usable) return null;
  return with_engine === 0 ? (
    <p className="jobs-note" role="status">
      {t("engine_none")}
    </p>
  ) : (
    <p className="udt-secondary" role="status">
      {t("engine_some", { with_engine, total: usable })}
    </p>
  );
}
