import type { CaseRun, Slot } from "@udt/contract";
import type { useRunDevice } from "./use-run-device.ts";

/** What a run does on a device, as far as it is known: nothing is said before both answers came. */
export function doingOf({
  slot,
  executing,
  isPending,
  isError,
}: Pick<ReturnType<typeof useRunDevice>, "isPending" | "isError"> & {
  slot: Pick<Slot, "state"> | undefined;
  executing: Pick<CaseRun, "name"> | undefined;
}): { name: "unknown" | "pending" | "between" | "over" } | { name: "executing"; of: string } {
  if (isError) return { name: "unknown" };
  if (isPending) return { name: "pending" };
  if (slot?.state !== "dispatched") return { name: "over" };
  return executing ? { name: "executing", of: executing.name } : { name: "between" };
}
