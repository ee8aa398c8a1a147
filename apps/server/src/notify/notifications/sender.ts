import { createHmac } from "node:crypto";
import { z } from "zod";
import { notificationRules, type DeliveryReason } from "@udt/contract";
import type { ServerClock } from "../../platform/clock.ts";
import { SecretUnreadable, type SecretBox } from "../../platform/crypto.ts";
import { MailError, type Mailer } from "../../platform/mail.ts";
import { OutboundError, type Outbound, type OutboundAnswer } from "../../platform/outbound.ts";
import type { ChannelRow } from "./channels.repository.ts";
import type { DeliveryRow } from "./deliveries.repository.ts";
import type { DeliveryFacts } from "./facts.ts";
import { mailOf } from "../../platform/mail-message.ts";
import { messageOf } from "./messages/message.ts";
import { WORDS } from "./messages/texts.ts";
import { weworkMarkdown, weworkMention } from "./messages/wework.ts";

/** What came of one attempt. `again`: it may go better later; a robot's full minute says when. */
export type Outcome =
  | { kind: "delivered"; reason: DeliveryReason; detail: string }
  | { kind: "failed"; reason: DeliveryReason; detail: string }
  | { kind: "again"; reason: DeliveryReason; detail: string }
  | { kind: "wait"; until: number };

const delivered = (reason: DeliveryReason = "", detail = ""): Outcome => ({ kind: "delivered", reason, detail });
const failed = (reason: DeliveryReason, detail = ""): Outcome => ({ kind: "failed", reason, detail });
const again = (reason: DeliveryReason, detail = ""): Outcome => ({ kind: "again", reason, detail });

const TIMEOUT_MS = 10_000;
const ANSWER_MAX_BYTES = 64 * 1024;
const DETAIL_MAX = 300;
/** WeCom's codes for "busy" and "too often": https://developer.work.weixin.qq.com/document/path/90313 */
const PASSING_ERRCODES = new Set([-1, 45009]);

/** Where a channel's sealed texts belong: bound to the channel, so that one moved to another channel opens nothing. */
export const sealedAt = (channel_id: string, field: "webhook" | "secret"): string =>
  `notification_channels/${channel_id}/${field}`;

/** The signature of a JSON webhook: HMAC-SHA256 over timestamp and body, so that neither can be changed or sent again later. */
export const signatureOf = (secret: string, timestamp: string, body: string): string =>
  `v1=${createHmac("sha256", secret).update(`${timestamp}.${body}`).digest("hex")}`;

export interface SenderDependencies {
  clock: ServerClock;
  mailer: Mailer;
  outbound: Outbound;
  secrets: SecretBox;
  /** What paths of the console are below: `https://udt.example.com`. */
  baseUrl: () => string;
}

/** Puts one message on its way and says what came of it; throws nothing that a peer could cause. */
export class Sender {
  readonly #needs: SenderDependencies;
  constructor(needs: SenderDependencies) {
    this.#needs = needs;
  }

  /**
   * @param turn Asks for a message of the robot's minute: 0, or when to ask again.
   * @param onPart Notes that so many of a robot's messages have been taken.
   */
  async send(
    delivery: DeliveryRow,
    channel: ChannelRow,
    hooks: { turn: () => Promise<number>; onPart: (done: number) => Promise<void>; signal: AbortSignal },
  ): Promise<Outcome> {
    try {
      switch (delivery.transport) {
        case "email":
          return await this.#mail(delivery, channel);
        case "wework":
          return await this.#robot(delivery, channel, hooks);
        case "webhook":
          return await this.#webhook(delivery, channel, hooks.signal);
        default:
          throw new Error(`no way to send by ${String(delivery.transport satisfies never)}`);
      }
    } catch (error) {
      return outcomeOf(error);
    }
  }

  #message(delivery: DeliveryRow, channel: ChannelRow) {
    const { language, comment } = channel;
    return messageOf(delivery.facts as DeliveryFacts, { language, comment, base_url: this.#needs.baseUrl() });
  }

  async #mail(delivery: DeliveryRow, channel: ChannelRow): Promise<Outcome> {
    const words = WORDS[channel.language];
    const mail = mailOf(this.#message(delivery, channel), words.footer(channel.name));
    const { refused } = await this.#needs.mailer.send({ ...mail, to: notificationRules.parts(channel.recipients) });
    return refused.length === 0 ? delivered() : delivered("some_recipients_refused", cut(refused.join("; ")));
  }

  async #robot(
    delivery: DeliveryRow,
    channel: ChannelRow,
    hooks: { turn: () => Promise<number>; onPart: (done: number) => Promise<void>; signal: AbortSignal },
  ): Promise<Outcome> {
    const message = this.#message(delivery, channel);
    const mention = weworkMention(message, channel);
    const bodies = [weworkMarkdown(message), ...(mention ? [mention] : [])];
    for (const [index, body] of bodies.entries()) {
      if (index < delivery.parts_done) continue;
      const until = await hooks.turn();
      if (until > 0) return { kind: "wait", until };
      const answer = await this.#post(channel, JSON.stringify(body), {}, hooks.signal);
      const refusal = statusOutcome(answer) ?? errcodeOutcome(answer);
      if (refusal) return refusal;
      await hooks.onPart(index + 1);
    }
    return delivered();
  }

  async #webhook(delivery: DeliveryRow, channel: ChannelRow, signal: AbortSignal): Promise<Outcome> {
    const { secrets, clock } = this.#needs;
    const secret = secrets.open(channel.secret_sealed, sealedAt(channel.id, "secret"));
    const { title, link } = this.#message(delivery, channel);
    const body = JSON.stringify({
      delivery_id: delivery.delivery_id,
      project_id: delivery.project_id,
      channel: channel.name,
      title,
      link: link.url,
      comment: channel.comment,
      created_at: delivery.created_at,
      ...(delivery.facts as DeliveryFacts),
    });
    const timestamp = String(Math.floor(clock.now() / 1000));
    const headers = {
      "x-udt-delivery": delivery.delivery_id,
      "x-udt-event": delivery.event,
      "x-udt-timestamp": timestamp,
      "x-udt-signature": signatureOf(secret, timestamp, body),
    };
    return statusOutcome(await this.#post(channel, body, headers, signal)) ?? delivered();
  }

  #post(
    channel: ChannelRow,
    body: string,
    headers: Record<string, string>,
    signal: AbortSignal,
  ): Promise<OutboundAnswer> {
    const url = this.#needs.secrets.open(channel.webhook_sealed, sealedAt(channel.id, "webhook"));
    return this.#needs.outbound.request(url, {
      method: "POST",
      headers: { "content-type": "application/json; charset=utf-8", "user-agent": "UDT", ...headers },
      body,
      timeoutMs: TIMEOUT_MS,
      maxBytes: ANSWER_MAX_BYTES,
      signal,
    });
  }
}

/** Undefined for a success. Too many, too early and the server's own faults pass; other refusals stay. */
function statusOutcome({ status }: OutboundAnswer): Outcome | undefined {
  if (status >= 200 && status < 300) return undefined;
  const passes = status >= 500 || status === 408 || status === 425 || status === 429;
  return (passes ? again : failed)("http_status", String(status));
}

const robotAnswer = z.object({ errcode: z.int(), errmsg: z.string().default("") });

/** A robot answers 200 whatever it thinks of a message: what counts is `errcode`. Undefined for a success. */
function errcodeOutcome({ body }: OutboundAnswer): Outcome | undefined {
  let answer: z.output<typeof robotAnswer>;
  try {
    answer = robotAnswer.parse(JSON.parse(body.toString("utf8")));
  } catch {
    return failed("bad_answer");
  }
  if (answer.errcode === 0) return undefined;
  const detail = cut(`${answer.errcode} ${answer.errmsg}`);
  return (PASSING_ERRCODES.has(answer.errcode) ? again : failed)("errcode", detail);
}

function outcomeOf(error: unknown): Outcome {
  if (error instanceof SecretUnreadable) return failed("secret_unreadable", error.message);
  if (error instanceof MailError) {
    if (error.kind === "not_set") return failed("mail_not_set");
    const reason = error.kind === "refused" ? "mail_refused" : "mail_unreachable";
    return (error.isFinal ? failed : again)(reason, cut(error.message));
  }
  if (error instanceof OutboundError) {
    const detail = cut(error.detail);
    if (error.kind === "refused") return failed("address_refused", detail);
    if (error.kind === "too_large") return failed("bad_answer", detail);
    return again(error.kind === "timeout" ? "timeout" : "unreachable", detail);
  }
  throw error;
}

/** A peer's words, fit for one line of a log and for the database. */
const cut = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim()
    .slice(0, DETAIL_MAX);

/** What an address is known by where it must not be shown. */
export function hintOf(webhook: string): string {
  const { host } = new URL(webhook);
  return webhook.length > host.length + 24 ? `${host}/…${webhook.slice(-4)}` : `${host}/…`;
}
