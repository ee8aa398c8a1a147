/** Notification channels, triggers, and the queue of what they send. */
import { sql } from "./sql.ts";
import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import type {
  ChannelKind,
  DeliveryEvent,
  DeliveryReason,
  DeliveryState,
  UiLanguage,
  Transport,
  TriggerBusiness,
  TriggerEvent,
} from "@udt/contract";
import { projects } from "./core.schema.ts";
import { byUser, inProject } from "./references.ts";

const time = () => bigint({ mode: "number" });
/** Null: the installation's, for alerts. */
const owner = () => text().references(() => projects.project_id, { onDelete: "cascade" });

export const notification_channels = pgTable(
  "notification_channels",
  {
    id: text().primaryKey(),
    project_id: owner(),
    name: text().notNull(),
    kind: text().$type<ChannelKind>().notNull(),
    language: text().$type<UiLanguage>().notNull(),
    target: text().$type<"email" | "wework">().notNull(),
    recipients: text().notNull(),
    /** Sealed; empty when it has none. */
    webhook_sealed: text().notNull(),
    webhook_hint: text().notNull(),
    /** Tells robots apart for their rate without their address. */
    robot_hash: text().notNull(),
    secret_sealed: text().notNull(),
    mention_all: boolean().notNull(),
    mention_users: text().notNull(),
    comment: text().notNull(),
    threshold: integer(),
    schedule: jsonb().$type<{ days: "daily" | "weekdays"; time: string; time_zone: string }>(),
    next_at: time(),
    /** Until when the last digest told. */
    told_until: time(),
    user_id: byUser(),
    created_at: time().notNull(),
    updated_at: time().notNull(),
  },
  (table) => [
    index("notification_channels_project").on(table.project_id, table.created_at),
    index("notification_channels_due")
      .on(table.next_at)
      .where(sql`${table.next_at} is not null`),
  ],
);

export const notification_triggers = pgTable(
  "notification_triggers",
  {
    id: text().primaryKey(),
    project_id: inProject(),
    buss_type: text().$type<TriggerBusiness>().notNull(),
    event: text().$type<TriggerEvent>().notNull(),
    /** Null: every automated test of the project, every device, or every certificate. */
    job_id: text(),
    user_id: byUser(),
    created_at: time().notNull(),
    updated_at: time().notNull(),
  },
  (table) => [index("notification_triggers_event").on(table.project_id, table.event)],
);

export const notification_trigger_channels = pgTable(
  "notification_trigger_channels",
  {
    trigger_id: text()
      .notNull()
      .references(() => notification_triggers.id, { onDelete: "cascade" }),
    channel_id: text()
      .notNull()
      .references(() => notification_channels.id, { onDelete: "cascade" }),
  },
  (table) => [
    primaryKey({ columns: [table.trigger_id, table.channel_id] }),
    index("notification_trigger_channels_channel").on(table.channel_id),
  ],
);

/** The durable queue, and the log of what became of each message. */
export const notification_deliveries = pgTable(
  "notification_deliveries",
  {
    delivery_id: text().primaryKey(),
    project_id: owner(),
    /** The log outlives the channel. */
    channel_id: text().notNull(),
    channel_name: text().notNull(),
    transport: text().$type<Transport>().notNull(),
    event: text().$type<DeliveryEvent>().notNull(),
    title: text().notNull(),
    /** What the message says; its words are found when it is sent. */
    facts: jsonb().$type<unknown>().notNull(),
    test_id: text(),
    state: text().$type<DeliveryState>().notNull(),
    attempts: integer().notNull(),
    attempts_max: integer().notNull(),
    /** Of a robot's two messages, how many it has taken: a second attempt does not repeat the first. */
    parts_done: integer().notNull(),
    reason: text().$type<DeliveryReason>().notNull(),
    detail: text().notNull(),
    user_name: text().notNull(),
    created_at: time().notNull(),
    /** Queued: when it is due. Sending: when its sender is given up for dead. Null at its end. */
    next_attempt_at: time(),
    finished_at: time(),
  },
  (table) => [
    index("notification_deliveries_due")
      .on(table.next_attempt_at)
      .where(sql`${table.next_attempt_at} is not null`),
    index("notification_deliveries_newest").on(
      table.project_id,
      table.created_at.desc().nullsFirst(),
      table.delivery_id.desc().nullsFirst(),
    ),
    index("notification_deliveries_channel").on(table.channel_id, table.created_at.desc().nullsFirst()),
    index("notification_deliveries_age").on(table.created_at),
  ],
);

/** When each robot was last spoken to, so that all servers together keep to its rate. */
export const notification_robots = pgTable("notification_robots", {
  robot_hash: text().primaryKey(),
  sent_at: jsonb().$type<number[]>().notNull(),
  updated_at: time().notNull(),
});
