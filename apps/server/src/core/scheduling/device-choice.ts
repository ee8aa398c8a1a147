import type { DeviceChoice, DeviceOs, DeviceRule } from "@udt/contract";

/** What rules look at. */
export interface ChoosableDevice {
  device_id: string;
  brand: string;
  model: string;
  os: DeviceOs;
  os_version: string;
  width: number;
  height: number;
  serial: string;
  cpu_arch: string;
  is_virtual: boolean;
}

/** A device of the pool, with what its agent is registered for and has. */
export interface PooledDevice extends ChoosableDevice {
  /** Empty: every project's. */
  project_ids: readonly string[];
  /** A container engine. */
  has_engine: boolean;
}

/** What devices are asked for: a choice among those of one system. */
export interface DeviceWish {
  os: DeviceOs;
  wanted: DeviceChoice;
}

/** Whether a device is one of those asked for. */
export const isWanted = ({ os, wanted }: DeviceWish, device: ChoosableDevice): boolean =>
  device.os === os && isChosen(wanted, device);

/** Devices that a choice finds among those that a project, or with null the platform, may use. */
export const chosenOf = <D extends PooledDevice>(
  pool: readonly D[],
  project_id: string | null,
  wish: DeviceWish,
): D[] => pool.filter((device) => isOfProject(device, project_id) && isWanted(wish, device));

/** Whether a device's agent can do what a slot needs of it. */
export const isEquipped = (
  wish: { needs_engine: boolean },
  { has_engine }: Pick<PooledDevice, "has_engine">,
): boolean => has_engine || !wish.needs_engine;

export const isOfProject = ({ project_ids }: Pick<PooledDevice, "project_ids">, project_id: string | null): boolean =>
  project_id === null || project_ids.length === 0 || project_ids.includes(project_id);

/** Whether a device is one of those chosen. */
export function isChosen(choice: DeviceChoice, device: ChoosableDevice): boolean {
  if (choice.kind === "devices") return choice.device_ids.includes(device.device_id);
  return choice.rules.every((rule) => holds(rule, device));
}

function holds(rule: DeviceRule, device: ChoosableDevice): boolean {
  const value = valueOf(rule.attribute, device);
  const [first = ""] = rule.values;
  const same = (other: string) => value.toLowerCase() === other.trim().toLowerCase();
  switch (rule.operator) {
    case "equals":
      return same(first);
    case "not_equals":
      return !same(first);
    case "in":
      return rule.values.some(same);
    case "not_in":
      return !rule.values.some(same);
    case "contains":
      return value.toLowerCase().includes(first.trim().toLowerCase());
    case "at_least":
      return compareVersions(value, first) >= 0;
    case "at_most":
      return compareVersions(value, first) <= 0;
    default:
      throw new Error(`unknown operator ${String(rule.operator satisfies never)}`);
  }
}

function valueOf(attribute: DeviceRule["attribute"], device: ChoosableDevice): string {
  if (attribute === "resolution") return `${device.width}x${device.height}`;
  return String(device[attribute]);
}

/** Part by part as numbers: 9 is below 10, and 12 equals 12.0. */
export function compareVersions(left: string, right: string): number {
  const [a, b] = [left, right].map((version) =>
    version
      .split(/\D+/)
      .filter((part) => part !== "")
      .map(Number),
  );
  for (let index = 0; index < Math.max(a!.length, b!.length); index++) {
    const difference = (a![index] ?? 0) - (b![index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
