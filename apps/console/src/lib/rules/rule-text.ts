import { ApiError } from "@udt/client";
import { LIMITS, RULES, type RuleName } from "@udt/contract";
import type { ZodType } from "zod";
import { getT, type TextValues } from "../i18n/index.ts";

const VALUES: Partial<Record<RuleName, TextValues>> = {
  nickname_length: { max: LIMITS.nickname_max },
  key_name_length: { max: LIMITS.name_max },
  password_length: { min: LIMITS.password_min, max: LIMITS.password_max },
  strong_password_length: { min: LIMITS.strong_password_min, max: LIMITS.strong_password_max },
  project_name_length: { min: LIMITS.project_name_min, max: LIMITS.name_max },
  project_id_length: { max: LIMITS.project_id_max },
  description_length: { max: LIMITS.description_columns },
  org_name_length: { max: LIMITS.name_max },
  channel_name_length: { max: LIMITS.name_max },
  // The value comes with the rule, as `name:value`.
  recipient_format: { value: "…" },
  mention_format: { value: "…" },
  list_too_long: { max: LIMITS.notification_recipients_max },
  webhook_secret_length: { min: LIMITS.webhook_secret_min },
  comment_length: { max: LIMITS.notification_comment_max },
  library_name_length: { max: LIMITS.name_max },
  inspection_free: { min: LIMITS.inspection_free_gb_min, max: LIMITS.inspection_free_gb_max },
  inspection_latency: { max: LIMITS.inspection_latency_ms_max },
  free_entries: { max: LIMITS.environment_free_max },
  free_entries_size: { size: `${LIMITS.environment_free_max_bytes / 1024} KB` },
  preinstalled_apps: { max: LIMITS.environment_apps_max },
  inspection_hours: { max: LIMITS.inspection_hours_max },
  profile_font_scale: { min: LIMITS.profile_font_scale_min, max: LIMITS.profile_font_scale_max },
  profile_density: { min: LIMITS.profile_density_min, max: LIMITS.profile_density_max },
  profile_permissions_max: { max: LIMITS.profile_permissions_max },
  tag_name_length: { min: LIMITS.tag_name_min, max: LIMITS.tag_name_max },
  tag_devices: { max: LIMITS.tag_devices_max },
  tag_rules_size: { size: `${LIMITS.tag_rules_max_bytes / 1024} KB` },
  ios_certificate_title: { max: LIMITS.ios_certificate_title_max },
  p12_size: { size: `${LIMITS.p12_max_bytes / 1024 ** 2} MB` },
  profile_size: { size: `${LIMITS.profile_max_bytes / 1024 ** 2} MB` },
  device_count: { max: LIMITS.job_devices_max },
  credential_name_length: { min: LIMITS.credential_name_min, max: LIMITS.credential_name_max },
};

const isRule = (value: string): value is RuleName => (RULES as readonly string[]).includes(value);

/** `name`, or `name:value` where the message names what is wrong of several things. */
function split(rule: string): { name: RuleName; values: TextValues | undefined } | undefined {
  const [, name = "", value] = /^(\w+)(?::(.*))?$/s.exec(rule) ?? [];
  if (!isRule(name)) return undefined;
  return { name, values: value === undefined ? VALUES[name] : { ...VALUES[name], value } };
}

/** A rule by its name on the wire, in words; undefined when it is none of ours. */
export function ruleText(rule: string): string | undefined {
  const known = split(rule);
  return known && getT("rules")(known.name, known.values);
}

export interface RuleTexts {
  /**
   * The first rule of `schema` (one of the contract's, so that the server says the same) that `value` breaks, in words;
   * undefined when it keeps them all.
   */
  readonly check: (schema: ZodType, value: unknown) => string | undefined;
  /** What the server found wrong with `field` of a call's body, in words; undefined when that was something else. */
  readonly refused: (error: unknown, field: string) => string | undefined;
}

function check(schema: ZodType, value: unknown): string | undefined {
  const issues = schema.safeParse(value).error?.issues;
  const issue = issues?.find(({ message }) => split(message)) ?? issues?.[0];
  if (!issue) return undefined;
  const t = getT("rules");
  if (issue.code === "too_big") return t("too_long", { max: Number(issue.maximum) });
  return ruleText(issue.message) ?? t("invalid");
}

function refused(error: unknown, field: string): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const issue = error.issues.find((each) => each.field === field);
  return issue && (ruleText(issue.rule) ?? issue.rule);
}

const TEXTS: RuleTexts = { check, refused };

/** The contract's rules in the user's language, for forms. Its identity is stable. */
export const useRuleText = (): RuleTexts => TEXTS;
