import type { DeviceAccess, Slot } from "@udt/contract";
import { isInUseFor, isOpenFor, isSoundFor, isWellFor } from "./device-choice.ts";
import type { Candidate } from "./queue.repository.ts";
import type { SlotRow } from "./slots.repository.ts";

export type Waiting = NonNullable<Slot["queue"]>;

export interface Queued {
  slot: Pick<SlotRow, "needs_engine" | "even_out_of_use" | "only_healthy">;
  position: number;
  /** The devices that would do for it. */
  suitable: readonly Candidate[];
  /** The devices that took part in its test. */
  used: ReadonlySet<string>;
  /** Whether its test's kind takes no device that is reported as broken. */
  wants_sound: boolean;
  /** What a device must be there for that its kind takes. */
  access: DeviceAccess | null;
  /** The limit that keeps its test from one more device. */
  limit: "parallel_limit" | "user_limit" | undefined;
}

/** Why a slot waits and until when. */
export function waitingOf({ slot, position, suitable, used, wants_sound, access, limit }: Queued): Waiting {
  if (suitable.length === 0) return { position, reason: "no_device", eta: null };
  const left = suitable.filter(({ device_id }) => !used.has(device_id));
  if (left.length === 0) return { position, reason: "devices_used", eta: null };
  const inUse = left.filter((device) => isInUseFor(slot, device));
  if (inUse.length === 0) return { position, reason: "devices_out_of_use", eta: null };
  const open = inUse.filter((device) => isOpenFor({ access }, device));
  if (open.length === 0) return { position, reason: "devices_no_tasks", eta: null };
  const sound = open.filter((device) => isSoundFor({ wants_sound }, device));
  if (sound.length === 0) return { position, reason: "devices_broken", eta: null };
  const well = sound.filter((device) => isWellFor(slot, { wants_sound }, device));
  if (well.length === 0) return { position, reason: "devices_unwell", eta: null };
  const equipped = well.filter(({ has_engine }) => has_engine || !slot.needs_engine);
  if (equipped.length === 0) return { position, reason: "no_engine", eta: null };
  const isNarrowed = equipped.length < well.length;
  const online = equipped.filter(({ offline }) => !offline);
  if (online.length === 0) return { position, reason: isNarrowed ? "engine_not_free" : "devices_offline", eta: null };
  const here = online.filter(({ is_draining }) => !is_draining);
  if (here.length === 0) return { position, reason: isNarrowed ? "engine_not_free" : "devices_draining", eta: null };
  if (here.some(({ held, ready }) => !held && ready))
    return { position, reason: limit ?? (position > 1 ? "behind_others" : "next"), eta: null };
  const ends = here.flatMap(({ until }) => (until === null ? [] : [until]));
  return {
    position,
    reason: isNarrowed ? "engine_not_free" : "devices_busy",
    eta: ends.length === 0 ? null : Math.min(...ends),
  };
}
