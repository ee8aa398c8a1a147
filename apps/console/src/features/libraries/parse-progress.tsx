import { TASK_STAGES, type Library } from "@udt/contract";
import { Button } from "antd";
import { useT } from "../../lib/i18n/index.ts";
import { useStage } from "./parse-pill.tsx";
import { useParse } from "./use-libraries.ts";

const STEPS = TASK_STAGES.parse;

/** A parsing under way: its stages, how far it is, who does it, and how to call it off. */
export function ParseProgress({ library, canChange }: { library: Library; canChange: boolean }) {
  if (!library.task) return null;
  return <Progress library={library} task={library.task} canChange={canChange} />;
}

function Progress(props: { library: Library; task: NonNullable<Library["task"]>; canChange: boolean }) {
  const t = useT("libraries");
  const { library, task } = props;
  const change = useParse(library.project_id, library.library_id);
  const stage = useStage(task);
  const at = STEPS.indexOf(task.stage as (typeof STEPS)[number]);
  return (
    <section className="udt-card libraries-progress" aria-label={t("parse_state.parsing")}>
      <ol>
        {STEPS.map((step, index) => (
          <li key={step} data-state={index < at ? "done" : index === at ? "now" : undefined}>
            {t(`step.${step}`)}
          </li>
        ))}
      </ol>
      <div>
        <span role="status">{stage}</span>
        {task.agent_name !== "" && (
          <span className="udt-secondary">{t("on_agent", { agent_name: task.agent_name })}</span>
        )}
        {props.canChange && (
          <Button size="small" loading={change.isPending} onClick={() => change.mutate("cancel")}>
            {t("cancel_parse")}
          </Button>
        )}
      </div>
    </section>
  );
}
