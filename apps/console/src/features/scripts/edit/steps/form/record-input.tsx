import { DeleteOutlined, PlusOutlined } from "@ant-design/icons";
import { Button, Input } from "antd";
import { useState } from "react";
import { useT } from "../../../../../lib/i18n/index.ts";
import { useShown } from "./use-shown.ts";

type Values = Readonly<Record<string, unknown>>;
/** As variables are called. */
const NAME = /^[A-Za-z_]\w{0,59}$/;

/** A number or a truth that is typed again as it was stays one; all else is a text. */
export const typedValue = (typed: string, before: unknown): unknown =>
  String(before ?? "") === typed ? before : typed;

/** Values by name. @param names those that there are to be; undefined: any */
export function RecordInput(props: {
  label: string;
  value: Values;
  names: readonly string[] | undefined;
  onSet: (value: Values) => void;
}) {
  const t = useT("steps");
  const { label, value, names, onSet } = props;
  const [fresh, setFresh] = useState("");
  const shown = names ? [...new Set([...names, ...Object.keys(value)])] : Object.keys(value);
  const isFree = NAME.test(fresh) && !Object.hasOwn(value, fresh);
  const add = () => {
    if (!isFree) return;
    onSet({ ...value, [fresh]: "" });
    setFresh("");
  };
  return (
    <div className="steps-record" role="group" aria-label={label}>
      {shown.map((name) => (
        <div key={name}>
          <code data-literal>{name}</code>
          <Cell label={name} value={value[name]} onSet={(next) => onSet({ ...value, [name]: next })} />
          {!names?.includes(name) && (
            <button
              type="button"
              className="udt-icon-button"
              aria-label={t("form.remove", { field: name })}
              title={t("form.remove", { field: name })}
              onClick={() => onSet(Object.fromEntries(Object.entries(value).filter(([key]) => key !== name)))}
            >
              <DeleteOutlined />
            </button>
          )}
        </div>
      ))}
      {!names && (
        <div>
          <Input
            size="small"
            aria-label={t("form.key")}
            placeholder={t("form.key")}
            maxLength={60}
            value={fresh}
            status={fresh !== "" && !isFree ? "error" : ""}
            onChange={({ target }) => setFresh(target.value)}
            onPressEnter={add}
          />
          <Button size="small" icon={<PlusOutlined />} disabled={!isFree} onClick={add}>
            {t("form.add_value")}
          </Button>
        </div>
      )}
    </div>
  );
}

/** One value, which is written when its author goes on. */
export function Cell({ label, value, onSet }: { label: string; value: unknown; onSet: (value: unknown) => void }) {
  const shown = value === undefined || value === null ? "" : String(value);
  const [typed, type] = useShown(shown);
  const write = () => {
    if (typed !== shown || value === undefined) onSet(typedValue(typed, value));
  };
  return (
    <Input
      size="small"
      aria-label={label}
      value={typed}
      onChange={({ target }) => type(target.value)}
      onBlur={() => typed !== shown && write()}
      onPressEnter={write}
    />
  );
}
