/** Tests that give their devices up to whoever waits for one of them. */
import type { TestKind } from "@udt/contract";
import type { Queries } from "../../platform/database/database.ts";
import { namedTags } from "../tags/tags.service.ts";
import { isEquipped, isOfProject, wantedBy } from "./device-choice.ts";
import type { Load } from "./limits.ts";
import * as pool from "./pool.repository.ts";
import * as repository from "./slots.repository.ts";

/** So many of each project that wait are looked at. */
const EACH_PROJECT = 200;

/**
 * The tests that are to end because slots wait for their devices, one for each slot. Whoever gives way does so to nobody that
 * would.
 */
export async function toYield(
  db: Queries,
  kinds: readonly TestKind[],
  loadNow: () => Promise<Load>,
): Promise<string[]> {
  const held = await pool.heldByKinds(db, kinds);
  if (held.length === 0) return [];
  const waiting = await repository.queuedSlots(db, { each: EACH_PROJECT, page: 0, free: held.length });
  const test_ids = [...new Set(waiting.map(({ test_id }) => test_id))];
  const tests = new Map((await pool.testsOf(db, test_ids)).map((test) => [test.test_id, test]));
  const used = await pool.devicesOf(db, test_ids);
  const tags = await namedTags(
    db,
    waiting.map(({ wanted }) => wanted),
  );
  const load = await loadNow();
  const left = new Set(held);
  const ending: string[] = [];
  for (const slot of waiting) {
    const test = tests.get(slot.test_id);
    if (!test || kinds.includes(test.kind) || !load.allows(test)) continue;
    const isWanted = wantedBy(slot, tags(slot.project_id));
    const found = [...left].find(
      ({ device }) =>
        isOfProject(device, slot.project_id) &&
        isWanted(device) &&
        isEquipped(slot, device) &&
        !used.get(slot.test_id)?.has(device.device_id) &&
        !slot.lost_device_ids.includes(device.device_id),
    );
    if (!found) continue;
    left.delete(found);
    load.add(test);
    ending.push(found.test_id);
  }
  return ending;
}
