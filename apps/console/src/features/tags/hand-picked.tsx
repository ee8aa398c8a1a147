import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { LIMITS, type DataOf, type TagChoice } from "@udt/contract";
import { deviceEndpoints } from "@udt/contract/endpoints/devices";
import { tagEndpoints } from "@udt/contract/endpoints/tags";
import { Select } from "antd";
import { useDeferredValue, useState } from "react";
import { queryOf } from "../../lib/api/queries.ts";
import { deviceLabel } from "../../lib/device-name/index.ts";
import { Field, PICKED, unknownOption } from "../../lib/form/index.ts";
import { activeLanguage, useT } from "../../lib/i18n/index.ts";

type Kind = "included" | "excluded";
type Preview = DataOf<typeof tagEndpoints.tagPreview>;

const optionOf = (device: Omit<Preview["list"][number], "os" | "os_version" | "state">) => ({
  value: device.device_id,
  label: deviceLabel(device),
});

/** Devices that a tag has, or has not, whatever its rules find. */
export function HandPicked(props: {
  project: string;
  kind: Kind;
  draft: TagChoice;
  preview: Preview | undefined;
  fault: Partial<Record<`${Kind}_device_ids`, string | undefined>>;
  change: (part: Partial<TagChoice>) => void;
}) {
  const t = useT("tags");
  const { project, kind, draft, preview } = props;
  const field = `${kind}_device_ids` as const;
  const value = draft[field];
  const [text, setText] = useState("");
  const filter = { keyword: useDeferredValue(text.trim()), page_size: PICKED };
  const offered = useQuery({
    ...queryOf(deviceEndpoints.deviceList, { query: { project, ...filter, language: activeLanguage() } }),
    placeholderData: keepPreviousData,
  });
  // What is chosen need not be among the first, nor there any more.
  const known = [...(preview?.[kind] ?? []), ...(offered.data?.list ?? [])].map(optionOf);
  const unknown = value.map((device_id) => ({ ...unknownOption(device_id, !preview, t("gone")), disabled: false }));
  const options = new Map([...unknown, ...known].map((option) => [option.value, option]));
  return (
    <Field
      label={t(`field.${kind}`)}
      hint={t(`hint.${kind}`)}
      error={props.fault[field]}
      render={(control) => (
        <Select
          {...control}
          mode="multiple"
          maxCount={LIMITS.tag_devices_max}
          showSearch={{ filterOption: false, searchValue: text, onSearch: setText }}
          onOpenChange={(isOpen) => !isOpen && setText("")}
          loading={offered.isFetching}
          placeholder={t("find_device")}
          notFoundContent={t("no_device")}
          options={[...options.values()]}
          value={[...value]}
          onChange={(device_ids: string[]) => props.change({ [field]: device_ids })}
        />
      )}
    />
  );
}
