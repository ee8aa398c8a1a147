import { DEVICE_ATTRIBUTES, LIMITS, type JobConfig } from "@udt/contract";
import { InputNumber, Switch } from "antd";
import { RuleRows } from "../../../lib/device-rules/index.ts";
import { Choices, Field } from "../../../lib/form/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { useFoundWords } from "../found-words.ts";
import { useChosenDevices } from "../use-jobs.ts";
import { AccountFields } from "./account-fields.tsx";
import { Advanced } from "./advanced.tsx";
import { DevicePicker } from "./device-picker.tsx";
import type { StepProps } from "./step-props.ts";

/** On what it is tested: devices by hand or by rule, and the accounts that scripts sign in with. */
export function ResourcesStep({ project, draft, change, fault }: StepProps) {
  const t = useT("jobs");
  const c = useT("job-config");
  const { os, devices, framework, only_healthy } = draft.config;
  return (
    <div className="jobs-form">
      <Choices
        label={c("field.devices")}
        value={devices.kind}
        options={(["rule", "devices"] as const).map((value) => ({
          value,
          label: c(`device_choice.${value}`),
          hint: t(`device_choice_hint.${value}`),
        }))}
        onChange={(kind) =>
          change({ devices: kind === "rule" ? { kind, rules: [], count: 1 } : { kind, device_ids: [] } })
        }
      />
      {devices.kind === "rule" ? (
        <>
          <RuleRows
            project={project}
            attributes={DEVICE_ATTRIBUTES}
            rules={devices.rules}
            error={fault("devices")}
            none={t("no_rules")}
            onChange={(rules) => change({ devices: { ...devices, rules } })}
          />
          <Field
            label={c("field.device_count")}
            hint={t("hint.device_count")}
            render={(control) => (
              <InputNumber
                {...control}
                min={1}
                max={LIMITS.job_devices_max}
                value={devices.count}
                onChange={(count) => change({ devices: { ...devices, count: count ?? 1 } })}
              />
            )}
          />
        </>
      ) : (
        <DevicePicker
          project={project}
          os={os}
          value={devices.device_ids}
          only_healthy={only_healthy}
          error={fault("devices")}
          onChange={(device_ids) => change({ devices: { kind: "devices", device_ids } })}
        />
      )}
      <Found project={project} config={draft.config} />
      <Field
        label={c("field.only_healthy")}
        hint={t("hint.only_healthy")}
        render={(control) => (
          <Switch {...control} checked={only_healthy} onChange={(is) => change({ only_healthy: is })} />
        )}
      />
      {framework !== "monkey" && (
        <Advanced step="resources" draft={draft} fault={fault}>
          <AccountFields project={project} draft={draft} change={change} fault={fault} />
        </Advanced>
      )}
    </div>
  );
}

/** How many devices the choice finds now that a run takes, and why it takes no others. */
function Found({ project, config }: { project: string; config: JobConfig }) {
  const t = useT("jobs");
  const found = useChosenDevices(project, config);
  const words = useFoundWords();
  if (!found) return null;
  const { counts, named, more, left_out } = words(found);
  return (
    <div className="jobs-found" data-tone={found.usable === 0 ? "bad" : undefined} role="status">
      <b>{counts}</b>
      {named.map((device) => (
        <span key={device.device_id} data-state={device.state}>
          {device.brand} {device.model} · {device.os_version}
        </span>
      ))}
      {more && <span>{more}</span>}
      {left_out && (
        <p>
          {t("left_out.title")}
          {t("found_colon")}
          {left_out}
        </p>
      )}
    </div>
  );
}
