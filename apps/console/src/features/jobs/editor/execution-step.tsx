import { EXECUTION_MODES, needsLibrary } from "@udt/contract";
import { Input, InputNumber } from "antd";
import { Choices, Field } from "../../../lib/form/index.ts";
import { useFrameworkName } from "../../../lib/common/use-framework-name.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { Advanced } from "./advanced.tsx";
import { CasePicker } from "./case-picker.tsx";
import { frameworksOf, withFramework } from "./draft.ts";
import { EnvironmentFields } from "./environment-fields.tsx";
import { InstrumentationFields, MonkeyFields } from "./framework-fields.tsx";
import { MemoryFields } from "./memory-fields.tsx";
import { LibraryPicker } from "./pick.tsx";
import { RecordingFields, RetryFields, TimeoutFields } from "./run-fields.tsx";
import type { StepProps } from "./step-props.ts";

/** How it is tested: the framework and its cases, how they are shared, repeated, bounded and recorded. */
export function ExecutionStep(props: StepProps) {
  const { draft, change } = props;
  const t = useT("jobs");
  const frameworkName = useFrameworkName();
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
          label: frameworkName(value),
          hint: t(`framework_hint.${value}`),
        }))}
        onChange={(framework) => change(withFramework(config, framework))}
      />
      <LibraryFields {...props} />
      {config.framework === "monkey" && <MonkeyFields {...props} />}
      {config.framework === "instrumentation" && <InstrumentationFields {...props} />}
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
      <Advanced step="execution" draft={draft} fault={props.fault}>
        {isLibrary && <EnvironmentFields {...props} />}
        {config.framework !== "monkey" && <ParametersField {...props} />}
        <RetryFields {...props} />
        <TimeoutFields {...props} />
        <RecordingFields {...props} />
        <MemoryFields {...props} />
        <CleaningFields {...props} />
      </Advanced>
    </div>
  );
}

/** What is left on the devices, and who goes first. */
function CleaningFields({ draft, change, fault }: StepProps) {
  const t = useT("jobs");
  const c = useT("job-config");
  const { config } = draft;
  return (
    <>
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
    </>
  );
}

/** The library that the cases are from, and which of them; nothing for a framework that has none. */
function LibraryFields({ project, draft, change, fault }: StepProps) {
  const c = useT("job-config");
  const { framework, library_id, environment, cases } = draft.config;
  if (!needsLibrary(framework)) return null;
  return (
    <>
      <Field
        label={c("field.library")}
        error={fault("library_id")}
        render={(control) => (
          <LibraryPicker
            project={project}
            control={control}
            framework={framework}
            inImage={environment.kind === "image"}
            value={library_id}
            onChange={(chosen) => change({ library_id: chosen, cases: { kind: "all" } })}
          />
        )}
      />
      {library_id !== null && (
        <CasePicker
          project={project}
          library_id={library_id}
          cases={cases}
          error={fault("cases")}
          onChange={(chosen) => change({ cases: chosen })}
        />
      )}
    </>
  );
}

/** What is handed to the scripts as it is. */
function ParametersField({ draft, change, fault }: StepProps) {
  const t = useT("jobs");
  const c = useT("job-config");
  return (
    <Field
      label={c("field.parameters")}
      hint={t("hint.parameters")}
      error={fault("parameters")}
      render={(control) => (
        <Input.TextArea
          {...control}
          className="udt-mono"
          autoSize={{ minRows: 2, maxRows: 10 }}
          value={draft.config.parameters}
          placeholder='{"env": "staging"}'
          onChange={(event) => change({ parameters: event.target.value })}
        />
      )}
    />
  );
}
