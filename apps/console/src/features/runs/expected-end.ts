import type { Slot } from "@udt/contract";

/** When a run's cases should have ended: with the last of its devices, once of all that have not ended it can be told. */
export function expectedEnd(slots: readonly Pick<Slot, "state" | "progress">[]): number | undefined {
  const ends = slots
    .filter(({ state, progress }) => state !== "done" && !(progress && isThrough(progress)))
    .map(({ progress }) => progress?.expected_end ?? null);
  return ends.length === 0 || ends.includes(null) ? undefined : Math.max(...ends.map((end) => end ?? 0));
}

/** Its cases have ended, and it is finishing. */
const isThrough = ({ done, total, current }: NonNullable<Slot["progress"]>): boolean =>
  current === null && total > 0 && done === total;
