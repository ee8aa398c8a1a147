import { DownOutlined } from "@ant-design/icons";
import { Dropdown } from "antd";
import { useT } from "../i18n/index.ts";
import { filterChoice, type FilterOption } from "./filter-choice.ts";
import "./list.css";

/** A filter with one choice: its name, what holds, and a menu. */
export function FilterSelect<T extends string>(props: {
  label: string;
  value: T | undefined;
  options: readonly FilterOption<T>[];
  /** What holds while nothing is chosen, such as an order; a filter without it can be off. */
  initial?: T;
  onChange: (value: T | undefined) => void;
}) {
  const t = useT("common");
  const { holds, isSet, offered, valueOf } = filterChoice(props, { value: "", label: t("any") });
  return (
    <Dropdown
      trigger={["click"]}
      menu={{
        selectable: true,
        selectedKeys: [holds.value],
        items: offered.map(({ value, label }) => ({ key: value, label })),
        onClick: ({ key }) => props.onChange(valueOf(key)),
      }}
    >
      <button type="button" className="udt-filter" data-set={isSet || undefined}>
        {props.label} <span>{holds.label}</span>
        <DownOutlined />
      </button>
    </Dropdown>
  );
}
