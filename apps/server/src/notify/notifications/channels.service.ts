import { createHash } from "node:crypto";
import {
  LIMITS,
  notificationRules,
  UdtError,
  type BodyOf,
  type Channel,
  type DataOf,
  type ENDPOINTS,
} from "@udt/contract";
import type { Bus } from "../../platform/bus.ts";
import type { ServerClock } from "../../platform/clock.ts";
import type { SecretBox } from "../../platform/crypto.ts";
import type { Database, Queries } from "../../platform/database/database.ts";
import type { Actor } from "../../platform/http/caller.ts";
import { newId } from "../../platform/ids.ts";
import type { AuditService } from "../../people/audit/audit.service.ts";
import { userNameOf } from "../../people/users/users.service.ts";
import * as repository from "./channels.repository.ts";
import type { ChannelRow, Owner } from "./channels.repository.ts";
import { changed } from "./deliverer.ts";
import { dropQueued } from "./deliveries.repository.ts";
import { nextDigestTime } from "./digest.ts";
import { hintOf, sealedAt } from "./sender.ts";

export interface ChannelsDependencies {
  database: Database;
  bus: Bus;
  clock: ServerClock;
  audit: AuditService;
  secrets: SecretBox;
  isMailReady: boolean;
}

type ChannelWish = BodyOf<(typeof ENDPOINTS)["channelCreate"]>;

/** Where messages go: those of a project, or with null for its id the installation's. */
export class ChannelsService {
  readonly #needs: ChannelsDependencies;
  constructor(needs: ChannelsDependencies) {
    this.#needs = needs;
  }

  async list(
    project_id: Owner,
    query: BodyOf<(typeof ENDPOINTS)["channelList"]>,
  ): Promise<DataOf<(typeof ENDPOINTS)["channelList"]>> {
    const { db } = this.#needs.database;
    const { rows, total } = await repository.listChannels(db, { ...query, project_id, kind: query.kind });
    return {
      list: rows.map(await this.#answering(db, rows)),
      total,
      page_num: query.page_num,
      page_size: query.page_size,
      mail_ready: this.#needs.isMailReady,
    };
  }

  /** @throws UdtError notification_limit */
  async create(actor: Actor, project_id: Owner, wish: ChannelWish): Promise<Channel> {
    const now = this.#needs.clock.now();
    const id = newId();
    return this.#needs.bus.transaction(async (tx, announce) => {
      if ((await repository.countChannels(tx, project_id)) >= LIMITS.notification_channels_max) {
        throw new UdtError("notification_limit", { max: LIMITS.notification_channels_max });
      }
      const row: ChannelRow = {
        id,
        project_id,
        ...this.#said(wish, now),
        ...this.#sealed(id, wish),
        told_until: null,
        user_id: actor.user.user_id,
        created_at: now,
        updated_at: now,
      };
      await repository.insertChannel(tx, row);
      await this.#note(tx, actor, "notification.channel_create", row);
      changed(announce, { project_id });
      return this.#answer(tx, { channel: row, user_name: actor.user.user_name });
    });
  }

  /** @throws UdtError channel_not_found, channel_in_use, invalid_param for an address that neither comes nor is kept */
  async update(actor: Actor, project_id: Owner, id: string, wish: ChannelWish): Promise<Channel> {
    const now = this.#needs.clock.now();
    return this.#needs.bus.transaction(async (tx, announce) => {
      const before = await repository.lockChannel(tx, project_id, id);
      if (!before) throw new UdtError("channel_not_found", { id });
      if (wish.kind === "scheduled" && before.kind !== "scheduled") {
        if ((await repository.triggerCounts(tx, [id])).has(id)) throw new UdtError("channel_in_use", { id });
      }
      const change = { ...this.#said(wish, now), ...this.#kept(before, wish), updated_at: now };
      await repository.updateChannel(tx, id, change);
      const row = { ...before, ...change };
      await this.#note(tx, actor, "notification.channel_edit", row);
      changed(announce, { project_id });
      const user_name = await userNameOf(tx, row.user_id);
      return this.#answer(tx, { channel: row, user_name });
    });
  }

  /** Takes its triggers along that have no other channel. @throws UdtError channel_not_found */
  async delete(actor: Actor, project_id: Owner, id: string): Promise<void> {
    await this.#needs.bus.transaction(async (tx, announce) => {
      const row = await repository.deleteChannel(tx, project_id, id);
      if (!row) throw new UdtError("channel_not_found", { id });
      if (project_id !== null) await repository.deleteEmptyTriggers(tx, project_id);
      await dropQueued(tx, id, this.#needs.clock.now());
      await this.#note(tx, actor, "notification.channel_delete", row);
      changed(announce, { project_id });
    });
  }

  /** What a wish says that is no secret; of what its kind does not have, nothing is kept. */
  #said(wish: ChannelWish, now: number) {
    const { name, kind, language, target, mention_all, mention_users, comment } = wish;
    const transport = notificationRules.transportOf(wish);
    const schedule = kind === "scheduled" ? wish.schedule : null;
    const isRobot = transport === "wework";
    return {
      name,
      kind,
      language,
      target,
      comment,
      schedule,
      recipients: transport === "email" ? wish.recipients : "",
      mention_all: isRobot && mention_all,
      mention_users: isRobot ? mention_users : "",
      threshold: kind === "scheduled" ? null : wish.threshold,
      next_at: schedule && nextDigestTime(schedule, now),
    };
  }

  #sealed(id: string, { webhook, secret, ...wish }: ChannelWish) {
    const { secrets } = this.#needs;
    const transport = notificationRules.transportOf(wish);
    const none = { webhook_sealed: "", webhook_hint: "", robot_hash: "", secret_sealed: "" };
    if (transport === "email") return none;
    return {
      webhook_sealed: secrets.seal(webhook, sealedAt(id, "webhook")),
      webhook_hint: hintOf(webhook),
      robot_hash: createHash("sha256").update(webhook).digest("hex"),
      secret_sealed: transport === "webhook" ? secrets.seal(secret, sealedAt(id, "secret")) : "",
    };
  }

  /** An address or a secret that is not said anew stays, as long as it is one of the same kind of channel. */
  #kept(before: ChannelRow, wish: ChannelWish) {
    const { secrets } = this.#needs;
    const transport = notificationRules.transportOf(wish);
    const isSame = notificationRules.transportOf(before) === transport;
    const required = (field: "webhook" | "secret", rule: string) => new UdtError("invalid_param", { field, rule });
    if (transport !== "email" && wish.webhook === "" && !isSame) throw required("webhook", "webhook_required");
    if (transport === "webhook" && wish.secret === "" && !isSame) throw required("secret", "webhook_secret_required");
    const { webhook_sealed, webhook_hint, robot_hash, secret_sealed } = before;
    const sealed =
      transport === "email" || wish.webhook !== ""
        ? this.#sealed(before.id, wish)
        : { webhook_sealed, webhook_hint, robot_hash };
    if (transport !== "webhook") return { ...sealed, secret_sealed: "" };
    return {
      ...sealed,
      secret_sealed: wish.secret === "" ? secret_sealed : secrets.seal(wish.secret, sealedAt(before.id, "secret")),
    };
  }

  async #answer(db: Queries, row: { channel: ChannelRow; user_name: string }): Promise<Channel> {
    const answerOf = await this.#answering(db, [row]);
    return answerOf(row);
  }

  /** How each of these is answered. */
  async #answering(
    db: Queries,
    rows: readonly { channel: ChannelRow }[],
  ): Promise<(row: { channel: ChannelRow; user_name: string }) => Channel> {
    const ids = rows.map(({ channel }) => channel.id);
    const counts = await repository.triggerCounts(db, ids);
    const last = await repository.lastDeliveries(db, ids);
    return ({ channel, user_name }) => {
      const { webhook_sealed: _, secret_sealed, robot_hash: __, told_until: ___, user_id: ____, ...said } = channel;
      const found = last.get(channel.id);
      return {
        ...said,
        has_secret: secret_sealed !== "",
        trigger_count: counts.get(channel.id) ?? 0,
        last_delivery: found
          ? { delivery_id: found.delivery_id, state: found.state, reason: found.reason, created_at: found.created_at }
          : null,
        user_name,
      };
    };
  }

  async #note(
    tx: Queries,
    actor: Actor,
    action: "notification.channel_create" | "notification.channel_edit" | "notification.channel_delete",
    { project_id, name, kind }: ChannelRow,
  ): Promise<void> {
    await this.#needs.audit.write(tx, {
      action,
      ...actor,
      project_id: project_id ?? "",
      target: name,
      detail: { kind },
    });
  }
}
