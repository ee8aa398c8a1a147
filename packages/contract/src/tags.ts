/** Device tags: what a project calls some of the devices that it sees. Which those are follows from rules and is kept nowhere. */
import { z } from "zod";
import { deviceRule, TAG_ATTRIBUTES } from "./device-rules.ts";
import { deviceProfile } from "./device-profiles.ts";
import { environmentConfig, NO_ENVIRONMENT } from "./environments.ts";
import { inspectionConfig } from "./inspections.ts";
import { LIMITS } from "./limits.ts";
import { characters, isBlank, rule } from "./rules.ts";
import { areWithin, bodyFlag, id, text } from "./shapes.ts";

export const tagName = text(LIMITS.tag_name_max * 4)
  .refine((value) => !/\s/u.test(value), rule("tag_name_spaces"))
  .refine((value) => {
    const count = isBlank(value) ? 0 : characters(value);
    return count >= LIMITS.tag_name_min && count <= LIMITS.tag_name_max;
  }, rule("tag_name_length"));

/** The rule language of jobs, without tags. */
export const tagRule = deviceRule.refine(({ attribute }) => TAG_ATTRIBUTES.includes(attribute), {
  path: ["attribute"],
  message: rule("no_tag_in_tag"),
});

const MAX_BYTES = LIMITS.tag_rules_max_bytes;
const deviceIds = z.array(id).max(LIMITS.tag_devices_max, rule("tag_devices"));

/** Which devices a tag has: those that satisfy all of its rules, if it has any, and those included by hand, but none that is excluded. */
export const tagChoice = z.object({
  rules: z
    .array(tagRule)
    .max(LIMITS.device_rules_max)
    .refine(
      (rules) =>
        areWithin(
          rules.flatMap(({ values }) => values),
          MAX_BYTES,
        ),
      rule("tag_rules_size"),
    ),
  included_device_ids: deviceIds,
  excluded_device_ids: deviceIds,
});
export type TagChoice = z.output<typeof tagChoice>;

export const tagWish = tagChoice.extend({
  name: tagName,
  /** A new job's devices begin with it. The project's other tags are the default no more. */
  is_default: bodyFlag,
  /** How its devices check themselves; null: it says nothing of that. */
  inspection: inspectionConfig.nullable().default(null),
  /** What its devices are brought back to between sessions; what it leaves out it says nothing of. */
  profile: deviceProfile.default({}),
  /** What is to be on its devices, and what cleaning leaves there. */
  environment: environmentConfig.default(NO_ENVIRONMENT),
});
export type TagWish = z.output<typeof tagWish>;

/** What is done by hand about some devices of a tag: included whatever its rules find, excluded, or left to its rules again. */
export const TAG_PICKS = ["include", "exclude", "clear"] as const;
export type TagPick = (typeof TAG_PICKS)[number];
