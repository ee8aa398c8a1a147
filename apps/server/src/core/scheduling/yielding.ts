/** Tests that give their devices up to whoever waits for one of them. */
import type { Queries } from "../../platform/database/database.ts";
import { kindsThat, type Kinds } from "../sessions/sessions.service.ts";
import { namedTags } from "../tags/tags.service.ts";
import { rulesOf, suitsOf } from "./device-choice.ts";
import type { Load } from "./limits.ts";
import * as pool from "./pool.repository.ts";
import * as repository from "./slots.repository.ts";

/**
 * The tests that are to end because slots wait for their devices, one for each slot that no device is about to come free for.
 * Whoever gives way does so to nobody that would.
 */
export async function toYield(db: Queries, kinds: Kinds, loadNow: () => Promise<Load>): Promise<string[]> {
  const yielding = kindsThat(kinds, ({ yields }) => yields);
  const held = new Set(await pool.heldByKinds(db, yielding));
  if (held.size === 0) return [];
  const coming = new Set((await pool.comingFree(db)).filter(({ attached }) => attached));
  const free = held.size;
  const load = await loadNow();
  const ending: string[] = [];
  for (let page = 0; page < repository.PAGES_MAX && held.size > 0; page++) {
    const waiting = await repository.queuedSlots(db, { each: repository.EACH_PROJECT, page, free });
    const test_ids = [...new Set(waiting.map(({ test_id }) => test_id))];
    const tests = new Map((await pool.testsOf(db, test_ids)).map((test) => [test.test_id, test]));
    const used = await pool.devicesOf(db, test_ids);
    const tags = await namedTags(
      db,
      waiting.map(({ wanted }) => wanted),
    );
    for (const slot of waiting) {
      const test = tests.get(slot.test_id);
      if (!test || yielding.includes(test.kind) || !load.allows(test)) continue;
      const suits = suitsOf(slot, rulesOf(kinds, test.kind), tags(slot.project_id), used.get(slot.test_id));
      const next = [...coming].find(suits);
      if (next) {
        coming.delete(next);
        continue;
      }
      const found = [...held].find(({ device }) => suits(device));
      if (!found) continue;
      held.delete(found);
      load.add(test);
      ending.push(found.test_id);
    }
    if (waiting.length < repository.EACH_PROJECT) break;
  }
  return ending;
}
