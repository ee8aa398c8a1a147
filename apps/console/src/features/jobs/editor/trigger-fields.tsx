import type { Job } from "@udt/contract";
import { Link } from "react-router";
import { Choices } from "../../../lib/form/index.ts";
import { withGap } from "../../../lib/format/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { paths } from "../../../lib/navigation/paths.ts";
import { timingDraftOf, TimingForm, type TimingDraft, type useTiming } from "../schedules/timing-form.tsx";

/** The schedule that is made with a job, if any. One that has some already leads to them. */
export function TriggerFields(props: {
  project: string;
  job: Job | undefined;
  trigger: TimingDraft | undefined;
  found: ReturnType<typeof useTiming>;
  onChange: (trigger: TimingDraft | undefined) => void;
}) {
  const t = useT("jobs");
  const { project, job, trigger, onChange } = props;
  if (job && job.schedule_count > 0) {
    return (
      <section className="jobs-trigger">
        <h2>{t("editor.trigger")}</h2>
        <p className="udt-secondary">
          {withGap(t("editor.trigger_there", { count: job.schedule_count }))}
          <Link to={paths.job(project, job.job_id, "schedules")}>{t("editor.trigger_manage")}</Link>
        </p>
      </section>
    );
  }
  return (
    <section className="jobs-trigger">
      <h2>{t("editor.trigger")}</h2>
      <p className="udt-secondary">{t("editor.trigger_lead")}</p>
      <div className="jobs-form">
        <Choices<TimingDraft["kind"] | "none">
          label={t("schedule.kind_label")}
          value={trigger?.kind ?? "none"}
          options={[
            { value: "none", label: t("editor.trigger_none"), hint: t("editor.trigger_none_hint") },
            { value: "timed", label: t("schedule.kind.timed"), hint: t("editor.trigger_timed_hint") },
            { value: "crontab", label: t("schedule.kind.crontab"), hint: t("editor.trigger_crontab_hint") },
          ]}
          onChange={(kind) =>
            onChange(kind === "none" ? undefined : { ...(trigger ?? timingDraftOf(undefined)), kind })
          }
        />
        {trigger && (
          <TimingForm draft={trigger} found={props.found} onChange={(part) => onChange({ ...trigger, ...part })} />
        )}
      </div>
    </section>
  );
}
