import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { LIMITS, type DeviceOs } from "@udt/contract";
import { deviceEndpoints } from "@udt/contract/endpoints/devices";
import { Select } from "antd";
import { useDeferredValue, useState } from "react";
import { queryOf } from "../../../lib/api/queries.ts";
import { Field } from "../../../lib/form/index.ts";
import { activeLanguage, useT } from "../../../lib/i18n/index.ts";
import { useChosenDevices } from "../use-jobs.ts";
import { countNote, deviceOptions } from "./device-options.ts";

/** Chooses devices of a system by hand. */
export function DevicePicker(props: {
  project: string;
  os: DeviceOs;
  value: readonly string[];
  only_healthy: boolean;
  error: string | undefined;
  onChange: (device_ids: string[]) => void;
}) {
  const t = useT("jobs");
  const c = useT("job-config");
  const { project, os, value } = props;
  const [keyword, setKeyword] = useState("");
  const filter = { keyword: useDeferredValue(keyword.trim()), os, page_size: LIMITS.page_size_max };
  const devices = useQuery({
    ...queryOf(deviceEndpoints.deviceList, { query: { project, ...filter, language: activeLanguage() } }),
    placeholderData: keepPreviousData,
  });
  // What is chosen need not be among the first.
  const devicesOf = { kind: "devices" as const, device_ids: [...value] };
  const named = useChosenDevices(project, { os, devices: devicesOf, only_healthy: props.only_healthy });
  return (
    <Field
      label={c("field.device_ids")}
      hint={countNote(value) ?? t("hint.device_ids", { max: LIMITS.job_devices_max })}
      error={props.error}
      render={(control) => (
        <Select
          {...control}
          mode="multiple"
          maxCount={LIMITS.job_devices_max}
          showSearch={{ filterOption: false, onSearch: setKeyword }}
          loading={devices.isFetching}
          placeholder={t("editor.device_placeholder")}
          options={deviceOptions(devices.data?.list ?? [], named?.list ?? [], value)}
          value={[...value]}
          onChange={(ids) => props.onChange(ids)}
        />
      )}
    />
  );
}
