import { DeleteOutlined, PlusOutlined } from "@ant-design/icons";
import { DEVICE_ATTRIBUTES, OPERATORS_OF, type DeviceRule } from "@udt/contract";
import { Button, Select } from "antd";
import { useId } from "react";
import { useT } from "../../../lib/i18n/index.ts";

const RULES_MAX = 20;
const isMany = (operator: DeviceRule["operator"]) => operator === "in" || operator === "not_in";

/** The same in every language, unlike the brand that people know best. */
const EXAMPLES: Record<Exclude<DeviceRule["attribute"], "brand" | "is_virtual">, string> = {
  model: "Pixel",
  os_version: "13",
  resolution: "1080x2400",
  serial: "R58M",
  cpu_arch: "arm64-v8a",
};

/** Rules for devices, each an attribute, an operator and what it is compared with. All must hold. */
export function RuleRows({
  rules,
  error,
  onChange,
}: {
  rules: readonly DeviceRule[];
  error: string | undefined;
  onChange: (rules: DeviceRule[]) => void;
}) {
  const t = useT("jobs");
  const c = useT("job-config");
  const errorId = useId();
  const isBroken = ({ values }: DeviceRule) => error !== undefined && values.length === 0;
  const set = (index: number, rule: DeviceRule) => onChange(rules.map((each, at) => (at === index ? rule : each)));
  return (
    <fieldset className="udt-field jobs-rules">
      <legend>{c("field.rules")}</legend>
      {rules.map((rule, index) => (
        // Rules have no identity of their own; one is added at the end and taken out by its place.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={index}>
          <Select
            aria-label={t("rule.attribute")}
            value={rule.attribute}
            options={DEVICE_ATTRIBUTES.map((value) => ({ value, label: c(`attribute.${value}`) }))}
            onChange={(attribute) => {
              const [operator = "equals"] = OPERATORS_OF[attribute];
              set(index, { attribute, operator, values: attribute === "is_virtual" ? ["true"] : [] });
            }}
          />
          <Select
            aria-label={t("rule.operator")}
            value={rule.operator}
            options={OPERATORS_OF[rule.attribute].map((value) => ({ value, label: c(`operator.${value}`) }))}
            onChange={(operator) =>
              set(index, { ...rule, operator, values: isMany(operator) ? rule.values : rule.values.slice(0, 1) })
            }
          />
          {rule.attribute === "is_virtual" ? (
            <Select
              aria-label={t("rule.value")}
              value={rule.values[0] ?? "true"}
              options={(["true", "false"] as const).map((value) => ({ value, label: c(`truth.${value}`) }))}
              onChange={(value) => set(index, { ...rule, values: [value] })}
            />
          ) : (
            <Select
              aria-label={t("rule.value")}
              mode="tags"
              {...(isBroken(rule) && { status: "error", "aria-invalid": true, "aria-describedby": errorId })}
              maxCount={isMany(rule.operator) ? 50 : 1}
              value={rule.values}
              placeholder={rule.attribute === "brand" ? t("brand_example") : EXAMPLES[rule.attribute]}
              open={false}
              suffixIcon={null}
              onChange={(values: string[]) => set(index, { ...rule, values })}
            />
          )}
          <Button
            icon={<DeleteOutlined />}
            aria-label={t("rule.remove")}
            onClick={() => onChange(rules.filter((_, at) => at !== index))}
          />
        </div>
      ))}
      {error !== undefined && (
        <span id={errorId} className="udt-field-note" data-error role="status">
          {error}
        </span>
      )}
      {rules.length === 0 && <p className="udt-secondary">{t("rule.none")}</p>}
      <Button
        icon={<PlusOutlined />}
        disabled={rules.length >= RULES_MAX}
        onClick={() => onChange([...rules, { attribute: "model", operator: "contains", values: [] }])}
      >
        {t("rule.add")}
      </Button>
    </fieldset>
  );
}
