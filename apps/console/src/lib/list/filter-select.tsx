import { DownOutlined } from "@ant-design/icons";
import { Dropdown } from "antd";
import { useT } from "../i18n/index.ts";
import "./list.css";

const ANY = "";

/** A filter with one choice: its name, what is chosen, and a menu. */
export function FilterSelect<T extends string>(props: {
  label: string;
  value: T | undefined;
  options: readonly { value: T; label: string }[];
  onChange: (value: T | undefined) => void;
}) {
  const t = useT("common");
  const chosen = props.options.find(({ value }) => value === props.value);
  return (
    <Dropdown
      trigger={["click"]}
      menu={{
        selectable: true,
        selectedKeys: [props.value ?? ANY],
        items: [{ key: ANY, label: t("any") }, ...props.options.map(({ value, label }) => ({ key: value, label }))],
        onClick: ({ key }) => props.onChange(props.options.find(({ value }) => value === key)?.value),
      }}
    >
      <button type="button" className="udt-filter" data-set={chosen !== undefined || undefined}>
        {props.label} <span>{chosen?.label ?? t("any")}</span>
        <DownOutlined />
      </button>
    </Dropdown>
  );
}
