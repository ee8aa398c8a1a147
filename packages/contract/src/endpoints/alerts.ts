import { z } from "zod";
import { ALERT_KINDS, ALERT_STATES } from "../alerts.ts";
import { endpoint } from "../endpoint.ts";
import { LIMITS } from "../limits.ts";
import { changedAlertChannel, newAlertChannel } from "../notification-rules.ts";
import { ALERT_CHANNEL_KINDS, ALERT_DELIVERY_EVENTS, DELIVERY_STATES } from "../notifications.ts";
import { id, page, pageQuery, text, time } from "../shapes.ts";
import { said } from "../words.ts";
import { channel, delivery } from "./notifications.ts";

const params = z.object({ id });

export const alert = z.object({
  alert_id: id,
  kind: z.enum(ALERT_KINDS),
  /** What it is about within its kind: an agent's id, a disk, an address. */
  subject: z.string(),
  /** What is wrong as it was seen last; in another way than before, as it was told last. */
  reason: said,
  state: z.enum(ALERT_STATES),
  since: time,
  /** Since when it has been well again. */
  until: time.nullable(),
  told_at: time,
});
export type Alert = z.output<typeof alert>;

export const alertEndpoints = {
  alertList: endpoint({
    name: "alertList",
    method: "GET",
    path: "/v1/plat/admin/alerts",
    access: "admin",
    summary: "What is or was wrong with the installation, newest first. Alerts that have ended are kept for 90 days.",
    query: z.object({ state: z.enum(ALERT_STATES).optional(), kind: z.enum(ALERT_KINDS).optional(), ...pageQuery }),
    /**
     * `looked_at`: when a server last looked whether anything is wrong; null when none has yet. `is_late`: that is too long
     * ago to say what is wrong now.
     */
    response: page(alert).extend({ looked_at: time.nullable(), is_late: z.boolean() }),
    errors: [],
  }),
  alertChannelList: endpoint({
    name: "alertChannelList",
    method: "GET",
    path: "/v1/plat/admin/alerts/channels",
    access: "admin",
    summary:
      "The channels that alerts go to; secrets are never in it. `mail_ready`: whether this server can send mail.",
    query: z.object({
      keyword: text(LIMITS.keyword_max).default(""),
      kind: z.enum(ALERT_CHANNEL_KINDS).optional(),
      ...pageQuery,
    }),
    response: page(channel).extend({ mail_ready: z.boolean() }),
    errors: [],
  }),
  alertChannelCreate: endpoint({
    name: "alertChannelCreate",
    method: "POST",
    path: "/v1/plat/admin/alerts/channels",
    access: "admin",
    signed_in: true,
    summary: "Make a channel that alerts go to.",
    body: newAlertChannel,
    response: channel,
    errors: ["signed_in_only", "notification_limit"],
  }),
  alertChannelUpdate: endpoint({
    name: "alertChannelUpdate",
    method: "PUT",
    path: "/v1/plat/admin/alerts/channels/{id}",
    access: "admin",
    signed_in: true,
    summary: "Change a channel of alerts; an empty `webhook` or `secret` leaves the one that is kept.",
    params,
    body: changedAlertChannel,
    response: channel,
    errors: ["signed_in_only", "channel_not_found"],
  }),
  alertChannelDelete: endpoint({
    name: "alertChannelDelete",
    method: "DELETE",
    path: "/v1/plat/admin/alerts/channels/{id}",
    access: "admin",
    signed_in: true,
    summary: "Delete a channel of alerts. What it has queued is not sent.",
    params,
    response: z.null(),
    errors: ["signed_in_only", "channel_not_found"],
  }),
  alertChannelTest: endpoint({
    name: "alertChannelTest",
    method: "POST",
    path: "/v1/plat/admin/alerts/channels/{id}/test",
    access: "admin",
    summary: "Send a test message through a channel of alerts now, once; answers how that went.",
    params,
    response: delivery,
    errors: ["channel_not_found", "too_many_attempts"],
  }),
  alertDeliveryList: endpoint({
    name: "alertDeliveryList",
    method: "GET",
    path: "/v1/plat/admin/alerts/deliveries",
    access: "admin",
    summary: "Which alerts were sent, are being sent or could not be sent, newest first. Kept for 30 days.",
    query: z.object({
      keyword: text(LIMITS.keyword_max).default(""),
      channel_id: id.optional(),
      state: z.enum(DELIVERY_STATES).optional(),
      event: z.enum(ALERT_DELIVERY_EVENTS).optional(),
      ...pageQuery,
    }),
    response: page(delivery),
    errors: [],
  }),
  alertDeliveryRetry: endpoint({
    name: "alertDeliveryRetry",
    method: "POST",
    path: "/v1/plat/admin/alerts/deliveries/{delivery_id}/retry",
    access: "admin",
    summary: "Try a failed delivery of an alert again, with all its attempts.",
    params: z.object({ delivery_id: id }),
    response: delivery,
    errors: ["delivery_not_found", "delivery_state", "channel_not_found"],
  }),
};
