import { ClockCircleOutlined, PlusOutlined } from "@ant-design/icons";
import type { Job, Schedule } from "@udt/contract";
import { App, Button } from "antd";
import { useState } from "react";
import { Link } from "react-router";
import { StatePill } from "../../../lib/components/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { ListPage, type TableColumn, useListView } from "../../../lib/list/index.ts";
import { refusalText } from "../../../lib/errors/index.ts";
import { useFormat, useNow } from "../../../lib/format/index.ts";
import { paths } from "../../../lib/navigation/paths.ts";
import { useJobActions, useSchedules } from "../use-jobs.ts";
import { timingWords } from "./timing-words.ts";
import { ScheduleEditor } from "./schedule-editor.tsx";

/** What starts a job by itself. */
export function SchedulesTab({ project, job, canChange }: { project: string; job: Job; canChange: boolean }) {
  const t = useT("jobs");
  const format = useFormat();
  const view = useListView();
  const schedules = useSchedules(project, job.job_id, view.query);
  const [editing, setEditing] = useState<Schedule | "new" | undefined>();
  const create = (
    <Button icon={<PlusOutlined />} onClick={() => setEditing("new")}>
      {t("schedule.create")}
    </Button>
  );
  const columns: readonly TableColumn[] = [
    { key: "name", label: t("schedule.column.name"), width: "23%" },
    { key: "timing", label: t("schedule.column.timing") },
    { key: "state", label: t("schedule.column.state"), width: 112 },
    { key: "next", label: t("schedule.column.next"), width: 140 },
    { key: "last", label: t("schedule.column.last"), width: "14%" },
    { key: "action", label: t("column.action"), width: 200, isHidden: true },
  ];
  return (
    <>
      <ListPage
        view={view}
        read={schedules}
        search={t("schedule.search")}
        count={(total) => t("schedule.count", { count: total, total: format.number(total) })}
        add={canChange && create}
        columns={columns}
        renderRow={(schedule) => (
          <Row
            key={schedule.schedule_id}
            project={project}
            schedule={schedule}
            canChange={canChange}
            onEdit={() => setEditing(schedule)}
          />
        )}
        expected={3}
        error={t("schedule.error")}
        icon={<ClockCircleOutlined />}
        none={{ title: t("schedule.none_title"), text: t("schedule.none_text") }}
      />
      {editing && (
        <ScheduleEditor
          project={project}
          job_id={job.job_id}
          schedule={editing === "new" ? undefined : editing}
          onClose={() => setEditing(undefined)}
        />
      )}
    </>
  );
}

interface RowProps {
  project: string;
  schedule: Schedule;
  canChange: boolean;
  onEdit: () => void;
}

function Row({ project, schedule, canChange, onEdit }: RowProps) {
  const t = useT("jobs");
  const format = useFormat();
  const now = useNow();
  const { modal } = App.useApp();
  const { setSchedule, removeSchedule } = useJobActions(project);
  const { schedule_id, state } = schedule;
  const next = state === "started" ? "stopped" : "started";
  return (
    <tr>
      <td>
        <b>{schedule.name}</b>
        <br />
        <small className="jobs-made">
          {t("schedule.made", { user_name: schedule.user_name, when: format.dateTime(schedule.updated_at, now) })}
        </small>
      </td>
      <td>
        <span className="jobs-line">{timingWords(schedule.timing)}</span>
        <small>{schedule.timing.time_zone}</small>
      </td>
      <td>
        <StatePill tone={state === "started" ? "good" : "offline"}>{t(`schedule.state.${state}`)}</StatePill>
      </td>
      <td className="udt-num">{schedule.next_at === null ? "–" : format.dateTime(schedule.next_at, now)}</td>
      <td>
        <LastFiring project={project} schedule={schedule} />
      </td>
      <td>
        {canChange && (
          <span className="jobs-actions">
            <Button
              size="small"
              loading={setSchedule.isPending}
              onClick={() => setSchedule.mutate({ schedule_id, state: next })}
            >
              {t(`schedule.set.${next}`)}
            </Button>
            <Button size="small" onClick={onEdit}>
              {t("menu.edit")}
            </Button>
            <Button
              size="small"
              danger
              onClick={() =>
                modal.confirm({
                  title: t("schedule.delete_ask", { name: schedule.name }),
                  content: t("schedule.delete_text"),
                  okText: t("delete.action"),
                  okButtonProps: { danger: true },
                  onOk: () => removeSchedule.mutate(schedule_id),
                })
              }
            >
              {t("menu.delete")}
            </Button>
          </span>
        )}
      </td>
    </tr>
  );
}

function LastFiring({ project, schedule }: { project: string; schedule: Schedule }) {
  const t = useT("jobs");
  const format = useFormat();
  const now = useNow();
  const { last_fired_at, last_test_id, last_error, job_id } = schedule;
  if (last_fired_at === null) return <span className="udt-secondary">{t("never")}</span>;
  const when = format.dateTime(last_fired_at, now);
  // A refusal speaks to who was refused: here that is whose schedule it is, not who reads this.
  const reason = (error: NonNullable<Schedule["last_error"]>) =>
    error.code === "user_disabled" || error.code === "user_not_in_project"
      ? t(`schedule.owner.${error.code}`, { user_name: schedule.user_name })
      : refusalText(error);
  return (
    <>
      {last_test_id === null ? when : <Link to={paths.run(project, last_test_id, job_id)}>{when}</Link>}
      {schedule.last_missed && <small className="jobs-note">{t("schedule.missed")}</small>}
      {last_error && (
        <small className="jobs-note" data-tone="bad">
          {t("schedule.not_run", { reason: reason(last_error) })}
        </small>
      )}
    </>
  );
}
