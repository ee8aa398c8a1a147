/** What the platform looks at by itself as a device first appears, where no tag says how that checks itself. */
import { DEFAULT_INSPECTION, FIRST_LOOK, type InspectionConfig } from "@udt/contract";
import { freeDevices, isOfProject, type PoolDevice } from "../../core/scheduling/scheduling.service.ts";
import {
  allInspections,
  deciding,
  occasionsOf,
  type DecidingTag,
  type Occasions,
} from "../../core/tags/tags.service.ts";
import type { ServerClock } from "../../platform/clock.ts";
import type { Queries } from "../../platform/database/database.ts";
import { nextDue } from "./due.repository.ts";
import type { Due } from "./due.ts";
import { lookedAt, type SelfCheckRow } from "./self-checks.repository.ts";

/** No tag asked for it, and nobody. */
export const isFirstLook = ({ config, occasion }: Pick<SelfCheckRow, "config" | "occasion">): boolean =>
  config === null && occasion !== null;

/** How grave each fault is in a check. */
export const configOf = (check: Pick<SelfCheckRow, "config" | "occasion">): InspectionConfig =>
  check.config ?? (isFirstLook(check) ? FIRST_LOOK : DEFAULT_INSPECTION);

/** Those of some devices that are to be looked at, each with when it appeared: once, and none for which a tag of any project speaks. */
export async function firstLooks(
  db: Queries,
  devices: readonly PoolDevice[],
  noted: ReadonlyMap<string, Occasions>,
): Promise<{ device: PoolDevice; at: number }[]> {
  const appeared = devices.flatMap((device) => {
    const at = noted.get(device.device_id)?.first_seen;
    return at === undefined ? [] : [{ device, at }];
  });
  if (appeared.length === 0) return [];
  const tags = await allInspections(db);
  const unasked = appeared.filter(
    ({ device }) =>
      ![...tags].some(([project_id, own]) => isOfProject(device, project_id) && deciding(own, device) !== undefined),
  );
  const done = await lookedAt(
    db,
    unasked.map(({ device }) => device.device_id),
  );
  return unasked.filter(({ device }) => !done.has(device.device_id));
}

/** What tells whether devices are looked at, and the time. */
interface LookNeeds {
  clock: ServerClock;
  firstLook(): boolean;
}

/** When the next check of a device comes by itself: by the tag that decides or, where none does and it is free, its first look. */
export async function nextOf(
  { clock, firstLook }: LookNeeds,
  db: Queries,
  device_id: string,
  tag: Pick<DecidingTag, "tag_id" | "config"> | undefined,
): Promise<Due | undefined> {
  if (tag) return nextDue(db, device_id, tag, clock.now());
  const noted = await occasionsOf(db, firstLook() ? [device_id] : []);
  const [look] = noted.size === 0 ? [] : await firstLooks(db, await freeDevices(db, [device_id]), noted);
  return look && { at: look.at, occasion: "first_seen", why: "first_seen" };
}
