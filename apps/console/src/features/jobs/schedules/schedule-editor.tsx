import { ApiError } from "@udt/client";
import { LIMITS, SCHEDULE_DAYS, timing as timingRule, type Schedule, type Timing } from "@udt/contract";
import { Input, Select } from "antd";
import { useState } from "react";
import { errorText } from "../../../lib/errors/index.ts";
import { Choices, Field, FormDrawer, TimeInput } from "../../../lib/form/index.ts";
import { useFormat } from "../../../lib/format/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { ruleText } from "../../../lib/rules/index.ts";
import { useJobActions, useNextTimes } from "../use-jobs.ts";
import { ownTimeZone, timeZones } from "./timing-words.ts";

interface Draft {
  name: string;
  kind: Timing["kind"];
  cron: string;
  days: (typeof SCHEDULE_DAYS)[number][];
  time: string;
  time_zone: string;
}

function draftOf(schedule: Schedule | undefined): Draft {
  // Document 2's example: daily at ten.
  const fresh: Draft = {
    name: "",
    kind: "timed",
    cron: "0 10 * * *",
    days: ["daily"],
    time: "10:00",
    time_zone: ownTimeZone(),
  };
  return schedule ? { ...fresh, name: schedule.name, ...schedule.timing } : fresh;
}

const timingOf = ({ kind, cron, days, time, time_zone }: Draft) =>
  timingRule.safeParse(kind === "crontab" ? { kind, cron: cron.trim(), time_zone } : { kind, days, time, time_zone });

/** Makes or changes a schedule, and says meanwhile when it would fire. */
export function ScheduleEditor(props: {
  project: string;
  job_id: string;
  schedule: Schedule | undefined;
  onClose: () => void;
}) {
  const { project, job_id, schedule, onClose } = props;
  const t = useT("jobs");
  const [first] = useState(() => draftOf(schedule));
  const [draft, setDraft] = useState(first);
  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }));
  const [tried, setTried] = useState(false);
  const { saveSchedule } = useJobActions(project);
  const timing = timingOf(draft);
  const preview = useNextTimes(project, timing.data);
  const name = draft.name.trim();
  const wrongTime = preview.error instanceof ApiError ? errorText(preview.error) : undefined;

  const save = () => {
    setTried(true);
    if (name === "" || !timing.success || wrongTime !== undefined) return;
    const wish = { job_id, name, timing: timing.data };
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
      <TimingFields draft={draft} issue={timing.error?.issues[0]?.path[0]} wrongTime={wrongTime} onChange={change} />
      <Field
        label={t("schedule.time_zone")}
        render={(control) => (
          <Select
            {...control}
            showSearch
            value={draft.time_zone}
            options={timeZones().map((value) => ({ value, label: value }))}
            onChange={(time_zone) => change({ time_zone })}
          />
        )}
      />
      <NextTimes times={preview.isError ? [] : (preview.data?.times ?? [])} time_zone={draft.time_zone} />
    </FormDrawer>
  );
}

/** When it fires: by the days and a time of day, or by a crontab's line. */
function TimingFields(props: {
  draft: Draft;
  /** The field that breaks a rule. */
  issue: PropertyKey | undefined;
  /** Why the server can make no times of it. */
  wrongTime: string | undefined;
  onChange: (part: Partial<Draft>) => void;
}) {
  const t = useT("jobs");
  const { draft, issue, onChange } = props;
  if (draft.kind === "crontab") {
    return (
      <Field
        label={t("schedule.cron")}
        hint={t("schedule.cron_hint")}
        error={issue === "cron" ? t("schedule.required") : props.wrongTime}
        render={(control) => (
          <Input
            {...control}
            className="udt-mono"
            value={draft.cron}
            onChange={(event) => onChange({ cron: event.target.value })}
          />
        )}
      />
    );
  }
  return (
    <>
      <Field
        label={t("schedule.days")}
        error={issue === "days" ? t("schedule.required") : undefined}
        render={(control) => (
          <Select
            {...control}
            mode="multiple"
            value={draft.days}
            options={SCHEDULE_DAYS.map((value) => ({ value, label: t(`schedule.day.${value}`) }))}
            onChange={(days) => onChange({ days: withoutOthers(draft.days, days) })}
          />
        )}
      />
      <Field
        label={t("schedule.time")}
        error={issue === "time" ? ruleText("time_of_day") : undefined}
        render={(control) => <TimeInput {...control} value={draft.time} onChange={(time) => onChange({ time })} />}
      />
    </>
  );
}

/** Daily leaves no room for single days, and they none for it. */
function withoutOthers(before: Draft["days"], after: Draft["days"]): Draft["days"] {
  const addsDaily = after.includes("daily") && !before.includes("daily");
  return addsDaily ? ["daily"] : after.filter((day) => day !== "daily" || after.length === 1);
}

function NextTimes({ times, time_zone }: { times: readonly number[]; time_zone: string }) {
  const t = useT("jobs");
  const format = useFormat();
  if (times.length === 0) return null;
  return (
    <section className="jobs-next">
      <h3>{t("schedule.next_times")}</h3>
      <ol>
        {times.map((time) => (
          <li key={time} className="udt-num">
            {format.exact(time)}
          </li>
        ))}
      </ol>
      {time_zone !== ownTimeZone() && <small>{t("schedule.in_own_zone", { time_zone: ownTimeZone() })}</small>}
    </section>
  );
}
