import {
  DEVICE_USE,
  type DeviceAccess,
  type DeviceChoice,
  type DeviceOs,
  type LeftOutReason,
  type TestKind,
} from "@udt/contract";
import type { Kinds } from "../sessions/sessions.service.ts";
import type { SlotRow } from "./slots.repository.ts";
import { allOf, type RuledDevice, type TagLookup } from "../tags/tags.service.ts";

/** What choices look at. */
export interface ChoosableDevice extends RuledDevice {
  os: DeviceOs;
}

/** A device of the pool, with who sees it and what its agent has. */
export interface PooledDevice extends ChoosableDevice {
  /** Null: every project. */
  project_ids: readonly string[] | null;
  /** A container engine. */
  has_engine: boolean;
  /** By a work order that is open. */
  is_broken: boolean;
  /** By its last self-check. */
  is_unwell: boolean;
  /** By somebody's word. */
  is_out: boolean;
  /** It is there for no automated tests, or for no debug sessions. */
  no_task: boolean;
  no_remote: boolean;
}

/** What devices are asked for: a choice among those of one system. */
export interface DeviceWish {
  os: DeviceOs;
  wanted: DeviceChoice;
}

/** What tells the devices that are asked for from others. */
export function wantedBy({ os, wanted }: DeviceWish, tags: TagLookup): (device: ChoosableDevice) => boolean {
  if (wanted.kind === "devices") return (device) => device.os === os && wanted.device_ids.includes(device.device_id);
  const isRuled = allOf(wanted.rules, tags);
  return (device) => device.os === os && isRuled(device);
}

/** Devices that a choice finds among those that a project, or with null the platform, may use. */
export function chosenOf<D extends PooledDevice>(
  pool: readonly D[],
  project_id: string | null,
  wish: DeviceWish,
  tags: TagLookup,
): D[] {
  const isWanted = wantedBy(wish, tags);
  return pool.filter((device) => isOfProject(device, project_id) && isWanted(device));
}

/** Whether a device's agent can do what a slot needs of it. */
export const isEquipped = (
  wish: { needs_engine: boolean },
  { has_engine }: Pick<PooledDevice, "has_engine">,
): boolean => has_engine || !wish.needs_engine;

/** What tests of a kind want of whichever device they get. */
export interface DeviceDemand {
  wants_sound: boolean;
  access: DeviceAccess | null;
}

/** Tells the devices that a slot may get: of its project, wanted, equipped and sound enough, and none that its test had. */
export function suitsOf(
  slot: Pick<
    SlotRow,
    "os" | "wanted" | "project_id" | "needs_engine" | "even_out_of_use" | "only_healthy" | "lost_device_ids"
  >,
  rules: DeviceDemand,
  tags: TagLookup,
  used: ReadonlySet<string> | undefined,
): (device: PooledDevice) => boolean {
  const isWanted = wantedBy(slot, tags);
  return (device) =>
    isOfProject(device, slot.project_id) &&
    isWanted(device) &&
    isUsable(slot, rules, device) &&
    !used?.has(device.device_id) &&
    !slot.lost_device_ids.includes(device.device_id);
}

/** Whether a slot may get a device at all: it is equipped, sound and well enough, in use, and there for such tests. */
export const isUsable = (
  slot: Pick<SlotRow, "needs_engine" | "even_out_of_use" | "only_healthy">,
  rules: DeviceDemand,
  device: PooledDevice,
): boolean =>
  isEquipped(slot, device) &&
  isSoundFor(rules, device) &&
  isWellFor(slot, rules, device) &&
  isInUseFor(slot, device) &&
  isOpenFor(rules, device);

/** Why tests of a kind do not take a device that their choice finds, whatever its agent has; undefined: they do. */
export function leftOutOf(
  { only_healthy }: Pick<SlotRow, "only_healthy">,
  rules: DeviceDemand,
  device: PooledDevice,
): LeftOutReason | undefined {
  if (!isInUseFor({ even_out_of_use: false }, device)) return "out_of_use";
  if (!isOpenFor(rules, device)) return "no_tasks";
  if (!isSoundFor(rules, device)) return "broken";
  return isWellFor({ only_healthy }, rules, device) ? undefined : "unwell";
}

/** Whether a device is as sound as tests of a kind want it. */
export const isSoundFor = (
  { wants_sound }: { wants_sound: boolean },
  { is_broken }: Pick<PooledDevice, "is_broken">,
): boolean => !wants_sound || !is_broken;

/** Whether a device is as well as a slot wants it, where tests of its kind want sound ones at all. */
export const isWellFor = (
  { only_healthy }: Pick<SlotRow, "only_healthy">,
  { wants_sound }: { wants_sound: boolean },
  { is_unwell }: Pick<PooledDevice, "is_unwell">,
): boolean => !wants_sound || !only_healthy || !is_unwell;

/** Whether a device is there for what tests of a kind want it for. */
export const isOpenFor = (
  { access }: { access: DeviceAccess | null },
  device: Pick<PooledDevice, "no_task" | "no_remote">,
): boolean => access === null || !device[`no_${access}`];

/** Whether a slot may get a device, if that is out of use. */
export const isInUseFor = (
  { even_out_of_use }: Pick<SlotRow, "even_out_of_use">,
  { is_out }: Pick<PooledDevice, "is_out">,
): boolean => even_out_of_use || !is_out;

export const isOfProject = ({ project_ids }: Pick<PooledDevice, "project_ids">, project_id: string | null): boolean =>
  project_id === null || project_ids === null || project_ids.includes(project_id);

/** What tests of a kind want of their devices. */
export const rulesOf = (kinds: Kinds, kind: TestKind) => ({
  wants_sound: kinds[kind].wants_sound,
  access: DEVICE_USE[kind].access,
});
