import { Rounds } from "@udt/base";
import { every } from "../../../platform/clock.ts";
import type { Queries } from "../../../platform/database/database.ts";
import type { Change, TestRow } from "../../../core/sessions/sessions.service.ts";
import { isWanted } from "./device-choice.ts";
import { noticeOf } from "./run-notice.ts";
import { isEquipped, isOfProject } from "./run-preparation.ts";
import { dispatchSlots } from "./run-lifecycle.ts";
import * as repository from "./runs.repository.ts";
import type { RunsDependencies } from "./runs.service.ts";

/** Devices come free by events; this is for what nobody told of. */
const LOOK_EVERY_MS = 15_000;
/** So many waiting devices of each project are looked at together, and so many times in one pass. */
const EACH_PROJECT = 200;
const PAGES_MAX = 25;
/** An agent ends its part by itself when its time is up; this much later the server does. */
const OVERDUE_GRACE_MS = 120_000;

/** A device for a slot that waits. */
interface Given {
  slot: repository.SlotRow;
  device_id: string;
}

/** What a pass has to give and has given. */
interface Planning {
  free: Map<string, repository.PoolDevice>;
  load: { allows(user_id: string, project_id: string): boolean; add(user_id: string, project_id: string): void };
  counts: Map<string, number>;
  plan: Map<string, Given[]>;
}

/**
 * Gives free devices to the runs that wait for them: the project that uses the fewest goes first, so that two that both
 * queue alternate; within a project priority and then age decide. Several servers dispatch at once, each to the agents
 * that are linked to it; row locks and the lease's unique index keep them apart.
 */
export class Dispatcher {
  readonly #needs: RunsDependencies;
  readonly #stop: (() => void)[];
  readonly #passes = new Rounds(
    () => this.#once(),
    (error) => this.#onError(error),
  );
  /** When each project got a device, in dispatches of this server: of those that wait, the longest ago goes first. */
  readonly #served = new Map<string, number>();
  #dispatches = 0;

  constructor(needs: RunsDependencies) {
    this.#needs = needs;
    this.#stop = [
      needs.bus.subscribe(({ payload }) => {
        if (payload.type === "test.changed" || payload.type === "device.changed") this.wake();
      }),
      // Its devices were told of before it could be asked for them.
      needs.links.welcomed.on(() => this.wake()),
      every(needs.clock, LOOK_EVERY_MS, async () => {
        this.wake();
        await this.#endOverdue().catch(this.#onError);
      }),
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
  }

  /** Who gets which of the devices that are free, by test. A pass that gives any wakes the next by what it tells. */
  async #plan(): Promise<Map<string, Given[]>> {
    const plan = new Map<string, Given[]>();
    const { db } = this.#needs.database;
    // First what costs little: most often nothing waits, or with many in the queue nothing is free.
    if (!(await repository.isAnyQueued(db))) return plan;
    const idle = await repository.idleDevices(db);
    const free = new Map(
      idle
        .filter((device) => this.#needs.links.isReachable(device.agent_id))
        .map((device) => [device.device_id, device]),
    );
    if (free.size === 0) return plan;
    const load = await this.#load();
    const counts = await repository.dispatchedByProject(db);
    // Whoever waits behind many that want what is not free is looked at too.
    for (let page = 0; page < PAGES_MAX && free.size > 0; page++) {
      const waiting = await repository.queuedSlots(db, { each: EACH_PROJECT, page, free: free.size });
      await this.#give(waiting, { free, load, counts, plan });
      if (waiting.length < EACH_PROJECT) break;
    }
    return plan;
  }

  /** Gives what is free to those who wait, the project with the fewest devices first. */
  async #give(waiting: readonly repository.SlotRow[], { free, load, counts, plan }: Planning): Promise<void> {
    const { db } = this.#needs.database;
    const test_ids = [...new Set(waiting.map(({ test_id }) => test_id))];
    const used = await repository.devicesOf(db, test_ids, [...free.keys()]);
    const owners = new Map((await repository.testsOf(db, test_ids)).map((test) => [test.test_id, test.user_id]));
    const queues = Map.groupBy(waiting, (slot) => slot.project_id);

    while (free.size > 0 && queues.size > 0) {
      const [project_id, queue] = this.#next(queues, counts);
      const slot = queue.shift()!;
      if (queue.length === 0) queues.delete(project_id);
      const { test_id } = slot;
      const user_id = owners.get(test_id);
      if (user_id === undefined || !load.allows(user_id, project_id)) continue;
      const taken = used.get(test_id) ?? new Set();
      const device = [...free.values()].find(
        (one) =>
          isOfProject(one, project_id) &&
          isWanted(slot, one) &&
          isEquipped(slot, one) &&
          !taken.has(one.device_id) &&
          !slot.lost_device_ids.includes(one.device_id),
      );
      if (!device) continue;
      free.delete(device.device_id);
      plan.set(test_id, [...(plan.get(test_id) ?? []), { slot, device_id: device.device_id }]);
      counts.set(project_id, (counts.get(project_id) ?? 0) + 1);
      load.add(user_id, project_id);
      this.#served.set(project_id, ++this.#dispatches);
      used.set(test_id, taken.add(device.device_id));
    }
  }

  async #load() {
    const { per_user, per_project } = this.#needs.gates.parallelLimits();
    const { by_user, by_project } = await repository.usedNow(this.#needs.database.db);
    const below = (limit: number, count = 0) => limit === 0 || count < limit;
    const add = (map: Map<string, number>, key: string) => map.set(key, (map.get(key) ?? 0) + 1);
    return {
      allows: (user_id: string, project_id: string) =>
        below(per_user, by_user.get(user_id)) && below(per_project, by_project.get(project_id)),
      add(user_id: string, project_id: string) {
        add(by_user, user_id);
        add(by_project, project_id);
      },
    };
  }

  /** Gives one test its devices, all in one transaction. What somebody else was faster with waits on. */
  async #dispatch(test_id: string, given: readonly Given[]): Promise<void> {
    const { sessions, devices } = this.#needs;
    const started = await sessions.change(async (change) => {
      const test = await sessions.lock(change, test_id);
      if (!test || test.state === "ended") return [];
      const seqs = given.map(({ slot }) => slot.device_seq);
      const slots = new Map(
        (await repository.lockQueuedSlots(change.tx, test_id, seqs)).map((slot) => [slot.device_seq, slot]),
      );
      const before = (await repository.devicesOf(change.tx, [test_id])).get(test_id);
      const wanted = new Map(
        given.flatMap(({ slot: { device_seq }, device_id }) => {
          const slot = slots.get(device_seq);
          return slot && !before?.has(device_id) ? [[device_id, slot]] : [];
        }),
      );
      if (wanted.size === 0) return [];
      const room = await this.#room(change.tx, test);
      const claimed = (await devices.claimAll(change.tx, test.project_id, [...wanted.keys()])).slice(0, room);
      if (claimed.length === 0) return [];
      const joined = await sessions.join(change, test, claimed);
      const dispatched = claimed.map(({ device_id }) => ({ device_id, slot: wanted.get(device_id)! }));
      await dispatchSlots(change, test_id, dispatched);
      if (!before) await this.#tellOfStart(change, test);
      return joined;
    });
    for (const session of started) sessions.start(session);
  }

  /** How many more devices a test may get now: another server may have given some since the plan was made. */
  async #room(tx: Queries, { user_id, project_id }: TestRow): Promise<number> {
    const { gates } = this.#needs;
    const { per_user, per_project } = gates.parallelLimits();
    const left = async (limit: number, of: Parameters<typeof gates.countHeld>[1]) =>
      limit === 0 ? Infinity : Math.max(0, limit - (await gates.countHeld(tx, of)));
    return Math.min(await left(per_user, { user_id }), await left(per_project, { project_id }));
  }

  async #tellOfStart(change: Change, test: TestRow): Promise<void> {
    const run = await repository.findRun(change.tx, test.test_id);
    if (!run) return;
    const count = (await repository.slotsOf(change.tx, test.test_id)).length;
    await this.#needs.gates.notify(change.tx, await noticeOf(change.tx, "start-test", test, run, count));
  }

  /** Ends the parts of devices whose agent does not end them although their time is long up. */
  async #endOverdue(): Promise<void> {
    const { database, clock, sessions } = this.#needs;
    const now = clock.now();
    for (const slot of await repository.runningSince(database.db, now - OVERDUE_GRACE_MS)) {
      const run = await repository.findRun(database.db, slot.test_id);
      const { device_id, dispatched_at } = slot;
      if (!run || device_id === null || dispatched_at === null) continue;
      if (dispatched_at + run.config.timeouts.device_minutes * 60_000 + OVERDUE_GRACE_MS > now) continue;
      await sessions
        .concludeDevice({ test_id: slot.test_id, device_id }, { reason: "device_timeout" })
        .catch(this.#onError);
    }
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
