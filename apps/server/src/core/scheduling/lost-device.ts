import type { Queries } from "../../platform/database/database.ts";
import { namedTags } from "../tags/tags.service.ts";
import { chosenOf, FOR_TASKS, isUsable } from "./device-choice.ts";
import { devicesOf, poolDevices } from "./pool.repository.ts";
import type { SlotRow } from "./slots.repository.ts";

/** What may take a lost device's place: what the rule finds, or the like of one that was chosen by hand. Undefined: nothing. */
export async function replacementOf(tx: Queries, slot: SlotRow): Promise<SlotRow["wanted"] | undefined> {
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
  const tags = await namedTags(tx, [wanted]);
  const found = chosenOf(pool, slot.project_id, { os: slot.os, wanted }, tags(slot.project_id)).some(
    (device) =>
      device.attached && !device.is_draining && isUsable(slot, FOR_TASKS, device) && !used?.has(device.device_id),
  );
  return found ? wanted : undefined;
}
