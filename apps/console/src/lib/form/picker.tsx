import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Select } from "antd";
import { useDeferredValue, useState } from "react";
import type { ReadKey } from "../api/keys.ts";
import type { Read } from "../api/queries.ts";
import { useT } from "../i18n/index.ts";
import type { ControlProps } from "./field.tsx";
import { found, PICKED, unknownOption, type PickOption } from "./picked.ts";

/** Chooses one of however many by a part of its name. What is chosen is asked for by itself: it need not be among the first. */
export function Picker<T>(props: {
  control: ControlProps;
  list: (filter: {
    keyword: string;
    page_size: number;
  }) => Pick<Read<{ list: readonly T[] }>, "queryFn"> & { queryKey: ReadKey };
  get: (id: string) => Read<T>;
  option: (one: T) => PickOption;
  value: string | null;
  onChange: (id: string | null) => void;
  /** False for who may not see them: asking would lead them away from the page. */
  enabled?: boolean;
  allowClear?: boolean;
  placeholder?: string;
  none?: string;
}) {
  const t = useT("job-config");
  const [text, setText] = useState("");
  const { value, enabled = true } = props;
  const filter = { keyword: useDeferredValue(text.trim()), page_size: PICKED };
  const offered = useQuery({
    ...props.list(filter),
    placeholderData: keepPreviousData,
    enabled,
  });
  const one = props.get(value ?? "");
  const chosen = useQuery({
    // Kept by itself: null stands for what is not there any more.
    queryKey: [...one.queryKey, "found"],
    queryFn: async (context) => (await found(one.queryFn(context))) ?? null,
    enabled: enabled && value !== null,
  });
  const known = [...(chosen.data ? [chosen.data] : []), ...(offered.data?.list ?? [])].map(props.option);
  const options = new Map(
    [
      ...(value === null
        ? []
        : [unknownOption(value, chosen.isFetching, t(enabled ? "summary.gone" : "summary.hidden"))]),
      ...known,
    ].map((option) => [option.value, option]),
  );
  return (
    <Select
      {...props.control}
      showSearch={{ filterOption: false, searchValue: text, onSearch: setText }}
      // What is looked for next is looked for among all.
      onOpenChange={(isOpen) => !isOpen && setText("")}
      allowClear={props.allowClear === true}
      loading={offered.isFetching}
      placeholder={props.placeholder}
      notFoundContent={props.none}
      options={[...options.values()]}
      value={value ?? undefined}
      onChange={(id: string | undefined) => props.onChange(id ?? null)}
    />
  );
}
