import { DEVICE_USE, type TestKind } from "@udt/contract";
import { namedTags } from "../tags/tags.service.ts";
import { chosenOf, wantedBy, type DeviceWish } from "./device-choice.ts";
import { Dispatcher, type SchedulingNeeds } from "./dispatcher.ts";
import { limitOf, type Owned } from "./limits.ts";
import { poolDevices, type PoolDevice } from "./pool.repository.ts";
import { listCandidates, queuePositions } from "./queue.repository.ts";
import { waitingOf, type Waiting } from "./queue.ts";
import type { SlotRow } from "./slots.repository.ts";

export { chosenOf, isOfProject, isUsable, leftOutOf, type DeviceWish } from "./device-choice.ts";
export { replacementOf } from "./lost-device.ts";
export { freeDevices, poolDevices, type PoolDevice } from "./pool.repository.ts";
export { endSlots, moveSlot, waitForDevices, type SlotEnd, type SlotWish } from "./slot-moves.ts";
export { dispatchedSlots, openSeqs, slotsOf, stillOpen, type SlotRow } from "./slots.repository.ts";

/**
 * Who waits for which device, and who gets which. A test that waits has a slot for each device that it wants; what becomes
 * of slots within a test's own transactions are the functions beside this.
 */
export class SchedulingService {
  readonly #needs: SchedulingNeeds;
  readonly #dispatcher: Dispatcher;

  constructor(needs: SchedulingNeeds) {
    this.#needs = needs;
    this.#dispatcher = new Dispatcher(needs);
  }

  /** The devices that a choice finds now among those that a project may use. */
  async found(project_id: string, wish: DeviceWish): Promise<PoolDevice[]> {
    const { db } = this.#needs.database;
    const tags = await namedTags(db, [wish.wanted]);
    return chosenOf(await poolDevices(db), project_id, wish, tags(project_id));
  }

  /**
   * Why those of a test's slots that wait do so, and until when, by their numbers.
   * @param used the devices that took part in the test
   */
  async queue(
    test: Owned & { test_id: string; kind: TestKind },
    slots: readonly SlotRow[],
    used: ReadonlySet<string>,
  ): Promise<Map<number, Waiting>> {
    const { database, kinds, limits } = this.#needs;
    const waiting = slots.filter(({ state }) => state === "queued");
    if (waiting.length === 0) return new Map();
    const positions = await queuePositions(database.db, test.test_id);
    const candidates = await listCandidates(database.db, test.project_id);
    const tags = await namedTags(
      database.db,
      waiting.map(({ wanted }) => wanted),
    );
    const limit = await limitOf(database.db, test, limits.parallel());
    return new Map(
      waiting.map((slot) => [
        slot.device_seq,
        waitingOf({
          slot,
          position: positions.get(slot.device_seq) ?? 1,
          suitable: candidates.filter(wantedBy(slot, tags(test.project_id))),
          used,
          wants_sound: kinds[test.kind].wants_sound,
          access: DEVICE_USE[test.kind].access,
          limit,
        }),
      ]),
    );
  }

  close(): Promise<void> {
    return this.#dispatcher.close();
  }
}
