import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { LIMITS } from "../limits.ts";
import { changedChannel, digestSchedule, newChannel } from "../notification-rules.ts";
import {
  CHANNEL_KINDS,
  DELIVERY_EVENTS,
  DELIVERY_REASONS,
  DELIVERY_STATES,
  DIGEST_TARGETS,
  TRANSPORTS,
  TRIGGER_BUSINESSES,
  TRIGGER_EVENTS,
  TRIGGER_EVENTS_OF,
} from "../notifications.ts";
import { rule } from "../rules.ts";
import { id, page, pageQuery, projectQuery, text, time } from "../shapes.ts";
import { UI_LANGUAGES } from "../web-config.ts";

const buss_type = z.enum(TRIGGER_BUSINESSES);
const params = z.object({ id });
const privilege = { privilege: "project.edit" } as const;

export const delivery = z.object({
  delivery_id: id,
  channel_id: id,
  /** As it was called then: the channel may be gone. */
  channel_name: z.string(),
  transport: z.enum(TRANSPORTS),
  event: z.enum(DELIVERY_EVENTS),
  /** The subject, in the channel's language. */
  title: z.string(),
  test_id: id.nullable(),
  state: z.enum(DELIVERY_STATES),
  attempts: z.int(),
  attempts_max: z.int(),
  reason: z.enum(DELIVERY_REASONS),
  /** The mail server's or robot's own words, without the address they came from. */
  detail: z.string(),
  /** Who asked for a test message; empty otherwise. */
  user_name: z.string(),
  created_at: time,
  /** When it is tried next; null once it has come to an end. */
  next_attempt_at: time.nullable(),
  finished_at: time.nullable(),
});
export type Delivery = z.output<typeof delivery>;

export const channel = z.object({
  id,
  /** Null: the installation's, for alerts. */
  project_id: id.nullable(),
  name: z.string(),
  kind: z.enum(CHANNEL_KINDS),
  language: z.enum(UI_LANGUAGES),
  target: z.enum(DIGEST_TARGETS),
  recipients: z.string(),
  /** What the address is known by: its host and last characters. The address itself is never answered. */
  webhook_hint: z.string(),
  has_secret: z.boolean(),
  mention_all: z.boolean(),
  mention_users: z.string(),
  comment: z.string(),
  threshold: z.int().nullable(),
  schedule: digestSchedule.nullable(),
  /** When a scheduled channel sends next. */
  next_at: time.nullable(),
  /** Triggers that use it. */
  trigger_count: z.int(),
  last_delivery: delivery.pick({ delivery_id: true, state: true, reason: true, created_at: true }).nullable(),
  user_name: z.string(),
  created_at: time,
  updated_at: time,
});
export type Channel = z.output<typeof channel>;

export const trigger = z.object({
  id,
  project_id: id,
  buss_type,
  event: z.enum(TRIGGER_EVENTS),
  /** Null: every automated test of the project, and always so of devices, certificates and memory. */
  job_id: id.nullable(),
  /** Empty for every test, device, certificate and memory trace, and when the job is gone: then the trigger hears of nothing. */
  job_name: z.string(),
  channels: z.array(channel.pick({ id: true, name: true, kind: true })),
  user_name: z.string(),
  created_at: time,
  updated_at: time,
});
export type Trigger = z.output<typeof trigger>;

const triggerBody = z
  .object({
    buss_type,
    event: z.enum(TRIGGER_EVENTS),
    channels: z.array(id).min(1, rule("trigger_channels")).max(LIMITS.trigger_channels_max),
    job_id: id.nullable().default(null),
  })
  .superRefine(({ buss_type, event, job_id }, context) => {
    const events: readonly string[] = TRIGGER_EVENTS_OF[buss_type];
    if (!events.includes(event)) context.addIssue({ code: "custom", path: ["event"], message: rule("trigger_event") });
    if (buss_type !== "gce" && job_id !== null)
      context.addIssue({ code: "custom", path: ["job_id"], message: rule(`trigger_${buss_type}`) });
  });

export const notificationEndpoints = {
  channelList: endpoint({
    name: "channelList",
    method: "POST",
    path: "/v1/api/channels/list",
    access: privilege,
    summary:
      "The project's notification channels; secrets are never in it. `mail_ready`: whether this server can send mail.",
    query: projectQuery,
    body: z.object({
      keyword: text(LIMITS.keyword_max).default(""),
      kind: z.enum(CHANNEL_KINDS).optional(),
      ...pageQuery,
    }),
    response: page(channel).extend({ mail_ready: z.boolean() }),
    errors: [],
  }),
  channelCreate: endpoint({
    name: "channelCreate",
    method: "POST",
    path: "/v1/api/channels",
    access: privilege,
    summary: "Make a notification channel.",
    query: projectQuery,
    body: newChannel,
    response: channel,
    errors: ["notification_limit"],
  }),
  channelUpdate: endpoint({
    name: "channelUpdate",
    method: "PUT",
    path: "/v1/api/channels/{id}",
    access: privilege,
    summary: "Change a notification channel; an empty `webhook` or `secret` leaves the one that is kept.",
    params,
    query: projectQuery,
    body: changedChannel,
    response: channel,
    errors: ["channel_not_found", "channel_in_use"],
  }),
  channelDelete: endpoint({
    name: "channelDelete",
    method: "DELETE",
    path: "/v1/api/channels/{id}",
    access: privilege,
    summary: "Delete a notification channel; triggers that used no other go with it. What it has queued is not sent.",
    params,
    query: projectQuery,
    response: z.null(),
    errors: ["channel_not_found"],
  }),
  channelTest: endpoint({
    name: "channelTest",
    method: "POST",
    path: "/v1/api/channels/{id}/test",
    access: privilege,
    summary: "Send a test message through a channel now, once; answers how that went.",
    params,
    query: projectQuery,
    response: delivery,
    errors: ["channel_not_found", "too_many_attempts"],
  }),
  deliveryList: endpoint({
    name: "deliveryList",
    method: "GET",
    path: "/v1/api/channels/deliveries",
    access: privilege,
    summary: "What was sent, is being sent or could not be sent, newest first. Kept for 30 days.",
    query: projectQuery.extend({
      keyword: text(LIMITS.keyword_max).default(""),
      channel_id: id.optional(),
      state: z.enum(DELIVERY_STATES).optional(),
      event: z.enum(DELIVERY_EVENTS).optional(),
      ...pageQuery,
    }),
    response: page(delivery),
    errors: [],
  }),
  deliveryRetry: endpoint({
    name: "deliveryRetry",
    method: "POST",
    path: "/v1/api/channels/deliveries/{delivery_id}/retry",
    access: privilege,
    summary: "Try a failed delivery again, with all its attempts.",
    params: z.object({ delivery_id: id }),
    query: projectQuery,
    response: delivery,
    errors: ["delivery_not_found", "delivery_state", "channel_not_found"],
  }),
  triggerList: endpoint({
    name: "triggerList",
    method: "GET",
    path: "/v1/api/trigger/list",
    access: privilege,
    summary: "The project's notification triggers.",
    query: projectQuery.extend({
      buss_type: buss_type.optional(),
      event: z.enum(TRIGGER_EVENTS).optional(),
      ...pageQuery,
    }),
    response: page(trigger),
    errors: [],
  }),
  triggerCreate: endpoint({
    name: "triggerCreate",
    method: "POST",
    path: "/v1/api/trigger",
    access: privilege,
    summary: "Bind an event of automated tests, of devices, of iOS certificates or of memory to channels.",
    query: projectQuery,
    body: triggerBody,
    response: trigger,
    errors: ["channel_not_found", "channel_scheduled", "job_not_found", "notification_limit"],
  }),
  triggerUpdate: endpoint({
    name: "triggerUpdate",
    method: "PUT",
    path: "/v1/api/trigger/{id}",
    access: privilege,
    summary: "Change a notification trigger.",
    params,
    query: projectQuery,
    body: triggerBody,
    response: trigger,
    errors: ["trigger_not_found", "channel_not_found", "channel_scheduled", "job_not_found"],
  }),
  triggerDelete: endpoint({
    name: "triggerDelete",
    method: "DELETE",
    path: "/v1/api/trigger/{id}",
    access: privilege,
    summary: "Delete a notification trigger.",
    params,
    query: projectQuery,
    response: z.null(),
    errors: ["trigger_not_found"],
  }),
};
