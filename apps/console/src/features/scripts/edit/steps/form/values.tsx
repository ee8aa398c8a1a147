import { Checkbox, Input, InputNumber, Select } from "antd";
import type { Schema } from "@udt/low-code";
import { keyName } from "../../../../../lib/device-keys/index.ts";
import { useT } from "../../../../../lib/i18n/index.ts";
import { modifierName, wordOf } from "../sentence.ts";
import { useShown } from "./use-shown.ts";

export interface ValueProps {
  id: string;
  label: string;
  /** The field's name in the file. */
  name: string;
  schemas: readonly Schema[];
  is_needed: boolean;
  value: unknown;
  isWrong: boolean;
  onSet: (value: unknown) => void;
}

/** What kind of control a field has, by the declaration. */
export type Kind = "choice" | "yes" | "number" | "text" | "words" | "values" | "record" | "list" | "thing" | "none";
export function kindOf(schemas: readonly Schema[]): Kind {
  const [one, ...others] = schemas;
  if (!one) return "none";
  if (one.enum) return "choice";
  if (one.const !== undefined && others.length === 0) return "none";
  switch (one.type) {
    case "boolean":
      return others.length === 0 ? "yes" : "text";
    case "number":
    case "integer":
      return "number";
    case "array":
      return kindOfList(one);
    case "object":
      return one.additionalProperties ? "record" : "thing";
    default:
      return "text";
  }
}
function kindOfList({ items }: Schema): Kind {
  if (items?.enum) return "words";
  if (items?.type === "string" || items?.anyOf?.every(({ type }) => type !== "object") === true) return "values";
  return "list";
}

/** A field of one value. What is typed is written when its author goes on, not letter by letter. */
export function ValueInput(props: ValueProps) {
  switch (kindOf(props.schemas)) {
    case "choice":
      return <Choice {...props} />;
    case "words":
      return <Choice {...props} isMany />;
    case "values":
      return <Values {...props} />;
    case "yes":
      return (
        <Checkbox
          id={props.id}
          checked={props.value === true}
          onChange={({ target }) => props.onSet(target.checked ? true : undefined)}
        >
          {props.label}
        </Checkbox>
      );
    case "number":
      return <NumberInput {...props} />;
    default:
      return <TextInput {...props} />;
  }
}

function Choice({
  id,
  label,
  name,
  schemas,
  is_needed,
  value,
  isWrong,
  onSet,
  isMany = false,
}: ValueProps & { isMany?: boolean }) {
  const t = useT("steps");
  const [one] = schemas;
  const all = (isMany ? one?.items?.enum : one?.enum) ?? [];
  const options = all.map(String).map((each) => ({
    value: each,
    label: name === "key" ? keyName(each) : name === "modifiers" ? modifierName(each) : wordOf(t, "value", each),
  }));
  return (
    <Select
      id={id}
      aria-label={label}
      size="small"
      showSearch
      allowClear={!is_needed}
      {...(isMany && { mode: "multiple" as const })}
      status={isWrong ? "error" : ""}
      placeholder={t("form.by_default")}
      optionFilterProp="label"
      value={isMany ? (Array.isArray(value) ? value.map(String) : []) : value === undefined ? undefined : String(value)}
      options={options}
      onChange={(next: unknown) => onSet(Array.isArray(next) && next.length === 0 ? undefined : next)}
    />
  );
}

/** Several values, each typed; a number that was one stays one. */
function Values({ id, label, value, isWrong, onSet }: ValueProps) {
  const before: unknown[] = Array.isArray(value) ? value : [];
  return (
    <Select
      id={id}
      aria-label={label}
      size="small"
      mode="tags"
      open={false}
      suffixIcon={null}
      status={isWrong ? "error" : ""}
      value={before.map(String)}
      onChange={(next: string[]) => {
        const values = next.map((each) => before.find((one) => String(one) === each) ?? each);
        onSet(values.length === 0 ? undefined : values);
      }}
    />
  );
}

function NumberInput({ id, label, schemas, value, isWrong, onSet }: ValueProps) {
  const t = useT("steps");
  const [one] = schemas;
  const [typed, type] = useShown<number | null>(typeof value === "number" ? value : null);
  const write = () => {
    const next = typed ?? undefined;
    if (next !== value) onSet(next);
  };
  return (
    <InputNumber<number>
      id={id}
      aria-label={label}
      size="small"
      className="steps-number"
      status={isWrong ? "error" : ""}
      placeholder={t("form.by_default")}
      {...(one?.minimum !== undefined && { min: one.minimum })}
      {...(one?.maximum !== undefined && { max: one.maximum })}
      {...(one?.type === "integer" && { precision: 0 })}
      step={one?.maximum === 1 ? 0.05 : 1}
      value={typed}
      onChange={(next) => type(next)}
      onBlur={write}
      onPressEnter={write}
    />
  );
}

function TextInput({ id, label, name, schemas, is_needed, value, isWrong, onSet }: ValueProps) {
  const before = value === undefined || value === null ? "" : String(value);
  const [typed, type] = useShown(before);
  const write = () => {
    // What must be there may be empty, and says so.
    if (typed !== before) onSet(typed === "" && !is_needed ? undefined : typed);
  };
  return (
    <Input.TextArea
      id={id}
      aria-label={label}
      size="small"
      autoSize={{ minRows: 1, maxRows: 6 }}
      status={isWrong ? "error" : ""}
      {...(schemas[0]?.maxLength !== undefined && { maxLength: schemas[0].maxLength })}
      value={typed}
      data-field={name}
      onChange={({ target }) => type(target.value)}
      onBlur={write}
      onKeyDown={(event) => {
        if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
        event.preventDefault();
        write();
      }}
    />
  );
}
