import { LIMITS, RETRY_MODES } from "@udt/contract";
import { Checkbox, InputNumber } from "antd";
import { Choices, Field } from "../../../lib/form/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import type { StepProps } from "./step-props.ts";

const TIMEOUTS = ["case_minutes", "device_minutes", "test_minutes"] as const;
const RECORDINGS = ["performance", "log", "reboot_before", "reboot_after"] as const;

/** How often a failed case is tried again, and where. */
export function RetryFields({ draft, change }: StepProps) {
  const t = useT("jobs");
  const c = useT("job-config");
  const { retry } = draft.config;
  return (
    <div className="jobs-pair">
      <Field
        label={c("field.retry_times")}
        hint={t("hint.retry_times")}
        render={(control) => (
          <InputNumber
            {...control}
            min={0}
            max={LIMITS.retry_times_max}
            value={retry.times}
            onChange={(times) => change({ retry: { ...retry, times: times ?? 0 } })}
          />
        )}
      />
      {retry.times > 0 && (
        <Choices
          label={c("field.retry_mode")}
          value={retry.mode}
          options={RETRY_MODES.map((value) => ({ value, label: c(`retry_mode.${value}`) }))}
          onChange={(mode) => change({ retry: { ...retry, mode } })}
        />
      )}
    </div>
  );
}

/** How long a case, a device and the whole may take. */
export function TimeoutFields({ draft, change, fault }: StepProps) {
  const t = useT("jobs");
  const c = useT("job-config");
  const { timeouts } = draft.config;
  return (
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
              value={timeouts[name]}
              onChange={(value) => change({ timeouts: { ...timeouts, [name]: value ?? 1 } })}
            />
          )}
        />
      ))}
    </div>
  );
}

/** What is recorded of each device, and whether it is restarted. */
export function RecordingFields({ draft, change, fault }: StepProps) {
  const t = useT("jobs");
  const c = useT("job-config");
  const { config } = draft;
  return (
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
  );
}
