/** Document 2 §5, each rule once: the console's forms and the server use the same schema, so both refuse the same things. */
import { z } from "zod";
import { LIMITS } from "./limits.ts";
import { text } from "./shapes.ts";

/** The message of a rule is its name; the console has a text for each in every language. */
export const RULES = [
  "email_format",
  "nickname_length",
  "nickname_blank",
  "key_name_length",
  "password_length",
  "password_chinese",
  "password_blank",
  "strong_password_length",
  "project_name_length",
  "project_name_spaces",
  "project_name_characters",
  "project_id_characters",
  "project_id_length",
  "project_id_reserved",
  "description_length",
  "org_name_length",
  "org_name_blank",
  "redirect_path",
  "channel_name_required",
  "channel_name_length",
  "recipients_required",
  "recipient_format",
  "list_too_long",
  "mention_format",
  "webhook_required",
  "webhook_http",
  "webhook_secret_required",
  "webhook_secret_length",
  "comment_length",
  "threshold_range",
  "schedule_required",
  "digest_time",
  "time_zone",
  "trigger_channels",
  "trigger_event",
  "trigger_device",
  "trigger_certificate",
  "trigger_memory",
  "library_name_required",
  "library_name_length",
  "repository_url_required",
  "repository_url_format",
  "repository_url_secret",
  "branch_format",
  "script_path",
  "commit_message_required",
  "searched_text",
  "access_token_required",
  "access_token_format",
  "credential_name_length",
  "credential_username_required",
  "credential_username_format",
  "credential_password_required",
  "credential_password_format",
  "image_registry_refused",
  "outbound_address",
  "device_count",
  "required",
  "app_required",
  "memory_app",
  "android_only",
  "one_value",
  "operator_attribute",
  "cores_value",
  "age_value",
  "memory_value",
  "battery_value",
  "tag_name_length",
  "tag_name_spaces",
  "tag_devices",
  "tag_rules_size",
  "no_tag_in_tag",
  "inspection_free",
  "inspection_address",
  "inspection_latency",
  "inspection_languages",
  "inspection_hours",
  "check_window",
  "partition_pattern",
  "partition_module",
  "profile_locale",
  "profile_font_scale",
  "profile_density",
  "profile_permission",
  "profile_permissions_max",
  "profile_location",
  "profile_proxy",
  "free_app",
  "free_path",
  "free_entries",
  "free_entries_size",
  "preinstalled_apps",
  "preinstalled_once",
  "ios_certificate_title",
  "p12_name",
  "p12_size",
  "profile_name",
  "profile_size",
  "file_name_spaces",
  "image_name",
  "image_tag",
  "package_list",
  "white_list_key",
  "json",
  "case_above_device",
  "device_above_test",
  "monkey_above_device",
  "id_format",
  "no_nul",
  "package_name",
  "time_of_day",
  "hash_format",
  "picture_path",
  "script_picture",
  "script_pictures",
  "install_unknown",
  "secret_format",
  "base64url_format",
  "session_cookie",
] as const;
export type RuleName = (typeof RULES)[number];
export const rule = (name: RuleName): RuleName => name;

/** Half-width columns: a full-width character (East Asian wide, or an emoji) takes two. */
export function columns(value: string): number {
  let width = 0;
  for (const { segment } of new Intl.Segmenter("en", { granularity: "grapheme" }).segment(value)) {
    width +=
      /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]|\p{Extended_Pictographic}|[\u{20000}-\u{3fffd}]/u.test(
        segment,
      )
        ? 2
        : 1;
  }
  return width;
}
/** The parts of a list separated by semicolons, of either width. */
export const parts = (list: string): string[] =>
  list
    .split(/[;；]/)
    .map((each) => each.trim())
    .filter((each) => each !== "");

/** Characters as people count them: an emoji with its joiners is one. */
export const characters = (value: string): number =>
  [...new Intl.Segmenter("en", { granularity: "grapheme" }).segment(value)].length;

export const email = text(LIMITS.email_max)
  .trim()
  .pipe(z.email(rule("email_format")));

/** Invisible characters alone are a blank too. */
export const isBlank = (value: string): boolean =>
  value.replace(/\p{Default_Ignorable_Code_Point}/gu, "").trim() === "";

export const nickname = text(LIMITS.name_max * 4)
  .trim()
  .refine((value) => !isBlank(value), rule("nickname_blank"))
  .refine((value) => characters(value) <= LIMITS.nickname_max, rule("nickname_length"));

export const keyName = text(LIMITS.name_max * 4)
  .trim()
  .refine((value) => !isBlank(value) && characters(value) <= LIMITS.name_max, rule("key_name_length"));

/** One password in one spelling: the same letters typed on another keyboard may arrive as other code points. */
export const normalPassword = (value: string): string => value.normalize("NFKC");

/** A new or a present password as it travels; whether a new one will do is judged by {@link passwordRule}. */
export const sentPassword = text(LIMITS.password_units_max).min(1);

const isLong = (min: number, max: number) => (value: string) => {
  const count = characters(normalPassword(value));
  return count >= min && count <= max;
};
const visiblePassword = text(LIMITS.password_units_max).refine((value) => !isBlank(value), rule("password_blank"));

export const password = visiblePassword
  .refine(isLong(LIMITS.password_min, LIMITS.password_max), rule("password_length"))
  .refine((value) => !/\p{Script=Han}/u.test(normalPassword(value)), rule("password_chinese"));

/** OWASP ASVS: longer, and of any characters. */
export const strongPassword = visiblePassword.refine(
  isLong(LIMITS.strong_password_min, LIMITS.strong_password_max),
  rule("strong_password_length"),
);

/** What a new password must keep. @param strong The run-time setting `strong_passwords`. */
export const passwordRule = (strong: boolean): z.ZodType<string> => (strong ? strongPassword : password);

export const projectName = text(LIMITS.name_max * 4)
  .refine((value) => !/\s/u.test(value), rule("project_name_spaces"))
  .refine((value) => {
    const count = characters(value);
    return count >= LIMITS.project_name_min && count <= LIMITS.name_max;
  }, rule("project_name_length"))
  .refine((value) => /^[\p{Script=Han}A-Za-z0-9_-]*$/u.test(value), rule("project_name_characters"));

/** First path words of the console and the server: a project of that name could never be opened. */
export const RESERVED_PROJECT_IDS: readonly string[] = [
  "admin",
  "assets",
  "auto",
  "cloudgame-mobile",
  "desktop",
  "external",
  "finish",
  "git",
  "healthz",
  "home",
  "iframe",
  "login",
  "mcp",
  "metrics",
  "oauth",
  "overview",
  "page_not_found",
  "platform",
  "project",
  "quality-signage",
  "releases",
  "signup",
  "confirm_email",
  "forgot_password",
  "reset_password",
  "static",
  "userinfo",
  "v1",
  "watch",
];

export const newProjectId = text(200)
  .refine((value) => /^[A-Za-z0-9]/.test(value) && /^[A-Za-z0-9_-]*$/.test(value), rule("project_id_characters"))
  .refine((value) => value.length <= LIMITS.project_id_max, rule("project_id_length"))
  .refine((value) => !RESERVED_PROJECT_IDS.includes(value.toLowerCase()), rule("project_id_reserved"));

export const description = text(LIMITS.description_columns * 4).refine(
  (value) => columns(value) <= LIMITS.description_columns,
  rule("description_length"),
);

/**
 * A path of the console, with query and hash, as browsers resolve it; undefined for anything that one could read as another
 * site (`//host`, `/\\host`, a scheme, control characters that URL parsers drop).
 */
export function ownPath(wanted: string): string | undefined {
  // eslint-disable-next-line no-control-regex -- browsers drop tab and line breaks inside an address
  if (!wanted.startsWith("/") || /^\/[/\\]/.test(wanted) || /[\u0000-\u001f]/.test(wanted)) return undefined;
  const origin = "http://console.invalid";
  if (!URL.canParse(wanted, origin)) return undefined;
  const url = new URL(wanted, origin);
  // `/.//host` resolves to the path `//host`.
  if (url.origin !== origin || url.pathname.startsWith("//")) return undefined;
  return url.pathname + url.search + url.hash;
}

/** Where to go after signing in. */
export const redirectPath = text(LIMITS.redirect_max).refine(
  (value) => ownPath(value) !== undefined,
  rule("redirect_path"),
);

export const orgName = text(LIMITS.name_max * 4)
  .trim()
  .refine((value) => value !== "", rule("org_name_blank"))
  .refine((value) => characters(value) <= LIMITS.name_max, rule("org_name_length"));

/** Android's rule for an application id; the shell never sees anything else. */
export const packageName = z
  .string()
  .max(255)
  .regex(/^[A-Za-z][A-Za-z0-9_]*(\.[A-Za-z0-9_]+)*$/, rule("package_name"));
