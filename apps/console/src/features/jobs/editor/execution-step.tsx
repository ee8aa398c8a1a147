import { EXECUTION_MODES, LIMITS, needsLibrary, RETRY_MODES } from "@udt/contract";
import { Checkbox, Input, InputNumber } from "antd";
import { Choices, Field } from "../../../lib/form/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { CasePicker } from "./case-picker.tsx";
import { frameworksOf, withFramework } from "./draft.ts";
import { EnvironmentFields } from "./environment-fields.tsx";
import { InstrumentationFields, MonkeyFields } from "./framework-fields.tsx";
import type { StepProps } from "./job-editor.tsx";
import { LibraryPicker } from "./pick.tsx";

const TIMEOUTS = ["case_minutes", "device_minutes", "test_minutes"] as const;
const RECORDINGS = ["performance", "log", "reboot_before", "reboot_after"] as const;

/** How it is tested: the framework and its cases, how they are shared, repeated, bounded and recorded. */
export function ExecutionStep(props: StepProps) {
  const { project, draft, change, fault } = props;
  const t = useT("jobs");
  const c = useT("job-config");
  const { config } = draft;
  const isLibrary = needsLibrary(config.framework);
  return (
    <div className="jobs-form">
      <Choices
        label={c("field.framework")}
        value={config.framework}
        options={frameworksOf(config.os).map((value) => ({
          value,
          label: c(`framework.${value}`),
          hint: t(`framework_hint.${value}`),
        }))}
        onChange={(framework) => change(withFramework(config, framework))}
      />
      {needsLibrary(config.framework) && (
        <Field
          label={c("field.library")}
          error={fault("library_id")}
          render={(control) => (
            <LibraryPicker
              project={project}
              control={control}
              framework={needsLibrary(config.framework) ? config.framework : "node_test"}
              inImage={config.environment.kind === "image"}
              value={config.library_id}
              onChange={(library_id) => change({ library_id, cases: { kind: "all" } })}
            />
          )}
        />
      )}
      {isLibrary && config.library_id !== null && (
        <CasePicker
          project={project}
          library_id={config.library_id}
          cases={config.cases}
          error={fault("cases")}
          onChange={(cases) => change({ cases })}
        />
      )}
      {isLibrary && <EnvironmentFields {...props} />}
      {config.framework === "monkey" && <MonkeyFields {...props} />}
      {config.framework === "instrumentation" && <InstrumentationFields {...props} />}
      {config.framework !== "monkey" && (
        <Field
          label={c("field.parameters")}
          hint={t("hint.parameters")}
          error={fault("parameters")}
          render={(control) => (
            <Input.TextArea
              {...control}
              className="udt-mono"
              autoSize={{ minRows: 2, maxRows: 10 }}
              value={config.parameters}
              placeholder='{"env": "staging"}'
              onChange={(event) => change({ parameters: event.target.value })}
            />
          )}
        />
      )}
      {isLibrary && (
        <Choices
          label={c("field.mode")}
          value={config.mode}
          options={EXECUTION_MODES.map((value) => ({
            value,
            label: c(`mode.${value}`),
            hint: t(`mode_hint.${value}`),
          }))}
          onChange={(mode) => change({ mode })}
        />
      )}
      <div className="jobs-pair">
        <Field
          label={c("field.retry_times")}
          hint={t("hint.retry_times")}
          render={(control) => (
            <InputNumber
              {...control}
              min={0}
              max={LIMITS.retry_times_max}
              value={config.retry.times}
              onChange={(times) => change({ retry: { ...config.retry, times: times ?? 0 } })}
            />
          )}
        />
        {config.retry.times > 0 && (
          <Choices
            label={c("field.retry_mode")}
            value={config.retry.mode}
            options={RETRY_MODES.map((value) => ({ value, label: c(`retry_mode.${value}`) }))}
            onChange={(mode) => change({ retry: { ...config.retry, mode } })}
          />
        )}
      </div>
      <div className="jobs-triple">
        {TIMEOUTS.map((name) => (
          <Field
            key={name}
            label={c(`field.${name}`)}
            error={name === "device_minutes" ? fault("timeouts") : undefined}
            render={(control) => (
              <InputNumber
                {...control}
                min={1}
                max={name === "case_minutes" ? LIMITS.case_minutes_max : LIMITS.run_minutes_max}
                suffix={t("minutes")}
                value={config.timeouts[name]}
                onChange={(value) => change({ timeouts: { ...config.timeouts, [name]: value ?? 1 } })}
              />
            )}
          />
        ))}
      </div>
      <fieldset className="udt-field jobs-checks">
        <legend>{c("field.recording")}</legend>
        <Checkbox checked={config.video} onChange={(event) => change({ video: event.target.checked })}>
          {c("field.video")}
        </Checkbox>
        {config.video && (
          <Field
            label={c("field.video_minutes")}
            hint={t("hint.video_minutes", { min: LIMITS.video_minutes_min, max: LIMITS.video_minutes_max })}
            error={fault("video_minutes")}
            render={(control) => (
              <InputNumber
                {...control}
                min={LIMITS.video_minutes_min}
                max={LIMITS.video_minutes_max}
                suffix={t("minutes")}
                value={config.video_minutes}
                onChange={(value) => change({ video_minutes: value ?? LIMITS.video_minutes_min })}
              />
            )}
          />
        )}
        {RECORDINGS.map((name) => (
          <Checkbox key={name} checked={config[name]} onChange={(event) => change({ [name]: event.target.checked })}>
            {c(`field.${name}`)}
          </Checkbox>
        ))}
      </fieldset>
      <Field
        label={c("field.white_list")}
        hint={t("hint.white_list")}
        error={fault("white_list")}
        render={(control) => (
          <Input.TextArea
            {...control}
            className="udt-mono"
            autoSize={{ minRows: 1, maxRows: 6 }}
            value={config.white_list}
            onChange={(event) => change({ white_list: event.target.value })}
          />
        )}
      />
      <Field
        label={c("field.priority")}
        hint={t("hint.priority")}
        render={(control) => (
          <InputNumber
            {...control}
            min={0}
            max={9}
            value={config.priority}
            onChange={(priority) => change({ priority: priority ?? 5 })}
          />
        )}
      />
    </div>
  );
}
