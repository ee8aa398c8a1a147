/** Which devices something is for: chosen by hand, or found by rules. One rule language for all that ask for devices. */
import { z } from "zod";
import { LIMITS } from "./limits.ts";
import { rule } from "./rules.ts";
import { id, text } from "./shapes.ts";

/** Like AWS Device Farm's rules: all must hold. Versions are compared part by part as numbers. */
export const DEVICE_ATTRIBUTES = [
  "brand",
  "model",
  "os_version",
  "resolution",
  "serial",
  "cpu_arch",
  "is_virtual",
] as const;
export const RULE_OPERATORS = ["equals", "not_equals", "in", "not_in", "contains", "at_least", "at_most"] as const;
export type RuleOperator = (typeof RULE_OPERATORS)[number];
/** Which operators make sense of which attribute. */
export const OPERATORS_OF: Record<(typeof DEVICE_ATTRIBUTES)[number], readonly RuleOperator[]> = {
  brand: ["equals", "not_equals", "in", "not_in", "contains"],
  model: ["equals", "not_equals", "in", "not_in", "contains"],
  os_version: ["equals", "not_equals", "in", "not_in", "at_least", "at_most"],
  /** `720x1280`, as the panel is built. */
  resolution: ["equals", "not_equals", "in", "not_in"],
  serial: ["equals", "not_equals", "in", "not_in", "contains"],
  cpu_arch: ["equals", "not_equals", "in", "not_in"],
  /** `true` or `false`. */
  is_virtual: ["equals"],
};
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
  });
export type DeviceRule = z.output<typeof deviceRule>;

export const deviceChoice = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("devices"),
    device_ids: z.array(id).min(1).max(LIMITS.job_devices_max, rule("device_count")),
  }),
  z.object({
    kind: z.literal("rule"),
    rules: z.array(deviceRule).max(20),
    count: z.int().min(1).max(LIMITS.job_devices_max),
  }),
]);
export type DeviceChoice = z.output<typeof deviceChoice>;
