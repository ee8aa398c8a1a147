import {
  TRIGGER_BUSINESSES,
  TRIGGER_EVENTS,
  TRIGGER_EVENTS_OF,
  type Channel,
  type TestTrigger,
  type Trigger,
  type TriggerEvent,
} from "@udt/contract";
import { App, Select } from "antd";
import { useState } from "react";
import { Choices, Field, FormDrawer } from "../../../lib/form/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { ruleText } from "../../../lib/rules/index.ts";
import { useJobs, useSaveTrigger } from "../use-notifications.ts";

interface TriggerDraft {
  event: TriggerEvent;
  scope: "all" | "one";
  job_id: string | null;
  channels: string[];
}

const draftOf = (trigger: Trigger | undefined): TriggerDraft => ({
  event: trigger?.event ?? "end-test",
  scope: trigger?.job_id ? "one" : "all",
  job_id: trigger?.job_id ?? null,
  channels: (trigger?.channels ?? []).map(({ id }) => id),
});

const isOfTests = (event: TriggerEvent): event is TestTrigger => TRIGGER_EVENTS_OF.gce.some((each) => each === event);
const businessOf = (event: TriggerEvent) =>
  TRIGGER_BUSINESSES.find((business) => TRIGGER_EVENTS_OF[business].some((each) => each === event)) ?? "gce";

/** What is to be saved; the order in which channels were chosen means nothing. */
const wishOf = ({ event, scope, job_id, channels }: TriggerDraft) =>
  isOfTests(event)
    ? ({ buss_type: "gce", event, channels, job_id: scope === "one" ? job_id : null } as const)
    : ({ buss_type: businessOf(event), event, channels, job_id: null } as const);
const sameWish = (a: TriggerDraft, b: TriggerDraft): boolean => {
  const comparable = (draft: TriggerDraft) => JSON.stringify(wishOf({ ...draft, channels: draft.channels.toSorted() }));
  return comparable(a) === comparable(b);
};

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
  const [draft, setDraft] = useState(() => draftOf(trigger));
  const change = (part: Partial<TriggerDraft>) => setDraft((before) => ({ ...before, ...part }));
  const [tried, setTried] = useState(false);
  const save = useSaveTrigger(project, trigger);
  const noChannel = draft.channels.length === 0 ? ruleText("trigger_channels") : undefined;
  const ofTests = isOfTests(draft.event);
  const noJob = ofTests && draft.scope === "one" && draft.job_id === null ? t("triggers.job_missing") : undefined;

  const submit = () => {
    setTried(true);
    if (noChannel !== undefined || noJob !== undefined) return;
    save.mutate(wishOf(draft), {
      onSuccess: () => {
        void message.success(common("saved"));
        onClose();
      },
    });
  };
  return (
    <FormDrawer
      size={520}
      title={t(trigger ? "triggers.editor.edit" : "triggers.editor.add")}
      dirty={!sameWish(draft, draftOf(trigger))}
      save={save}
      onSubmit={submit}
      onClose={onClose}
    >
      <Choices
        label={t("triggers.event")}
        value={draft.event}
        options={TRIGGER_EVENTS.map((value) => ({
          value,
          label: t(`event.${value}`),
          hint: t(`triggers.event_hint.${value}`),
        }))}
        onChange={(event) => change({ event })}
      />
      {ofTests && (
        <Choices
          label={t("triggers.scope")}
          value={draft.scope}
          options={[
            { value: "all", label: t("triggers.all_jobs"), hint: t("triggers.all_jobs_hint") },
            { value: "one", label: t("triggers.one_job"), hint: t("triggers.one_job_hint") },
          ]}
          onChange={(scope) => change({ scope })}
        />
      )}
      {ofTests && draft.scope === "one" && (
        <JobField
          project={project}
          job_id={draft.job_id}
          job_name={trigger?.job_name ?? ""}
          error={tried ? noJob : undefined}
          onChange={(job_id) => change({ job_id })}
        />
      )}
      <ChannelsField
        channels={props.channels}
        value={draft.channels}
        error={tried ? noChannel : undefined}
        onChange={(channels) => change({ channels })}
      />
    </FormDrawer>
  );
}

function ChannelsField(props: {
  channels: readonly Channel[];
  value: string[];
  error: string | undefined;
  onChange: (channels: string[]) => void;
}) {
  const t = useT("notifications");
  return (
    <Field
      label={t("triggers.channels")}
      hint={t("triggers.channels_hint")}
      error={props.error}
      render={(control) => (
        <Select
          {...control}
          mode="multiple"
          showSearch={{ optionFilterProp: "label" }}
          value={props.value}
          {...(control["aria-invalid"] && { status: "error" })}
          options={props.channels.map(({ id, name, kind }) => ({
            value: id,
            label: `${name} (${t(`kind.${kind}`)})`,
          }))}
          onChange={props.onChange}
        />
      )}
    />
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
