/** The words of notifications: document 1's channels and triggers, document 2's notification groups. */
import { wantedCases, type PassTotals } from "./endpoints/jobs.ts";

/**
 * Where a channel speaks: mail, a robot of the collaboration tool, a program of one's own (signed JSON); or, by the clock
 * and not by a test, a digest to mail or a robot.
 */
export const CHANNEL_KINDS = ["email", "wework", "webhook", "scheduled"] as const;
export type ChannelKind = (typeof CHANNEL_KINDS)[number];
/** Those of the channels that are no project's: an alert does not wait for a set time. */
export const ALERT_CHANNEL_KINDS = ["email", "wework", "webhook"] as const satisfies ChannelKind[];
/** How a message travels in the end; a scheduled channel names one of the first two. */
export const TRANSPORTS = ["email", "wework", "webhook"] as const;
export type Transport = (typeof TRANSPORTS)[number];
export const DIGEST_TARGETS = ["email", "wework"] as const;
export const DIGEST_DAYS = ["daily", "weekdays"] as const;

/**
 * What triggers hear of: the specification's automated tests (`gce`), devices that break and are mended, iOS certificates
 * that end, and modules of apps that have more memory than they may.
 */
export const TRIGGER_EVENTS_OF = {
  gce: ["start-test", "end-test"],
  device: ["open-order", "assign-order", "close-order"],
  certificate: ["expire-certificate"],
  memory: ["exceed-budget"],
} as const;
export const TRIGGER_BUSINESSES = ["gce", "device", "certificate", "memory"] as const;
export type TriggerBusiness = (typeof TRIGGER_BUSINESSES)[number];
export type TestTrigger = (typeof TRIGGER_EVENTS_OF)["gce"][number];
export type OrderTrigger = (typeof TRIGGER_EVENTS_OF)["device"][number];
export type CertificateTrigger = (typeof TRIGGER_EVENTS_OF)["certificate"][number];
export type MemoryTrigger = (typeof TRIGGER_EVENTS_OF)["memory"][number];
export const TRIGGER_EVENTS = [
  ...TRIGGER_EVENTS_OF.gce,
  ...TRIGGER_EVENTS_OF.device,
  ...TRIGGER_EVENTS_OF.certificate,
  ...TRIGGER_EVENTS_OF.memory,
] as const;
export type TriggerEvent = (typeof TRIGGER_EVENTS)[number];
export const ALERT_EVENTS = ["alert-opened", "alert-reminder", "alert-ended"] as const;
export type AlertEvent = (typeof ALERT_EVENTS)[number];
/** What a message of a project can be about. */
export const PROJECT_DELIVERY_EVENTS = [...TRIGGER_EVENTS, "digest", "test-message"] as const;
/** The same of the installation. */
export const ALERT_DELIVERY_EVENTS = [...ALERT_EVENTS, "test-message"] as const;
export const DELIVERY_EVENTS = [...PROJECT_DELIVERY_EVENTS, ...ALERT_EVENTS] as const;
export type DeliveryEvent = (typeof DELIVERY_EVENTS)[number];

/** One message through one channel. `skipped`: the channel's threshold was met, so nothing was sent. */
export const DELIVERY_STATES = ["queued", "sending", "delivered", "failed", "skipped"] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** Why a delivery is where it is; `detail` has the peer's own words. Empty when there is nothing to say. */
export const DELIVERY_REASONS = [
  "",
  "mail_not_set",
  "mail_refused",
  "mail_unreachable",
  "some_recipients_refused",
  "address_refused",
  "unreachable",
  "timeout",
  "http_status",
  "errcode",
  "bad_answer",
  "secret_unreadable",
  "channel_deleted",
  "above_threshold",
  "rate_limit",
] as const;
export type DeliveryReason = (typeof DELIVERY_REASONS)[number];

/**
 * Document 2's threshold in percent of the cases that were to pass: a message only when fewer did, or when there was none to
 * compare.
 */
export function isBelowThreshold(totals: PassTotals, threshold: number | null): boolean {
  const wanted = wantedCases(totals);
  return threshold === null || wanted === 0 || 100 * totals.success < threshold * wanted;
}
