import { notificationRules } from "@udt/contract";
import { newId } from "../../platform/ids.ts";
import type { ChannelRow } from "./channels.repository.ts";
import type { DeliveryRow } from "./deliveries.repository.ts";
import { ATTEMPTS_MAX } from "./retry.ts";
import type { DeliveryFacts } from "./facts.ts";
import { messageOf } from "./messages/message.ts";

const TITLE_MAX = 200;

/** A new message of a channel, due at once. */
export function deliveryRow(
  channel: ChannelRow,
  facts: DeliveryFacts,
  how: { now: number } & Partial<
    Pick<
      DeliveryRow,
      "state" | "attempts" | "attempts_max" | "next_attempt_at" | "finished_at" | "reason" | "user_name"
    >
  >,
): DeliveryRow {
  const { now, ...change } = how;
  const { title } = messageOf(facts, { language: channel.language, comment: "", base_url: "" });
  return {
    delivery_id: newId(),
    project_id: channel.project_id,
    channel_id: channel.id,
    channel_name: channel.name,
    transport: notificationRules.transportOf(channel),
    event: facts.event,
    title: title.slice(0, TITLE_MAX).toWellFormed(),
    facts,
    test_id: "test" in facts ? facts.test.test_id : null,
    state: "queued",
    attempts: 0,
    attempts_max: ATTEMPTS_MAX,
    parts_done: 0,
    reason: "",
    detail: "",
    user_name: "",
    created_at: now,
    next_attempt_at: now,
    finished_at: null,
    ...change,
  };
}
