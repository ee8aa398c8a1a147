import { Rounds } from "@udt/base";
import { LIMITS, UdtError } from "@udt/contract";
import type { LinksService } from "../../core/links/links.service.ts";
import { freeDevices, isOfProject, type PoolDevice } from "../../core/scheduling/scheduling.service.ts";
import {
  decidersOf,
  deciding,
  forgetOccasions,
  forgetUnasked,
  occasionsOf,
  scheduledInspections,
  type InspectingTag,
  type Occasions,
} from "../../core/tags/tags.service.ts";
import type { BusEvent } from "../../platform/bus.ts";
import { every } from "../../platform/clock.ts";
import type { ServiceNeeds } from "../../platform/service-needs.ts";
import { spansAt } from "./check-window.ts";
import { busyWith, historiesOf, orphans, vainChecks, waitingInHours } from "./due.repository.ts";
import { dueOf } from "./due.ts";
import { firstLooks } from "./first-look.ts";
import { failedOnce, secondLooks } from "./second-look.ts";
import type { SelfChecksService } from "./self-checks.service.ts";

/** Tags, devices and times tell by themselves; this is for what nobody told of. */
const LOOK_EVERY_MS = 600_000;

export interface CheckScheduleNeeds extends ServiceNeeds {
  links: LinksService;
  checks: SelfChecksService;
  /** Whether devices are looked at as they first appear, and who hears that this changed. */
  firstLook(): boolean;
  firstLookChanged(heard: () => void): () => void;
}

/** A device that a tag of a project, or with null none, wants to be checked, and when. */
interface DueDevice {
  device: PoolDevice;
  project_id: string | null;
  at: number;
}

/** What is asked of devices: what happened to them, and the tags of each project. */
interface Asked {
  noted: Map<string, Occasions>;
  tags: Map<string, InspectingTag[]>;
}

/**
 * Has devices check themselves as often as tags want it, on the occasions that they name, and again where a check failed once.
 * Each server looks after the devices of agents that are linked to it; that a check begins once is up to the device's row.
 * But at long intervals it is asked only of devices that changed or whose time has come.
 */
export class CheckSchedule {
  readonly #needs: CheckScheduleNeeds;
  readonly #stop: (() => void)[];
  readonly #rounds = new Rounds(
    () => this.#look(),
    (error) => {
      this.#needs.log.error({ err: error }, "checks by schedule");
      // What this round was to look at is unknown now; the next one looks at all.
      this.#isAll = true;
    },
  );
  /** Whether all devices are to be looked at, or these. */
  #isAll = true;
  #changed = new Set<string>();
  /** What tags ask for, as it was read last: each change of one has all devices looked at, and this read anew. */
  #tags: Map<string, InspectingTag[]> | undefined;
  /** When devices that are free become due. */
  readonly #times = new Map<string, number>();
  /** By agent, devices that are due behind others. */
  readonly #behind = new Map<string, Set<string>>();
  /** Whose devices those are that were asked. */
  readonly #agentOf = new Map<string, string>();
  #cancel = () => {};

  constructor(needs: CheckScheduleNeeds) {
    this.#needs = needs;
    const lookAtAll = () => {
      this.#isAll = true;
      this.#rounds.wake();
    };
    this.#stop = [
      needs.bus.subscribe((event) => this.#hear(event, lookAtAll)),
      needs.firstLookChanged(lookAtAll),
      needs.links.welcomed.on(lookAtAll),
      every(needs.clock, LOOK_EVERY_MS, lookAtAll),
    ];
    this.#rounds.wake();
  }

  async close(): Promise<void> {
    for (const stop of this.#stop) stop();
    await this.#rounds.close();
    this.#cancel();
  }

  #hear({ payload }: BusEvent, lookAtAll: () => void): void {
    if (payload.type === "tag.changed" || payload.type === "project.changed") lookAtAll();
    if (payload.type !== "device.changed") return;
    this.#changed.add(payload.device_id);
    this.#rounds.wake();
  }

  async #look(): Promise<void> {
    const { db } = this.#needs.database;
    const [isAll, changed] = [this.#isAll, this.#changed];
    this.#isAll = false;
    this.#changed = new Set();
    if (isAll) {
      const isLooked = this.#needs.firstLook();
      await forgetUnasked(db, isLooked ? ["first_seen"] : []);
      this.#times.clear();
      this.#behind.clear();
      for (const selfcheck_id of await orphans(db, isLooked)) await this.#needs.checks.dropDue(selfcheck_id, "user");
      // Those that a server left which ended between taking the device out and this.
      for (const selfcheck_id of await vainChecks(db)) await this.#needs.checks.dropDue(selfcheck_id, "no_device");
    }
    const device_ids = isAll ? undefined : [...changed];
    const noted = await occasionsOf(db, device_ids && [...device_ids, ...this.#firstBehind()]);
    // Whichever asks for what is noted must be among them, be it that its change is not heard of yet: they are read after it.
    const isKnown = !isAll && noted.size === 0;
    const tags = (isKnown ? this.#tags : undefined) ?? (await scheduledInspections(db));
    this.#tags = tags;
    await this.#start(device_ids, { noted, tags });
    if ([...tags.values()].flat().some(({ config }) => config.check_window !== null)) await this.#withdraw();
    this.#arm();
  }

  /** Begins what is due, of all devices or of these, and of those behind them at their agents. */
  async #start(device_ids: string[] | undefined, asked: Asked): Promise<void> {
    const due = await this.#dueOf(device_ids, asked);
    const agents = new Set([
      ...due.map(({ device }) => device.agent_id),
      ...(device_ids ?? []).flatMap((device_id) => this.#agentOf.get(device_id) ?? []),
    ]);
    // Whoever waits behind others goes on once one of these is through.
    const next = [...agents].flatMap((agent_id) => this.#nextAt(agent_id));
    if (next.length > 0) due.unshift(...(await this.#dueOf(next, asked)));
    const busy = await busyWith(this.#needs.database.db, [...agents]);
    for (const [agent_id, ofAgent] of Map.groupBy(due, ({ device }) => device.agent_id)) {
      let room = LIMITS.scheduled_checks_max - (busy.get(agent_id) ?? 0);
      for (const { device, project_id } of ofAgent) {
        if (this.#rounds.isClosed) return;
        const { device_id } = device;
        if (room <= 0) this.#behind.set(agent_id, (this.#behind.get(agent_id) ?? new Set()).add(device_id));
        else if (await this.#begin(project_id, device)) {
          this.#agentOf.set(device_id, agent_id);
          room -= 1;
        }
      }
    }
  }

  /** Takes the next of those that wait at an agent. */
  #nextAt(agent_id: string): string[] {
    const behind = this.#behind.get(agent_id) ?? new Set();
    const next = firstOf(behind);
    for (const device_id of next) behind.delete(device_id);
    return next;
  }

  /** Those that may be the next at any agent. */
  #firstBehind(): string[] {
    return [...this.#behind.values()].flatMap(firstOf);
  }

  /** Those whose hours ended before their devices came free come again with the next ones. Others are looked at as theirs end. */
  async #withdraw(): Promise<void> {
    const { checks, clock, database } = this.#needs;
    for (const { selfcheck_id, device_id, ends_at } of await waitingInHours(database.db, clock.now())) {
      if (ends_at === null) await checks.dropDue(selfcheck_id, "no_device");
      else this.#times.set(device_id, ends_at);
    }
  }

  /** Whether it is asked; where it is not, something else tells when that changes. */
  async #begin(project_id: string | null, device: PoolDevice): Promise<boolean> {
    try {
      return await this.#needs.checks.startDue(project_id, device);
    } catch (error) {
      // The project sees it no more.
      if (error instanceof UdtError) return false;
      throw error;
    }
  }

  /** Those of the devices that are free here and due now, who waits the longest first; of the others it is noted when they will be. */
  async #dueOf(device_ids: readonly string[] | undefined, { noted, tags }: Asked): Promise<DueDevice[]> {
    const { clock, database, links } = this.#needs;
    if (device_ids?.length === 0) return [];
    for (const device_id of device_ids ?? []) this.#times.delete(device_id);
    const failed = await failedOnce(database.db, device_ids);
    // Where no tag asks for any, these alone are to be looked at.
    const untagged = new Set([...noted.keys(), ...failed.keys()]);
    const looked = tags.size === 0 ? [...untagged].filter((id) => device_ids?.includes(id) ?? true) : device_ids;
    if (looked?.length === 0) return [];
    const free = await freeDevices(database.db, looked);
    const idle = free.filter(({ agent_id, is_out }) => !is_out && links.isReachable(agent_id));
    const deciders = await decidersOf(database.db, tags);
    const wanted = idle.flatMap((device) =>
      [...deciders].flatMap(([project_id, ofProject]) => {
        const tag = isOfProject(device, project_id) ? deciding(ofProject, device) : undefined;
        return tag ? [{ device, project_id, tag }] : [];
      }),
    );
    const histories = await historiesOf(
      database.db,
      wanted.map(({ device, tag }) => ({ device_id: device.device_id, tag_id: tag.tag_id })),
    );
    const now = clock.now();
    const spansOf = spansAt(now);
    const due = new Map<string, DueDevice>();
    const asked = new Set<string>();
    for (const [index, { device, project_id, tag }] of wanted.entries()) {
      const { device_id } = device;
      const history = histories[index];
      const spans = spansOf(tag.config.check_window);
      const one = history && dueOf(tag.config, history, { now, occasions: noted.get(device_id), spans });
      if (!one) continue;
      if (one.occasion !== null) asked.add(device_id);
      const before = due.get(device_id);
      if (!before || one.at < before.at) due.set(device_id, { device, project_id, at: one.at });
    }
    for (const look of await secondLooks(database.db, idle, { failed, now })) {
      const { device_id } = look.device;
      if (look.at < (due.get(device_id)?.at ?? Infinity)) due.set(device_id, look);
    }
    for (const { device, at } of this.#needs.firstLook() ? await firstLooks(database.db, idle, noted) : []) {
      asked.add(device.device_id);
      due.set(device.device_id, { device, project_id: null, at });
    }
    for (const { device_id } of idle) {
      const occasions = noted.get(device_id);
      // It was checked for them, or no tag of it asks for that.
      if (occasions && !asked.has(device_id)) await forgetOccasions(database.db, device_id, occasions);
    }
    for (const [device_id, { at }] of due) if (at > now) this.#times.set(device_id, at);
    return [...due.values()].filter(({ at }) => at <= now).toSorted((a, b) => a.at - b.at);
  }

  /** Wakes when the next device becomes due. */
  #arm(): void {
    this.#cancel();
    this.#cancel = () => {};
    if (this.#times.size === 0 || this.#rounds.isClosed) return;
    const { clock } = this.#needs;
    const next = [...this.#times.values()].reduce((least, at) => Math.min(least, at));
    this.#cancel = clock.at(next, () => {
      for (const [device_id, at] of this.#times) if (at <= clock.now()) this.#changed.add(device_id);
      this.#rounds.wake();
    });
  }
}

/** As many of them as an agent is busy with at a time. */
const firstOf = (device_ids: ReadonlySet<string>): string[] => [...device_ids].slice(0, LIMITS.scheduled_checks_max);
