import type { Slot } from "@udt/contract";
import type { Candidate, SlotRow } from "./slots.repository.ts";

type Waiting = NonNullable<Slot["queue"]>;

/** Why a slot waits and until when, from the devices that would do for it. */
export function waitingOf(slot: SlotRow, position: number, suitable: readonly Candidate[]): Waiting {
  const left = suitable.filter(({ device_id }) => !slot.lost_device_ids.includes(device_id));
  if (left.length === 0) return { position, reason: "no_device", eta: null };
  const equipped = left.filter(({ has_engine }) => has_engine || !slot.needs_engine);
  if (equipped.length === 0) return { position, reason: "no_engine", eta: null };
  const isNarrowed = equipped.length < left.length;
  const here = equipped.filter(({ offline }) => !offline);
  if (here.length === 0) return { position, reason: isNarrowed ? "engine_not_free" : "devices_offline", eta: null };
  // One that is free is not given because others go first, or because the project has its share.
  if (here.some(({ held, ready }) => !held && ready))
    return { position, reason: position > 1 ? "behind_others" : "parallel_limit", eta: null };
  const ends = here.flatMap(({ until }) => (until === null ? [] : [until]));
  return {
    position,
    reason: isNarrowed ? "engine_not_free" : "devices_busy",
    eta: ends.length === 0 ? null : Math.min(...ends),
  };
}
