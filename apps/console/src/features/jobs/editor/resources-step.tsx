import { useQuery, keepPreviousData } from "@tanstack/react-query";
import { ENDPOINTS, LIMITS, type DeviceChoice } from "@udt/contract";
import { InputNumber, Select } from "antd";
import { useDeferredValue, useState } from "react";
import { api } from "../../../lib/api/api.ts";
import { Choices, Field } from "../../../lib/form/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { useChosenDevices } from "../use-jobs.ts";
import { AccountFields } from "./account-fields.tsx";
import type { StepProps } from "./job-editor.tsx";
import { RuleRows } from "./rule-rows.tsx";

/** On what it is tested: devices by hand or by rule, and the accounts that scripts sign in with. */
export function ResourcesStep({ project, draft, change, fault }: StepProps) {
  const t = useT("jobs");
  const { devices } = draft.config;
  return (
    <div className="jobs-form">
      <Choices
        label={t("field.devices")}
        value={devices.kind}
        options={(["rule", "devices"] as const).map((value) => ({
          value,
          label: t(`device_choice.${value}`),
          hint: t(`device_choice_hint.${value}`),
        }))}
        onChange={(kind) =>
          change({ devices: kind === "rule" ? { kind, rules: [], count: 1 } : { kind, device_ids: [] } })
        }
      />
      {devices.kind === "rule" ? (
        <>
          <RuleRows rules={devices.rules} onChange={(rules) => change({ devices: { ...devices, rules } })} />
          <Field
            label={t("field.device_count")}
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
          value={devices.device_ids}
          error={fault("devices")}
          onChange={(device_ids) => change({ devices: { kind: "devices", device_ids } })}
        />
      )}
      <Found project={project} devices={devices} />
      <AccountFields project={project} draft={draft} change={change} fault={fault} />
    </div>
  );
}

/** How many devices the choice finds now. */
function Found({ project, devices }: { project: string; devices: DeviceChoice }) {
  const t = useT("jobs");
  const isAsked = devices.kind === "rule" || devices.device_ids.length > 0;
  const isWhole = devices.kind === "devices" || devices.rules.every((rule) => rule.values.length > 0);
  const found = useChosenDevices(project, isAsked && isWhole ? devices : { kind: "rule", rules: [], count: 1 });
  if (!isAsked || !isWhole || !found.data) return null;
  const { total, idle, list } = found.data;
  return (
    <div className="jobs-found" data-tone={total === 0 ? "bad" : undefined} role="status">
      <b>{t("found", { total, idle })}</b>
      {list.slice(0, 8).map((device) => (
        <span key={device.device_id} data-state={device.state}>
          {device.brand} {device.model} · {device.os_version}
        </span>
      ))}
      {list.length > 8 && <span>{t("found_more", { count: total - 8 })}</span>}
    </div>
  );
}

function DevicePicker(props: {
  project: string;
  value: readonly string[];
  error: string | undefined;
  onChange: (device_ids: string[]) => void;
}) {
  const t = useT("jobs");
  const common = useT("common");
  const [keyword, setKeyword] = useState("");
  const filter = { keyword: useDeferredValue(keyword.trim()), page_size: LIMITS.page_size_max };
  const devices = useQuery({
    queryKey: ["deviceList", props.project, filter],
    queryFn: ({ signal }) => api.call(ENDPOINTS.deviceList, { query: { project: props.project, ...filter }, signal }),
    placeholderData: keepPreviousData,
  });
  const options = (devices.data?.list ?? []).map((device) => ({
    value: device.device_id,
    label: `${device.brand} ${device.model} · ${device.serial} · ${common(`device_state.${device.state}`)}`,
  }));
  return (
    <Field
      label={t("field.device_ids")}
      hint={t("hint.device_ids", { max: LIMITS.job_devices_max })}
      error={props.error}
      render={(control) => (
        <Select
          {...control}
          mode="multiple"
          maxCount={LIMITS.job_devices_max}
          showSearch={{ filterOption: false, onSearch: setKeyword }}
          loading={devices.isFetching}
          placeholder={t("editor.device_placeholder")}
          options={options}
          value={[...props.value]}
          onChange={(ids) => props.onChange(ids)}
        />
      )}
    />
  );
}
