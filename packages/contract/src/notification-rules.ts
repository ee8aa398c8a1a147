/** Document 2 §5's rules of notification groups. A message `name:value` names the value that breaks the rule. */
import { z } from "zod";
import { LIMITS } from "./limits.ts";
import { ALERT_CHANNEL_KINDS, CHANNEL_KINDS, DIGEST_DAYS, DIGEST_TARGETS, type Transport } from "./notifications.ts";
import { characters, email, parts, rule } from "./rules.ts";
import { bodyFlag, text } from "./shapes.ts";
import { isTimeZone } from "./time-zones.ts";
import { UI_LANGUAGES } from "./web-config.ts";

export { parts };

/** A list of which each part keeps `isGood`; the first that does not is named. Kept with plain semicolons, each part once. */
const list = (isGood: (part: string) => boolean, name: Parameters<typeof rule>[0], max: number) =>
  text(LIMITS.notification_list_max_chars)
    .transform((value) => [...new Set(parts(value))])
    .superRefine((found, context) => {
      const bad = found.find((part) => !isGood(part));
      if (bad !== undefined) context.addIssue({ code: "custom", message: `${rule(name)}:${bad.slice(0, 100)}` });
      else if (found.length > max) context.addIssue({ code: "custom", message: rule("list_too_long") });
    })
    .transform((found) => found.join(";"));

export const channelName = text(LIMITS.name_max * 4)
  .trim()
  .refine((value) => value !== "", rule("channel_name_required"))
  .refine((value) => characters(value) <= LIMITS.name_max, rule("channel_name_length"));

/** May be empty; whether a channel of this kind needs one is {@link channelFields}' matter. */
export const recipients = list(
  (part) => email.safeParse(part).success,
  "recipient_format",
  LIMITS.notification_recipients_max,
);
/** Ids of people in the collaboration tool; everybody is `mention_all`. */
export const mentionUsers = list(
  (part) => /^[A-Za-z0-9][A-Za-z0-9._@-]{0,63}$/.test(part),
  "mention_format",
  LIMITS.notification_recipients_max,
);

export const webhook = text(LIMITS.webhook_max_chars)
  .trim()
  .refine((value) => value === "" || isHttp(value), rule("webhook_http"));
const isHttp = (value: string) => /^https?:\/\//i.test(value) && URL.canParse(value) && new URL(value).hostname !== "";

export const webhookSecret = text(LIMITS.webhook_secret_max).refine(
  (value) => value === "" || value.length >= LIMITS.webhook_secret_min,
  rule("webhook_secret_length"),
);

export const channelComment = text(LIMITS.notification_comment_max * 20)
  .trim()
  .refine((value) => characters(value) <= LIMITS.notification_comment_max, rule("comment_length"));

export const threshold = z
  .number(rule("threshold_range"))
  .refine((value) => Number.isInteger(value) && value >= 1 && value <= 100, rule("threshold_range"));

export const digestSchedule = z.object({
  days: z.enum(DIGEST_DAYS),
  time: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, rule("digest_time")),
  time_zone: text(64).refine(isTimeZone, rule("time_zone")),
});
export type DigestSchedule = z.output<typeof digestSchedule>;

const fields = z.object({
  name: channelName,
  kind: z.enum(CHANNEL_KINDS),
  /** Of the messages it sends. */
  language: z.enum(UI_LANGUAGES).default("zh"),
  /** Where a scheduled channel's digest goes. */
  target: z.enum(DIGEST_TARGETS).default("email"),
  /** Email addresses, separated by semicolons. */
  recipients: recipients.default(""),
  /** Address of the robot or program. It is a secret: kept sealed and never answered in full. */
  webhook: webhook.default(""),
  /** What a webhook's messages are signed with; kept like the address. */
  secret: webhookSecret.default(""),
  mention_all: bodyFlag.default(false),
  /** Ids of people to mention, separated by semicolons. */
  mention_users: mentionUsers.default(""),
  comment: channelComment.default(""),
  /** A message about an ended test only when fewer percent of its cases succeeded; null for always. */
  threshold: threshold.nullable().default(null),
  schedule: digestSchedule.nullable().default(null),
});

/** How a channel's messages travel. */
export const transportOf = ({ kind, target }: Pick<z.output<typeof fields>, "kind" | "target">): Transport =>
  kind === "scheduled" ? target : kind;

/** What a new channel must say: all that its kind needs. */
const needsOfNew = (channel: z.output<typeof fields>, context: z.RefinementCtx): void => {
  const need = (field: keyof typeof channel, name: Parameters<typeof rule>[0]) => {
    if (channel[field] === "" || channel[field] === null) {
      context.addIssue({ code: "custom", path: [field], message: rule(name) });
    }
  };
  const transport = transportOf(channel);
  if (transport === "email") need("recipients", "recipients_required");
  else need("webhook", "webhook_required");
  if (transport === "webhook") need("secret", "webhook_secret_required");
  if (channel.kind === "scheduled") need("schedule", "schedule_required");
};

/** The same for a channel that is there, where an empty address or secret leaves what is kept. */
const needsOfChanged = (channel: z.output<typeof fields>, context: z.RefinementCtx): void => {
  if (transportOf(channel) === "email" && channel.recipients === "") {
    context.addIssue({ code: "custom", path: ["recipients"], message: rule("recipients_required") });
  }
  if (channel.kind === "scheduled" && channel.schedule === null) {
    context.addIssue({ code: "custom", path: ["schedule"], message: rule("schedule_required") });
  }
};

export const newChannel = fields.superRefine(needsOfNew);
export const changedChannel = fields.superRefine(needsOfChanged);

/** A channel of alerts: by no clock, and about no test whose success could be measured. */
const alertFields = fields.extend({
  kind: z.enum(ALERT_CHANNEL_KINDS),
  threshold: z.null().default(null),
  schedule: z.null().default(null),
});
export const newAlertChannel = alertFields.superRefine(needsOfNew);
export const changedAlertChannel = alertFields.superRefine(needsOfChanged);
