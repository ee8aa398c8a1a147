import { LIMITS, type MemoryOptions } from "@udt/contract";
import { Checkbox, InputNumber } from "antd";
import { Field } from "../../../lib/form/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { FRESH_MEMORY } from "./draft.ts";
import type { StepProps } from "./step-props.ts";

const CHECKS = ["at_case_end", "with_heap", "fail_over_budget"] as const;

/** What is recorded of the memory of the app under test, and whether the run fails by it. */
export function MemoryFields({ draft, change, fault }: StepProps) {
  const t = useT("jobs");
  const c = useT("job-config");
  // What was saved before there was such an option says nothing of it.
  const memory = draft.config.memory ?? null;
  const set = (part: Partial<MemoryOptions>) => change({ memory: { ...(memory ?? FRESH_MEMORY), ...part } });
  return (
    <fieldset className="udt-field jobs-checks">
      <legend>{c("field.memory")}</legend>
      <Checkbox
        checked={memory !== null}
        onChange={(event) => change({ memory: event.target.checked ? FRESH_MEMORY : null })}
      >
        {t("memory.record")}
      </Checkbox>
      {memory !== null && (
        <>
          <Field
            label={c("field.memory_every")}
            hint={t("hint.memory_every", {
              min: LIMITS.memory_every_min_seconds,
              max: String(LIMITS.memory_every_max_seconds),
            })}
            error={fault("memory")}
            render={(control) => (
              <InputNumber
                {...control}
                min={LIMITS.memory_every_min_seconds}
                max={LIMITS.memory_every_max_seconds}
                precision={0}
                suffix={t("memory.seconds")}
                value={memory.every_seconds}
                onChange={(every_seconds) => set({ every_seconds })}
              />
            )}
          />
          {CHECKS.map((name) => (
            <Checkbox key={name} checked={memory[name]} onChange={(event) => set({ [name]: event.target.checked })}>
              {c(`field.memory_${name}`)}
            </Checkbox>
          ))}
        </>
      )}
    </fieldset>
  );
}
