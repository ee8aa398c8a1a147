import { LIMITS } from "@udt/contract";
import { Input, InputNumber, Select } from "antd";
import { Field } from "../../../lib/form/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { FRESH_MONKEY } from "./draft.ts";
import type { StepProps } from "./step-props.ts";
import { AppPicker } from "./pick.tsx";

/** How a monkey roams. */
export function MonkeyFields({ draft, change, fault }: StepProps) {
  const t = useT("jobs");
  const c = useT("job-config");
  const monkey = draft.config.monkey ?? FRESH_MONKEY;
  const set = (part: Partial<typeof monkey>) => change({ monkey: { ...monkey, ...part } });
  return (
    <>
      <div className="jobs-triple">
        <Field
          label={c("field.monkey_minutes")}
          hint={t("hint.monkey_minutes", { min: LIMITS.debug_minutes_min, max: LIMITS.debug_minutes_max })}
          render={(control) => (
            <InputNumber
              {...control}
              min={LIMITS.debug_minutes_min}
              max={LIMITS.debug_minutes_max}
              suffix={t("minutes")}
              value={monkey.minutes}
              onChange={(minutes) => set({ minutes: minutes ?? LIMITS.debug_minutes_min })}
            />
          )}
        />
        <Field
          label={c("field.monkey_throttle")}
          render={(control) => (
            <InputNumber
              {...control}
              min={0}
              max={10_000}
              suffix="ms"
              value={monkey.throttle_ms}
              onChange={(throttle_ms) => set({ throttle_ms: throttle_ms ?? 0 })}
            />
          )}
        />
        <Field
          label={c("field.monkey_events")}
          hint={t("hint.monkey_events")}
          render={(control) => (
            <InputNumber
              {...control}
              min={1}
              max={100_000_000}
              value={monkey.events}
              onChange={(events) => set({ events })}
            />
          )}
        />
      </div>
      <Field
        label={c("field.monkey_seed")}
        hint={t("hint.monkey_seed")}
        render={(control) => (
          <InputNumber
            {...control}
            min={0}
            max={2_147_483_647}
            value={monkey.seed}
            onChange={(seed) => set({ seed })}
          />
        )}
      />
      <Field
        label={c("field.monkey_packages")}
        hint={t("hint.monkey_packages")}
        error={fault("monkey")}
        render={(control) => (
          <Select
            {...control}
            mode="tags"
            open={false}
            suffixIcon={null}
            tokenSeparators={[";", "；", ",", "，", " "]}
            value={monkey.packages}
            onChange={(packages: string[]) => set({ packages })}
          />
        )}
      />
    </>
  );
}

/** Which package holds the tests, and who runs them. */
export function InstrumentationFields({ project, draft, change, fault }: StepProps) {
  const t = useT("jobs");
  const c = useT("job-config");
  const { instrumentation } = draft.config;
  return (
    <>
      <Field
        label={c("field.test_app")}
        hint={t("hint.test_app")}
        error={fault("instrumentation")}
        render={(control) => (
          <AppPicker
            project={project}
            control={control}
            os={draft.config.os}
            value={instrumentation ? [instrumentation.test_app_id] : []}
            onChange={([test_app_id]) =>
              change({
                instrumentation: test_app_id === undefined ? null : { component: "", ...instrumentation, test_app_id },
              })
            }
          />
        )}
      />
      {instrumentation && (
        <Field
          label={c("field.component")}
          hint={t("hint.component")}
          render={(control) => (
            <Input
              {...control}
              className="udt-mono"
              value={instrumentation.component}
              placeholder="com.example.test/androidx.test.runner.AndroidJUnitRunner"
              onChange={(event) => change({ instrumentation: { ...instrumentation, component: event.target.value } })}
            />
          )}
        />
      )}
    </>
  );
}
