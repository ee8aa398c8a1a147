import {
  ALERT_CHANNEL_KINDS,
  CHANNEL_KINDS,
  notificationRules,
  type Channel,
  type ChannelKind,
  type UiLanguage,
} from "@udt/contract";
import { ruleText } from "../../../lib/rules/index.ts";
import type { ChannelWish, Owner } from "../use-notifications.ts";

/** The kinds of channels there are to choose from. */
export const channelKindsOf = (owner: Owner): readonly ChannelKind[] =>
  owner === null ? ALERT_CHANNEL_KINDS : CHANNEL_KINDS;

/** What the editor holds: as typed, also while it keeps no rule. */
export interface ChannelValues {
  name: string;
  kind: ChannelKind;
  target: "email" | "wework";
  language: UiLanguage;
  recipients: string;
  webhook: string;
  secret: string;
  mention_all: boolean;
  mention_users: string;
  comment: string;
  /** Off: a message after every test. */
  has_threshold: boolean;
  threshold: number | null;
  days: "daily" | "weekdays";
  time: string;
  time_zone: string;
}
export type ChannelField = keyof ChannelValues;

const DEFAULT_THRESHOLD = 100;

export const newValues = (language: UiLanguage): ChannelValues => ({
  name: "",
  kind: "email",
  target: "email",
  language,
  recipients: "",
  webhook: "",
  secret: "",
  mention_all: false,
  mention_users: "",
  comment: "",
  has_threshold: false,
  threshold: DEFAULT_THRESHOLD,
  days: "weekdays",
  time: "09:30",
  time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
});

export const valuesOf = (channel: Channel): ChannelValues => ({
  ...newValues(channel.language),
  name: channel.name,
  kind: channel.kind,
  target: channel.target,
  recipients: channel.recipients.replaceAll(";", "; "),
  mention_all: channel.mention_all,
  mention_users: channel.mention_users.replaceAll(";", "; "),
  comment: channel.comment,
  has_threshold: channel.threshold !== null,
  threshold: channel.threshold ?? DEFAULT_THRESHOLD,
  ...channel.schedule,
});

/** As the call takes it; fields that this kind does not have are left at rest. */
export function wishOf(values: ChannelValues): ChannelWish {
  const transport = notificationRules.transportOf(values);
  const { name, kind, target, language, comment, days, time, time_zone } = values;
  const isRobot = transport === "wework";
  return {
    name,
    kind,
    target,
    language,
    comment,
    recipients: transport === "email" ? values.recipients : "",
    webhook: transport === "email" ? "" : values.webhook,
    secret: transport === "webhook" ? values.secret : "",
    mention_all: isRobot && values.mention_all,
    mention_users: isRobot ? values.mention_users : "",
    // Empty breaks the rule, and says so on its field.
    threshold: kind !== "scheduled" && values.has_threshold ? (values.threshold ?? Number.NaN) : null,
    schedule: kind === "scheduled" ? { days, time, time_zone } : null,
  };
}

/** What of the editor each rule of the wish is about. */
const fieldOf = (path: readonly PropertyKey[]): ChannelField =>
  path.map(String).findLast((part) => part !== "schedule") as ChannelField;

/**
 * What is wrong, by field, in words. An address that is kept need not be typed again, unless the channel now speaks by
 * other means.
 */
export function problemsOf(values: ChannelValues, before: Channel | undefined): Map<ChannelField, string> {
  const keeps = before && notificationRules.transportOf(before) === notificationRules.transportOf(values);
  const schema = keeps ? notificationRules.changedChannel : notificationRules.newChannel;
  const issues = schema.safeParse(wishOf(values)).error?.issues ?? [];
  const problems = new Map<ChannelField, string>();
  for (const { path, message } of issues) {
    const field = fieldOf(path);
    if (!problems.has(field)) problems.set(field, ruleText(message) ?? message);
  }
  return problems;
}
