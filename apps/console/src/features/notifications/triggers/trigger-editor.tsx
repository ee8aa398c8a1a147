import { ApiError } from "@udt/client";
import { TRIGGER_EVENTS, type Channel, type Trigger, type TriggerEvent } from "@udt/contract";
import { App, Button, Drawer, Select } from "antd";
import { useState, type FormEvent } from "react";
import { errorText, ruleOf } from "../../../lib/errors/index.ts";
import { Choices, Field, LeaveGuard } from "../../../lib/form/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { ruleText } from "../../../lib/rules/index.ts";
import { useAskToClose } from "../use-ask-to-close.ts";
import { useJobs, useSaveTrigger } from "../use-notifications.ts";

const FORM = "trigger-editor";

/** A new trigger, or a change of one. */
export function TriggerEditor(props: {
  project: string;
  trigger: Trigger | undefined;
  /** Those that a trigger can use. */
  channels: readonly Channel[];
  onClose: () => void;
}) {
  const t = useT("notifications");
  const common = useT("common");
  const { message } = App.useApp();
  const { project, trigger, onClose } = props;
  const [event, setEvent] = useState<TriggerEvent>(trigger?.event ?? "end-test");
  const [scope, setScope] = useState<"all" | "one">(trigger?.job_id ? "one" : "all");
  const [job_id, setJob] = useState<string | null>(trigger?.job_id ?? null);
  const [channels, setChannels] = useState<string[]>(() => (trigger?.channels ?? []).map(({ id }) => id));
  const [tried, setTried] = useState(false);
  const save = useSaveTrigger(project, trigger);
  const noChannel = channels.length === 0 ? ruleText("trigger_channels") : undefined;
  const noJob = scope === "one" && job_id === null ? t("triggers.job_missing") : undefined;
  const dirty =
    event !== (trigger?.event ?? "end-test") ||
    (scope === "one" ? job_id : null) !== (trigger?.job_id ?? null) ||
    channels.toSorted().join() !==
      (trigger?.channels ?? [])
        .map(({ id }) => id)
        .toSorted()
        .join();
  const close = useAskToClose(dirty, onClose);
  const inline = save.error instanceof ApiError && ruleOf(save.error) === "inline" && errorText(save.error);

  const submit = (submitted: FormEvent) => {
    submitted.preventDefault();
    setTried(true);
    if (noChannel !== undefined || noJob !== undefined) return;
    const body = { buss_type: "gce", event, channels, job_id: scope === "one" ? job_id : null } as const;
    save.mutate(body, {
      onSuccess: () => {
        void message.success(common("saved"));
        onClose();
      },
    });
  };
  return (
    <Drawer
      open
      size={520}
      title={t(trigger ? "triggers.editor.edit" : "triggers.editor.add")}
      onClose={close}
      footer={
        <div className="notifications-footer">
          {inline && (
            <span className="notifications-refusal" role="alert">
              {inline}
            </span>
          )}
          <Button onClick={close}>{common("cancel")}</Button>
          <Button type="primary" htmlType="submit" form={FORM} loading={save.isPending}>
            {common("save")}
          </Button>
        </div>
      }
    >
      <form id={FORM} className="udt-form" noValidate onSubmit={submit}>
        <LeaveGuard dirty={dirty && !save.isSuccess} />
        <Choices
          label={t("triggers.event")}
          value={event}
          options={TRIGGER_EVENTS.map((value) => ({
            value,
            label: t(`event.${value}`),
            hint: t(`triggers.event_hint.${value}`),
          }))}
          onChange={setEvent}
        />
        <Choices
          label={t("triggers.scope")}
          value={scope}
          options={[
            { value: "all", label: t("triggers.all_jobs"), hint: t("triggers.all_jobs_hint") },
            { value: "one", label: t("triggers.one_job"), hint: t("triggers.one_job_hint") },
          ]}
          onChange={setScope}
        />
        {scope === "one" && (
          <JobField
            project={project}
            job_id={job_id}
            job_name={trigger?.job_name ?? ""}
            error={tried ? noJob : undefined}
            onChange={setJob}
          />
        )}
        <Field
          label={t("triggers.channels")}
          hint={t("triggers.channels_hint")}
          error={tried ? noChannel : undefined}
          render={(control) => (
            <Select
              {...control}
              mode="multiple"
              showSearch={{ optionFilterProp: "label" }}
              value={channels}
              {...(control["aria-invalid"] && { status: "error" })}
              options={props.channels.map(({ id, name, kind }) => ({
                value: id,
                label: `${name} (${t(`kind.${kind}`)})`,
              }))}
              onChange={setChannels}
            />
          )}
        />
      </form>
    </Drawer>
  );
}

function JobField(props: {
  project: string;
  job_id: string | null;
  job_name: string;
  error: string | undefined;
  onChange: (job_id: string) => void;
}) {
  const t = useT("notifications");
  const [keyword, setKeyword] = useState("");
  const jobs = useJobs(props.project, keyword.trim());
  const found = (jobs.data?.list ?? []).map(({ job_id, name }) => ({ value: job_id, label: name }));
  // The present one has its name also when the search does not show it.
  const { job_id } = props;
  const isListed = job_id === null || found.some(({ value }) => value === job_id);
  const options = isListed ? found : [{ value: job_id, label: props.job_name || t("triggers.job_gone") }, ...found];
  return (
    <Field
      label={t("triggers.job_label")}
      hint={t("triggers.job_hint")}
      error={props.error}
      render={(control) => (
        <Select
          {...control}
          value={job_id}
          loading={jobs.isFetching}
          {...(control["aria-invalid"] && { status: "error" })}
          showSearch={{ filterOption: false, searchValue: keyword, onSearch: setKeyword }}
          options={options}
          onChange={(chosen: string) => props.onChange(chosen)}
        />
      )}
    />
  );
}
