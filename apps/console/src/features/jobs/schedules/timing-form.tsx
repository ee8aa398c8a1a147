import { ApiError } from "@udt/client";
import { SCHEDULE_DAYS, timing as timingRule, type Schedule, type Timing } from "@udt/contract";
import { Input, Select } from "antd";
import { errorText } from "../../../lib/errors/index.ts";
import { Field, TimeInput } from "../../../lib/form/index.ts";
import { useFormat } from "../../../lib/format/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { ruleText } from "../../../lib/rules/index.ts";
import { ownTimeZone, timeZones } from "../../../lib/time-zones.ts";
import { useNextTimes } from "../use-jobs.ts";

/** When something is to fire, as it is being typed: what one kind asks for stays while the other is looked at. */
export interface TimingDraft {
  kind: Timing["kind"];
  cron: string;
  days: (typeof SCHEDULE_DAYS)[number][];
  time: string;
  time_zone: string;
}

export function timingDraftOf(schedule: Schedule | undefined): TimingDraft {
  // Document 2's example: daily at ten.
  const fresh: TimingDraft = {
    kind: "timed",
    cron: "0 10 * * *",
    days: ["daily"],
    time: "10:00",
    time_zone: ownTimeZone(),
  };
  return schedule ? { ...fresh, ...schedule.timing } : fresh;
}

const timingOf = ({ kind, cron, days, time, time_zone }: TimingDraft) =>
  timingRule.safeParse(kind === "crontab" ? { kind, cron: cron.trim(), time_zone } : { kind, days, time, time_zone });

/** What a draft comes to: the timing, where it is one, and what is wrong with it elsewhere. Nothing comes to nothing. */
export function useTiming(project: string, draft: TimingDraft | undefined) {
  const read = draft && timingOf(draft);
  const preview = useNextTimes(project, read?.data);
  /** Why the server can make no times of it. */
  const wrongTime = preview.error instanceof ApiError ? errorText(preview.error) : undefined;
  return {
    timing: wrongTime === undefined ? read?.data : undefined,
    /** The field that breaks a rule. */
    issue: read?.error?.issues[0]?.path[0],
    wrongTime,
    times: preview.isError ? [] : (preview.data?.times ?? []),
  };
}

/** The fields of one kind of timing, the time zone, and when it would fire. */
export function TimingForm(props: {
  draft: TimingDraft;
  found: ReturnType<typeof useTiming>;
  onChange: (part: Partial<TimingDraft>) => void;
}) {
  const t = useT("jobs");
  const { draft, found, onChange } = props;
  return (
    <>
      <TimingFields draft={draft} issue={found.issue} wrongTime={found.wrongTime} onChange={onChange} />
      <Field
        label={t("schedule.time_zone")}
        render={(control) => (
          <Select
            {...control}
            showSearch
            value={draft.time_zone}
            options={timeZones().map((value) => ({ value, label: value }))}
            onChange={(time_zone) => onChange({ time_zone })}
          />
        )}
      />
      <NextTimes times={found.times} time_zone={draft.time_zone} />
    </>
  );
}

/** When it fires: by the days and a time of day, or by a crontab's line. */
function TimingFields(props: {
  draft: TimingDraft;
  issue: PropertyKey | undefined;
  wrongTime: string | undefined;
  onChange: (part: Partial<TimingDraft>) => void;
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
function withoutOthers(before: TimingDraft["days"], after: TimingDraft["days"]): TimingDraft["days"] {
  const addsDaily = after.includes("daily") && !before.includes("daily");
  return addsDaily ? ["daily"] : after.filter((day) => day !== "daily" || after.length === 1);
}

function NextTimes({ times, time_zone }: { times: readonly number[]; time_zone: string }) {
  const t = useT("jobs");
  const format = useFormat();
  if (times.length === 0) return null;
  return (
    <section className="jobs-next">
      <h2>{t("schedule.next_times")}</h2>
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
