import { Rounds } from "@udt/base";
import { DEVICE_USE, type ConsoleEvent } from "@udt/contract";
import type { FastifyBaseLogger } from "fastify";
import type { Bus } from "../../platform/bus.ts";
import { every, type ServerClock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database/database.ts";
import type { DevicesService } from "../devices/devices.service.ts";
import type { LinksService } from "../links/links.service.ts";
import { type Kinds, type DeviceSessionsService } from "../sessions/sessions.service.ts";
import { namedTags } from "../tags/tags.service.ts";
import { brokenAmong } from "../work-orders/work-orders.service.ts";
import { rulesOf, suitsOf } from "./device-choice.ts";
import { loadOf, roomOf, type Limits, type Load } from "./limits.ts";
import * as pool from "./pool.repository.ts";
import { giveDevices } from "./slot-moves.ts";
import * as repository from "./slots.repository.ts";
import { toYield } from "./yielding.ts";

/** Devices come free by events; this is for what nobody told of. */
const LOOK_EVERY_MS = 15_000;
const WAKES: ReadonlySet<string> = new Set<ConsoleEvent["type"]>(["test.changed", "device.changed", "tag.changed"]);
export interface SchedulingNeeds {
  database: Database;
  bus: Bus;
  clock: ServerClock;
  log: FastifyBaseLogger;
  links: LinksService;
  devices: DevicesService;
  sessions: DeviceSessionsService;
  kinds: Kinds;
  limits: Limits;
}

/** A device for a slot that waits. */
interface Given {
  slot: repository.SlotRow;
  device_id: string;
}

/** What a pass has to give and has given. */
interface Planning {
  free: Map<string, pool.PoolDevice>;
  load: Load;
  counts: Map<string, number>;
  plan: Map<string, Given[]>;
}

/**
 * Gives free devices to the tests that wait for them: the project that uses the fewest goes first, so that two that both
 * queue alternate; within a project priority and then age decide. Several servers dispatch at once, each to the agents
 * that are linked to it; row locks and the lease's unique index keep them apart.
 */
export class Dispatcher {
  readonly #needs: SchedulingNeeds;
  readonly #stop: (() => void)[];
  readonly #passes = new Rounds(
    () => this.#once(),
    (error) => this.#onError(error),
  );
  /** When each project got a device, in dispatches of this server: of those that wait, the longest ago goes first. */
  readonly #served = new Map<string, number>();
  #dispatches = 0;

  constructor(needs: SchedulingNeeds) {
    this.#needs = needs;
    this.#stop = [
      needs.bus.subscribe(({ payload }) => {
        if (WAKES.has(payload.type)) this.wake();
      }),
      // Its devices were told of before it could be asked for them.
      needs.links.welcomed.on(() => this.wake()),
      every(needs.clock, LOOK_EVERY_MS, () => this.wake()),
    ];
    this.wake();
  }

  wake(): void {
    this.#passes.wake();
  }

  async close(): Promise<void> {
    for (const stop of this.#stop) stop();
    await this.#passes.close();
  }

  readonly #onError = (error: unknown): void => this.#needs.log.error({ err: error }, "dispatch");

  async #once(): Promise<void> {
    for (const [test_id, given] of await this.#plan()) {
      if (this.#passes.isClosed) return;
      await this.#dispatch(test_id, given).catch(this.#onError);
    }
    await this.#makeRoom();
  }

  /** What still waits gets the devices of tests that give way; once they are clean the next pass gives them. */
  async #makeRoom(): Promise<void> {
    const { kinds, sessions, limits } = this.#needs;
    const { db } = this.#needs.database;
    if (!(await repository.isAnyQueued(db))) return;
    for (const test_id of await toYield(db, kinds, () => loadOf(db, limits.parallel())))
      await sessions.conclude(test_id, { reason: "yielded" });
  }

  /** Who gets which of the devices that are free, by test. A pass that gives any wakes the next by what it tells. */
  async #plan(): Promise<Map<string, Given[]>> {
    const plan = new Map<string, Given[]>();
    const { db } = this.#needs.database;
    // First what costs little: most often nothing waits, or with many in the queue nothing is free.
    if (!(await repository.isAnyQueued(db))) return plan;
    const unheld = await pool.freeDevices(db);
    const free = new Map(
      unheld
        .filter((device) => this.#needs.links.isReachable(device.agent_id))
        .map((device) => [device.device_id, device]),
    );
    if (free.size === 0) return plan;
    const load = await loadOf(db, this.#needs.limits.parallel());
    const counts = await repository.dispatchedByProject(db);
    // Whoever waits behind many that want what is not free is looked at too.
    for (let page = 0; page < repository.PAGES_MAX && free.size > 0; page++) {
      const waiting = await repository.queuedSlots(db, { each: repository.EACH_PROJECT, page, free: free.size });
      await this.#give(waiting, { free, load, counts, plan });
      if (waiting.length < repository.EACH_PROJECT) break;
    }
    return plan;
  }

  /** Gives what is free to those who wait, the project with the fewest devices first. */
  async #give(waiting: readonly repository.SlotRow[], { free, load, counts, plan }: Planning): Promise<void> {
    const { db } = this.#needs.database;
    const test_ids = [...new Set(waiting.map(({ test_id }) => test_id))];
    const used = await pool.devicesOf(db, test_ids, [...free.keys()]);
    const open = new Map((await pool.testsOf(db, test_ids)).map((test) => [test.test_id, test]));
    const tags = await namedTags(
      db,
      waiting.map(({ wanted }) => wanted),
    );
    const queues = Map.groupBy(waiting, repository.queueOf);

    while (free.size > 0 && queues.size > 0) {
      const [project_id, queue] = this.#next(queues, counts);
      const slot = queue.shift()!;
      if (queue.length === 0) queues.delete(project_id);
      const { test_id } = slot;
      const test = open.get(test_id);
      if (!test || !load.allows(test)) continue;
      const taken = used.get(test_id) ?? new Set();
      const device = [...free.values()].find(
        suitsOf(slot, rulesOf(this.#needs.kinds, test.kind), tags(slot.project_id), taken),
      );
      if (!device) continue;
      free.delete(device.device_id);
      plan.set(test_id, [...(plan.get(test_id) ?? []), { slot, device_id: device.device_id }]);
      counts.set(project_id, (counts.get(project_id) ?? 0) + 1);
      load.add(test);
      this.#served.set(project_id, ++this.#dispatches);
      used.set(test_id, taken.add(device.device_id));
    }
  }

  /** Gives one test its devices, all in one transaction. What somebody else was faster with waits on. */
  async #dispatch(test_id: string, given: readonly Given[]): Promise<void> {
    const { sessions, devices, kinds } = this.#needs;
    const started = await sessions.change(async (change) => {
      const test = await sessions.lock(change, test_id);
      if (!test || test.state === "ended") return [];
      const seqs = given.map(({ slot }) => slot.device_seq);
      const slots = new Map(
        (await repository.lockQueuedSlots(change.tx, test_id, seqs)).map((slot) => [slot.device_seq, slot]),
      );
      const before = (await pool.devicesOf(change.tx, [test_id])).get(test_id);
      const wanted = new Map(
        given.flatMap(({ slot: { device_seq }, device_id }) => {
          const slot = slots.get(device_seq);
          return slot && !before?.has(device_id) ? [[device_id, slot]] : [];
        }),
      );
      if (wanted.size === 0) return [];
      const room = await roomOf(change.tx, test, this.#needs.limits);
      const evenOut = [...wanted].flatMap(([device_id, slot]) => (slot.even_out_of_use ? [device_id] : []));
      const free = await devices.claimAll(change.tx, test.project_id, [...wanted.keys()], {
        evenOut,
        access: DEVICE_USE[test.kind].access,
      });
      // Who reports a device as broken holds its row: the plan may not have known.
      const broken = kinds[test.kind].wants_sound ? await brokenAmong(change.tx, free) : new Set();
      const claimed = free.filter(({ device_id }) => !broken.has(device_id)).slice(0, room);
      if (claimed.length === 0) return [];
      const joined = await sessions.join(change, test, claimed);
      const dispatched = claimed.map(({ device_id }) => ({ device_id, slot: wanted.get(device_id)! }));
      await giveDevices(change, test_id, dispatched);
      if (!before) await kinds[test.kind].begun?.(change, test);
      return joined;
    });
    for (const session of started) sessions.start(session);
  }

  /** The project that uses the fewest devices; among equals the one that got one the longest ago, then who waits longest. */
  #next(
    queues: Map<string, repository.SlotRow[]>,
    counts: ReadonlyMap<string, number>,
  ): [string, repository.SlotRow[]] {
    const rank = ([project_id, queue]: [string, repository.SlotRow[]]) => [
      counts.get(project_id) ?? 0,
      this.#served.get(project_id) ?? 0,
      queue[0]!.queued_at,
    ];
    return [...queues].reduce((best, entry) => (isBefore(rank(entry), rank(best)) ? entry : best));
  }
}

function isBefore(left: number[], right: number[]): boolean {
  const index = left.findIndex((value, at) => value !== right[at]);
  return index >= 0 && left[index]! < right[index]!;
}
