import { LIMITS, UdtError, type BodyOf, type DataOf, type ENDPOINTS, type QueryOf, type Trigger } from "@udt/contract";
import type { Queries } from "../../platform/database/database.ts";
import { newId } from "../../platform/ids.ts";
import { userNameOf } from "../../people/users/users.service.ts";
import * as repository from "./channels.repository.ts";
import type { TriggerRow } from "./channels.repository.ts";
import type { Actor } from "../../platform/http/caller.ts";
import type { ChannelsDependencies } from "./channels.service.ts";
import type { ToldOf } from "./facts.ts";

type TriggerWish = BodyOf<(typeof ENDPOINTS)["triggerCreate"]>;

export type TriggersDependencies = Pick<ChannelsDependencies, "database" | "bus" | "clock" | "audit"> & {
  told: Pick<ToldOf, "jobNames">;
};

/** Which events of automated tests, of devices and of certificates go to which channels. */
export class TriggersService {
  readonly #needs: TriggersDependencies;
  constructor(needs: TriggersDependencies) {
    this.#needs = needs;
  }

  async list(
    project_id: string,
    query: QueryOf<(typeof ENDPOINTS)["triggerList"]>,
  ): Promise<DataOf<(typeof ENDPOINTS)["triggerList"]>> {
    const { db } = this.#needs.database;
    const { rows, total } = await repository.listTriggers(db, {
      ...query,
      project_id,
      buss_type: query.buss_type,
      event: query.event,
    });
    return {
      list: rows.map(await this.#answering(db, rows)),
      total,
      page_num: query.page_num,
      page_size: query.page_size,
    };
  }

  /** @throws UdtError job_not_found, channel_not_found, channel_scheduled, notification_limit */
  async create(actor: Actor, project_id: string, wish: TriggerWish): Promise<Trigger> {
    const now = this.#needs.clock.now();
    return this.#needs.bus.transaction(async (tx, announce) => {
      if ((await repository.countTriggers(tx, project_id)) >= LIMITS.notification_triggers_max) {
        throw new UdtError("notification_limit", { max: LIMITS.notification_triggers_max });
      }
      const { buss_type, event, job_id } = wish;
      const row: TriggerRow = {
        id: newId(),
        project_id,
        buss_type,
        event,
        job_id,
        user_id: actor.user.user_id,
        created_at: now,
        updated_at: now,
      };
      await this.#assertJob(tx, project_id, job_id);
      const channels = await holdUsable(tx, project_id, wish.channels);
      await repository.insertTrigger(tx, row);
      await repository.bindChannels(tx, row.id, channels);
      await this.#note(tx, actor, "notification.trigger_create", row);
      announce(project_id, { type: "notification.changed", project_id });
      return this.#answer(tx, { trigger: row, user_name: actor.user.user_name });
    });
  }

  /** @throws UdtError trigger_not_found, job_not_found, channel_not_found, channel_scheduled */
  async update(actor: Actor, project_id: string, id: string, wish: TriggerWish): Promise<Trigger> {
    return this.#needs.bus.transaction(async (tx, announce) => {
      const before = await repository.lockTrigger(tx, project_id, id);
      if (!before) throw new UdtError("trigger_not_found", { id });
      const { buss_type, event, job_id } = wish;
      const change = { buss_type, event, job_id, updated_at: this.#needs.clock.now() };
      // One whose job is gone may stay as it is.
      if (job_id !== before.job_id) await this.#assertJob(tx, project_id, job_id);
      const channels = await holdUsable(tx, project_id, wish.channels);
      await repository.updateTrigger(tx, id, change);
      await repository.bindChannels(tx, id, channels);
      const row = { ...before, ...change };
      await this.#note(tx, actor, "notification.trigger_edit", row);
      announce(project_id, { type: "notification.changed", project_id });
      return this.#answer(tx, { trigger: row, user_name: await userNameOf(tx, row.user_id) });
    });
  }

  /** @throws UdtError trigger_not_found */
  async delete(actor: Actor, project_id: string, id: string): Promise<void> {
    await this.#needs.bus.transaction(async (tx, announce) => {
      const row = await repository.deleteTrigger(tx, project_id, id);
      if (!row) throw new UdtError("trigger_not_found", { id });
      await this.#note(tx, actor, "notification.trigger_delete", row);
      announce(project_id, { type: "notification.changed", project_id });
    });
  }

  /** @throws UdtError job_not_found for a job that is none of the project's */
  async #assertJob(tx: Queries, project_id: string, job_id: string | null): Promise<void> {
    if (job_id === null) return;
    const names = await this.#needs.told.jobNames(tx, project_id, [job_id]);
    if (!names.has(job_id)) throw new UdtError("job_not_found", { job_id });
  }

  async #answer(db: Queries, row: { trigger: TriggerRow; user_name: string }): Promise<Trigger> {
    const answerOf = await this.#answering(db, [row]);
    return answerOf(row);
  }

  /** How each of these, which are of one project, is answered. */
  async #answering(
    db: Queries,
    rows: readonly { trigger: TriggerRow }[],
  ): Promise<(row: { trigger: TriggerRow; user_name: string }) => Trigger> {
    const channels = await repository.channelsOfTriggers(
      db,
      rows.map(({ trigger }) => trigger.id),
    );
    const project_id = rows[0]?.trigger.project_id ?? "";
    const jobs = rows.flatMap(({ trigger }) => (trigger.job_id === null ? [] : [trigger.job_id]));
    const names = await this.#needs.told.jobNames(db, project_id, jobs);
    const of = Map.groupBy(channels, ({ trigger_id }) => trigger_id);
    return ({ trigger, user_name }) => ({
      ...trigger,
      job_name: names.get(trigger.job_id ?? "") ?? "",
      channels: (of.get(trigger.id) ?? []).map(({ id, name, kind }) => ({ id, name, kind })),
      user_name,
    });
  }

  async #note(
    tx: Queries,
    actor: Actor,
    action: "notification.trigger_create" | "notification.trigger_edit" | "notification.trigger_delete",
    { project_id, event, job_id }: TriggerRow,
  ): Promise<void> {
    const detail = job_id === null ? {} : { job_id };
    await this.#needs.audit.write(tx, { action, ...actor, project_id, target: event, detail });
  }
}

/** The wished channels, each once: of this project, and none that speaks by the clock. */
async function holdUsable(tx: Queries, project_id: string, wished: readonly string[]): Promise<string[]> {
  const ids = [...new Set(wished)];
  const found = await repository.holdChannels(tx, project_id, ids);
  const missing = ids.find((id) => !found.some((channel) => channel.id === id));
  if (missing !== undefined) throw new UdtError("channel_not_found", { id: missing });
  const scheduled = found.find((channel) => channel.kind === "scheduled");
  if (scheduled) throw new UdtError("channel_scheduled", { name: scheduled.name });
  return ids;
}
