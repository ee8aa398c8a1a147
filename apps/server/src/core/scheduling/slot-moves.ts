/** How slots go from state to state, within the transactions that move them. */
import { SLOT_TRANSITIONS, type DeviceResult, type Said, type SlotState } from "@udt/contract";
import type { Change, TestRow } from "../sessions/sessions.service.ts";
import * as repository from "./slots.repository.ts";
import type { SlotRow } from "./slots.repository.ts";

/** What a test asks for with a slot. */
export type SlotWish = Pick<SlotRow, "os" | "wanted" | "needs_engine"> &
  Partial<Pick<SlotRow, "even_out_of_use" | "only_healthy">>;

/** A test, which has entered, waits for devices: a slot for each, by numbers from 0. */
export async function waitForDevices(
  change: Change,
  { test_id, project_id }: TestRow,
  wishes: readonly SlotWish[],
  priority: number,
): Promise<void> {
  const about = { test_id, project_id, priority, queued_at: change.now, lost_device_ids: [] };
  await repository.insertSlots(
    change.tx,
    wishes.map((wish, device_seq) => ({
      ...about,
      ...wish,
      device_seq,
      state: "queued" as const,
      result: "not_dispatched" as const,
    })),
  );
}

/** Moves a slot. */
export async function moveSlot(
  change: Change,
  slot: SlotRow,
  state: SlotState,
  fields: Partial<SlotRow>,
): Promise<void> {
  assertMay(slot, state);
  await repository.updateSlot(change.tx, slot, { ...fields, state });
  Object.assign(slot, fields, { state });
}

/** Gives slots of one test their devices. */
export async function giveDevices(
  change: Change,
  test_id: string,
  given: readonly { slot: SlotRow; device_id: string }[],
): Promise<void> {
  for (const { slot } of given) assertMay(slot, "dispatched");
  const pairs = given.map(({ slot, device_id }) => ({ device_seq: slot.device_seq, device_id }));
  await repository.dispatchSlots(change.tx, test_id, pairs, change.now);
}

function assertMay(slot: SlotRow, state: SlotState): void {
  if (!SLOT_TRANSITIONS[slot.state].includes(state))
    throw new Error(`slot ${slot.device_seq} of test ${slot.test_id} cannot go from ${slot.state} to ${state}`);
}

/** A slot whose part in its test ends. */
export interface SlotEnd {
  slot: SlotRow;
  result: DeviceResult;
  error: Said | null;
}

/** Slots are done. */
export async function endSlots(change: Change, ends: readonly SlotEnd[]): Promise<void> {
  for (const { slot } of ends) assertMay(slot, "done");
  const rows = ends.map(({ slot: { test_id, device_seq }, ...end }) => ({ test_id, device_seq, ...end }));
  await repository.endSlots(change.tx, rows, change.now);
  for (const { slot, ...end } of ends) Object.assign(slot, end, { state: "done", ended_at: change.now });
}
