import { DeleteOutlined, PlusOutlined } from "@ant-design/icons";
import { LIMITS, OPERATORS_OF, UNITS, type DeviceAttribute, type DeviceRule } from "@udt/contract";
import { Button, InputNumber, Select } from "antd";
import { useId } from "react";
import { useT } from "../i18n/index.ts";
import "./device-rules.css";
import { TextValue } from "./text-value.tsx";
import { TagValues } from "./tag-values.tsx";

const isMany = (operator: DeviceRule["operator"]) => operator === "in" || operator === "not_in";

/** Those that are numbers: how large they may be, and with how many decimals. */
const NUMBERS = {
  cpu_cores: { max: 9_999, precision: 0 },
  memory: { max: 99_999, precision: 3 },
  battery: { max: 100, precision: 0 },
  age: { max: 99_999, precision: 0 },
} as const;
const isNumber = (attribute: DeviceAttribute): attribute is keyof typeof NUMBERS => attribute in NUMBERS;

type Typed = Exclude<DeviceAttribute, keyof typeof NUMBERS | "brand" | "is_virtual" | "tag">;
/** The same in every language, unlike the brand that people know best. */
const EXAMPLES: Record<Typed, string> = {
  model: "Pixel",
  hardware_model: "SM-S921B",
  os_version: "13",
  resolution: "1080x2400",
  serial: "R58M",
  cpu_arch: "arm64-v8a",
  agent: "lab-1",
  site: "A-3",
  location: "7",
};

interface ValueProps {
  project: string;
  rule: DeviceRule;
  /** The element that says what is wrong with it; undefined where nothing is. */
  brokenBy: string | undefined;
  onChange: (values: string[]) => void;
}

/** Rules for devices, each an attribute, an operator and what it is compared with. All must hold. */
export function RuleRows(props: {
  project: string;
  attributes: readonly DeviceAttribute[];
  rules: readonly DeviceRule[];
  error: string | undefined;
  /** What holds without a rule. */
  none: string;
  onChange: (rules: DeviceRule[]) => void;
}) {
  const t = useT("device-rules");
  const c = useT("job-config");
  const errorId = useId();
  const { project, rules, error, onChange } = props;
  const set = (index: number, rule: DeviceRule) => onChange(rules.map((each, at) => (at === index ? rule : each)));
  return (
    <fieldset className="udt-field udt-device-rules">
      <legend>{c("field.rules")}</legend>
      {rules.map((rule, index) => (
        // Rules have no identity of their own; one is added at the end and taken out by its place.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={index}>
          <Select
            aria-label={t("attribute")}
            value={rule.attribute}
            options={props.attributes.map((value) => ({ value, label: c(`attribute.${value}`) }))}
            onChange={(attribute) => {
              const [operator = "equals"] = OPERATORS_OF[attribute];
              set(index, { attribute, operator, values: attribute === "is_virtual" ? ["true"] : [] });
            }}
          />
          <Select
            aria-label={t("operator")}
            value={rule.operator}
            options={OPERATORS_OF[rule.attribute].map((value) => ({ value, label: c(`operator.${value}`) }))}
            onChange={(operator) =>
              set(index, { ...rule, operator, values: isMany(operator) ? rule.values : rule.values.slice(0, 1) })
            }
          />
          <Value
            project={project}
            rule={rule}
            brokenBy={error !== undefined && rule.values.length === 0 ? errorId : undefined}
            onChange={(values) => set(index, { ...rule, values })}
          />
          <Button
            icon={<DeleteOutlined />}
            aria-label={t("remove")}
            onClick={() => onChange(rules.filter((_, at) => at !== index))}
          />
        </div>
      ))}
      {error !== undefined && (
        <span id={errorId} className="udt-field-note" data-error role="status">
          {error}
        </span>
      )}
      {rules.length === 0 && <p className="udt-secondary">{props.none}</p>}
      <Button
        icon={<PlusOutlined />}
        disabled={rules.length >= LIMITS.device_rules_max}
        onClick={() => onChange([...rules, { attribute: "model", operator: "contains", values: [] }])}
      >
        {t("add")}
      </Button>
    </fieldset>
  );
}

/** What a rule compares with, as its attribute wants it. */
function Value({ project, rule, brokenBy, onChange }: ValueProps) {
  const t = useT("device-rules");
  const c = useT("job-config");
  const { attribute, operator, values } = rule;
  const control = {
    "aria-label": t("value"),
    ...(brokenBy !== undefined && { status: "error" as const, "aria-invalid": true, "aria-describedby": brokenBy }),
  };
  if (attribute === "is_virtual")
    return (
      <Select
        {...control}
        value={values[0] ?? "true"}
        options={(["true", "false"] as const).map((value) => ({ value, label: c(`truth.${value}`) }))}
        onChange={(value) => onChange([value])}
      />
    );
  if (isNumber(attribute))
    return (
      <InputNumber
        {...control}
        min={0}
        {...NUMBERS[attribute]}
        // Without the zeros that the precision would fill up with.
        formatter={(value) => (value === undefined ? "" : String(value))}
        suffix={UNITS[attribute]}
        value={values[0] === undefined ? null : Number(values[0])}
        onChange={(value) => onChange(value === null ? [] : [String(value)])}
      />
    );
  const maxCount = isMany(operator) ? 50 : 1;
  if (attribute === "tag")
    return <TagValues project={project} control={control} maxCount={maxCount} value={values} onChange={onChange} />;
  const placeholder = attribute === "brand" ? t("brand_example") : EXAMPLES[attribute];
  if (!isMany(operator))
    return (
      <TextValue
        control={control}
        placeholder={placeholder}
        value={values[0] ?? ""}
        onChange={(value) => onChange(value === "" ? [] : [value])}
      />
    );
  return (
    <Select
      {...control}
      mode="tags"
      maxCount={maxCount}
      value={values}
      placeholder={placeholder}
      open={false}
      suffixIcon={null}
      onChange={(chosen: string[]) => onChange(chosen)}
    />
  );
}
