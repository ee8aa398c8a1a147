import type { Queries } from "../../platform/database/database.ts";
import { namedTags } from "../tags/tags.service.ts";
import { chosenOf, isUsable, wantedBy, type DeviceDemand } from "./device-choice.ts";
import { devicesOf, poolDevices } from "./pool.repository.ts";
import { slotsOf, type SlotRow } from "./slots.repository.ts";

/**
 * What may take a lost device's place: what the rule finds, or the like of one that was chosen by hand. Undefined: nothing,
 * as when the test's other slots that wait need all that there is.
 */
export async function replacementOf(
  tx: Queries,
  slot: SlotRow,
  rules: DeviceDemand,
): Promise<SlotRow["wanted"] | undefined> {
  const pool = await poolDevices(tx);
  const lost = pool.find((device) => device.device_id === slot.device_id);
  if (!lost) return undefined;
  const wanted: SlotRow["wanted"] =
    slot.wanted.kind === "rule"
      ? slot.wanted
      : {
          kind: "rule",
          count: 1,
          rules: [
            { attribute: "brand", operator: "equals", values: [lost.brand] },
            { attribute: "model", operator: "equals", values: [lost.model] },
          ],
        };
  const used = (await devicesOf(tx, [slot.test_id])).get(slot.test_id);
  const waiting = (await slotsOf(tx, slot.test_id)).filter(({ state }) => state === "queued");
  const tags = (await namedTags(tx, [wanted, ...waiting.map((other) => other.wanted)]))(slot.project_id);
  const found = chosenOf(pool, slot.project_id, { os: slot.os, wanted }, tags).filter(
    (device) => device.attached && !device.is_draining && isUsable(slot, rules, device) && !used?.has(device.device_id),
  );
  const rivals = waiting.filter((other) => found.some(wantedBy(other, tags)));
  return found.length > rivals.length ? wanted : undefined;
}
