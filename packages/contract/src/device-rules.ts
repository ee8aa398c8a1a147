/** Which devices something is for: chosen by hand, or found by rules. One rule language for all that ask for devices. */
import { z } from "zod";
import { LIMITS } from "./limits.ts";
import { rule } from "./rules.ts";
import { id, text } from "./shapes.ts";

/** Like AWS Device Farm's rules: all must hold. Versions are compared part by part as numbers. */
export const DEVICE_ATTRIBUTES = [
  "tag",
  "brand",
  "model",
  "hardware_model",
  "os_version",
  "resolution",
  "serial",
  "cpu_arch",
  "cpu_cores",
  "memory",
  "battery",
  "is_virtual",
  "age",
  "agent",
  "site",
  "location",
] as const;
export type DeviceAttribute = (typeof DEVICE_ATTRIBUTES)[number];
/** What a tag's own rules may look at: one that followed from another would have no end. */
export const TAG_ATTRIBUTES: readonly DeviceAttribute[] = DEVICE_ATTRIBUTES.filter((each) => each !== "tag");
export const RULE_OPERATORS = ["equals", "not_equals", "in", "not_in", "contains", "at_least", "at_most"] as const;
export type RuleOperator = (typeof RULE_OPERATORS)[number];
/** Which operators make sense of which attribute. */
export const OPERATORS_OF: Record<DeviceAttribute, readonly RuleOperator[]> = {
  brand: ["equals", "not_equals", "in", "not_in", "contains"],
  model: ["equals", "not_equals", "in", "not_in", "contains"],
  hardware_model: ["equals", "not_equals", "in", "not_in", "contains"],
  os_version: ["equals", "not_equals", "in", "not_in", "at_least", "at_most"],
  /** `720x1280`, as the panel is built. */
  resolution: ["equals", "not_equals", "in", "not_in"],
  serial: ["equals", "not_equals", "in", "not_in", "contains"],
  cpu_arch: ["equals", "not_equals", "in", "not_in"],
  /** A device that does not tell them satisfies no rule for them. */
  cpu_cores: ["at_least", "at_most"],
  /** GiB, with decimals. */
  memory: ["at_least", "at_most"],
  /** Percent. A device that does not tell its battery satisfies no rule for it. */
  battery: ["at_least", "at_most"],
  /** `true` or `false`. */
  is_virtual: ["equals"],
  /** Whole days since an agent reported it for the first time. */
  age: ["at_least", "at_most"],
  /** By its name. */
  agent: ["equals", "not_equals", "in", "not_in", "contains"],
  /** Where it stands. A device of which nobody said so stands at no place that a rule names. */
  site: ["equals", "not_equals", "in", "not_in", "contains"],
  /** Where exactly it is there; the same holds of it. */
  location: ["equals", "not_equals", "in", "not_in", "contains"],
  /** By `tag_id`. A tag that is not there any more satisfies no rule. */
  tag: ["equals", "not_equals", "in", "not_in"],
};
/** What the values of some attributes look like; those of the others are any text. */
const VALUE_OF: Partial<Record<DeviceAttribute, z.ZodType>> = {
  cpu_cores: z.string().regex(/^\s*\d{1,4}\s*$/),
  age: z.string().regex(/^\s*\d{1,5}\s*$/),
  memory: z.string().regex(/^\s*\d{1,5}(\.\d{1,3})?\s*$/),
  battery: z.string().regex(/^\s*(100|\d{1,2})\s*$/),
  tag: id,
};
const isValued =
  (attribute: DeviceAttribute) =>
  (rule: { attribute: DeviceAttribute; values: readonly string[] }): boolean =>
    rule.attribute !== attribute || rule.values.every((value) => VALUE_OF[attribute]?.safeParse(value).success ?? true);
export const deviceRule = z
  .object({
    attribute: z.enum(DEVICE_ATTRIBUTES),
    operator: z.enum(RULE_OPERATORS),
    /** One value but for `in` and `not_in`. */
    values: z.array(text(100).min(1)).min(1).max(50),
  })
  .refine((rule) => OPERATORS_OF[rule.attribute].includes(rule.operator), {
    path: ["operator"],
    message: rule("operator_attribute"),
  })
  .refine((rule) => ["in", "not_in"].includes(rule.operator) || rule.values.length === 1, {
    path: ["values"],
    message: rule("one_value"),
  })
  .refine(isValued("cpu_cores"), { path: ["values"], message: rule("cores_value") })
  .refine(isValued("age"), { path: ["values"], message: rule("age_value") })
  .refine(isValued("memory"), { path: ["values"], message: rule("memory_value") })
  .refine(isValued("battery"), { path: ["values"], message: rule("battery_value") })
  .refine(isValued("tag"), { path: ["values"], message: rule("id_format") });
export type DeviceRule = z.output<typeof deviceRule>;

/** Why runs do not take a device that their choice finds. */
export const LEFT_OUT_REASONS = ["out_of_use", "no_tasks", "broken", "unwell"] as const;
export type LeftOutReason = (typeof LEFT_OUT_REASONS)[number];

export const deviceChoice = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("devices"),
    device_ids: z.array(id).min(1).max(LIMITS.job_devices_max, rule("device_count")),
  }),
  z.object({
    kind: z.literal("rule"),
    rules: z.array(deviceRule).max(LIMITS.device_rules_max),
    count: z.int().min(1).max(LIMITS.job_devices_max),
  }),
]);
export type DeviceChoice = z.output<typeof deviceChoice>;

/** The tags that a choice looks at. */
export const tagsIn = (choice: DeviceChoice): string[] =>
  choice.kind === "devices"
    ? []
    : [...new Set(choice.rules.flatMap(({ attribute, values }) => (attribute === "tag" ? values : [])))];
