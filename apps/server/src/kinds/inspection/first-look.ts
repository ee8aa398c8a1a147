/** What the platform looks at by itself as a device first appears, where no tag says how that checks itself. */
import { DEFAULT_INSPECTION, FIRST_LOOK, type InspectionConfig } from "@udt/contract";
import { isOfProject, type PoolDevice } from "../../core/scheduling/scheduling.service.ts";
import { allInspections, deciding, type Occasions } from "../../core/tags/tags.service.ts";
import type { Queries } from "../../platform/database/database.ts";
import { lookedAt, type SelfCheckRow } from "./self-checks.repository.ts";

/** No tag asked for it, and nobody; the second look after one that failed is such a look, too. */
export const isFirstLook = ({ config, occasion }: Pick<SelfCheckRow, "config" | "occasion">): boolean =>
  config === null && occasion === "first_seen";

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
