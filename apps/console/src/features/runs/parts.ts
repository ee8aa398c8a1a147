import type { CaseTotals, LostDevice, Slot } from "@udt/contract";

/** A device in a run: the one that a slot has, or one that it had before and lost. */
export interface Part extends Pick<LostDevice, Exclude<keyof LostDevice, "totals">> {
  slot: Slot;
  device_seq: number;
  /** Another took its place, or is looked for. */
  isLost: boolean;
  /** What came of its cases. */
  totals: CaseTotals;
}

/** All devices that take or took part, slot by slot, each slot's oldest first. */
export const partsOf = (slots: readonly Slot[]): Part[] =>
  slots.flatMap((slot) => {
    const { device_id, device_seq } = slot;
    // A slot that got no other device still has the one that it lost last.
    const lost = slot.lost_devices.filter((each) => each.device_id !== device_id);
    const before = lost.map((each) => ({ ...each, slot, device_seq, isLost: true }));
    if (device_id === null) return before;
    return [...before, { ...slot, device_id, slot, device_seq, isLost: false, totals: without(slot.totals, lost) }];
  });

/** A slot's counters are of all its devices. */
function without(totals: CaseTotals, lost: readonly LostDevice[]): CaseTotals {
  const rest = { ...totals };
  for (const each of lost)
    for (const name of Object.keys(rest) as (keyof CaseTotals)[])
      rest[name] = Math.max(0, rest[name] - each.totals[name]);
  return rest;
}

/** Which of a run's cases are a device's: before its slot is done some wait for it that no device has been given yet. */
export const casesOf = ({
  isLost,
  slot,
  device_id,
  device_seq,
}: Part): { device_id: string } | { device_seq: number } =>
  isLost || (slot.lost_devices.length > 0 && slot.state === "done") ? { device_id } : { device_seq };

/** How long the device worked on cases: what is recorded lies in it. */
export function workOf({
  phases,
}: Pick<Part, "phases">): { from: number; to: number; lasted_ms: number | null } | undefined {
  const phase = phases.findLast(({ name }) => name === "run");
  if (!phase) return undefined;
  return {
    from: phase.started_at,
    to: phase.ended_at ?? phase.started_at + 1,
    lasted_ms: phase.cost,
  };
}
