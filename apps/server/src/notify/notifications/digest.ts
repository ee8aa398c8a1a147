import { must } from "@udt/base";
import { Cron } from "croner";
import type { notificationRules } from "@udt/contract";
import type { Bus } from "../../platform/bus.ts";
import type { ServerClock } from "../../platform/clock.ts";
import * as channels from "./channels.repository.ts";
import * as repository from "./deliveries.repository.ts";
import { projectNames } from "./digest.repository.ts";
import { deliveryRow } from "./delivery-row.ts";
import type { ToldOf } from "./facts.ts";

const AT_ONCE = 20;

/** The next time of a schedule after `now`, by the clocks of its time zone; summer time included. */
export function nextDigestTime(schedule: notificationRules.DigestSchedule, now: number): number {
  const [hours, minutes] = schedule.time.split(":").map(Number);
  const cron = new Cron(`${minutes} ${hours} * * ${schedule.days === "daily" ? "*" : "1-5"}`, {
    timezone: schedule.time_zone,
  });
  return must(cron.nextRun(new Date(now)), "next time of a digest").getTime();
}

/** Turns the clock into messages: a digest for each scheduled channel whose time has come. */
export class DigestMaker {
  readonly #needs: { bus: Bus; clock: ServerClock; told: Pick<ToldOf, "summarise"> };
  constructor(needs: { bus: Bus; clock: ServerClock; told: Pick<ToldOf, "summarise"> }) {
    this.#needs = needs;
  }

  /** Of times that were missed while no server ran, one digest tells all. */
  async makeDue(): Promise<void> {
    const { bus, clock, told } = this.#needs;
    const now = clock.now();
    const next = await bus.transaction(async (tx, announce) => {
      const due = await channels.lockDueDigests(tx, now, AT_ONCE);
      const names = await projectNames(tx, [...new Set(due.flatMap(({ project_id }) => project_id ?? []))]);
      for (const channel of due) {
        const { project_id, schedule } = channel;
        if (!schedule || project_id === null) continue;
        const from = channel.told_until ?? channel.created_at;
        const summary = await told.summarise(tx, project_id, from, now);
        const facts = {
          event: "digest" as const,
          project_name: names.get(project_id) ?? project_id,
          from,
          to: now,
          time_zone: schedule.time_zone,
          summary,
          url: `/${project_id}/${summary.runs.total > 0 ? "auto/records/list" : "remote/record"}`,
        };
        await repository.insertDeliveries(tx, [deliveryRow(channel, facts, { now })]);
        await channels.updateChannel(tx, channel.id, { next_at: nextDigestTime(schedule, now), told_until: now });
        announce(project_id, { type: "notification.changed", project_id });
      }
      return due.length;
    });
    if (next === AT_ONCE) await this.makeDue();
  }
}
