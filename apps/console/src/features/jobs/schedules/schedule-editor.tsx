import { LIMITS, type Schedule } from "@udt/contract";
import { Input } from "antd";
import { useState } from "react";
import { Choices, Field, FormDrawer } from "../../../lib/form/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { useJobActions } from "../use-jobs.ts";
import { timingDraftOf, TimingForm, useTiming, type TimingDraft } from "./timing-form.tsx";

interface Draft extends TimingDraft {
  name: string;
}

/** Makes or changes a schedule, and says meanwhile when it would fire. */
export function ScheduleEditor(props: {
  project: string;
  job_id: string;
  schedule: Schedule | undefined;
  onClose: () => void;
}) {
  const { project, job_id, schedule, onClose } = props;
  const t = useT("jobs");
  const [first] = useState<Draft>(() => ({ name: schedule?.name ?? "", ...timingDraftOf(schedule) }));
  const [draft, setDraft] = useState(first);
  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }));
  const [tried, setTried] = useState(false);
  const { saveSchedule } = useJobActions(project);
  const found = useTiming(project, draft);
  const name = draft.name.trim();

  const save = () => {
    setTried(true);
    if (name === "" || !found.timing) return;
    const wish = { job_id, name, timing: found.timing };
    saveSchedule.mutate(schedule ? { ...wish, schedule_id: schedule.schedule_id } : wish, { onSuccess: onClose });
  };

  return (
    <FormDrawer
      size={480}
      title={t(schedule ? "schedule.edit" : "schedule.create")}
      dirty={JSON.stringify(draft) !== JSON.stringify(first)}
      save={saveSchedule}
      onSubmit={save}
      onClose={onClose}
    >
      <Field
        label={t("schedule.name")}
        error={tried && name === "" ? t("schedule.required") : undefined}
        render={(control) => (
          <Input
            {...control}
            value={draft.name}
            maxLength={LIMITS.job_name_max}
            onChange={(event) => change({ name: event.target.value })}
          />
        )}
      />
      <Choices
        label={t("schedule.kind_label")}
        value={draft.kind}
        options={(["timed", "crontab"] as const).map((value) => ({ value, label: t(`schedule.kind.${value}`) }))}
        onChange={(kind) => change({ kind })}
      />
      <TimingForm draft={draft} found={found} onChange={change} />
    </FormDrawer>
  );
}
