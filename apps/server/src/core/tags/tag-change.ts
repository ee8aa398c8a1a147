import { LIMITS, profileEntries, type CheckWindow, type Refused, type TagPick, type TagWish } from "@udt/contract";
import type { Actor } from "../../platform/http/caller.ts";
import { nameKey } from "../../people/users/users.service.ts";

/** What of a tag a wish changes. */
export const changeOf = ({ user }: Actor, wish: TagWish, now: number) => ({
  name: wish.name,
  name_key: nameKey(wish.name),
  rules: wish.rules,
  included_device_ids: [...new Set(wish.included_device_ids)],
  excluded_device_ids: [...new Set(wish.excluded_device_ids)],
  is_default: wish.is_default,
  inspection: wish.inspection,
  profile: wish.profile,
  environment: wish.environment,
  changed_by: user.user_id,
  updated_at: now,
});

/** What the audit log has of it. */
export const detailOf = ({
  rules,
  included_device_ids,
  excluded_device_ids,
  is_default,
  inspection,
  profile,
  environment,
}: TagWish) => ({
  rules: rules.length,
  included: included_device_ids.length,
  excluded: excluded_device_ids.length,
  is_default,
  has_inspection: inspection !== null,
  check_every_hours: inspection?.check_every_hours ?? 0,
  check_window: windowOf(inspection?.check_window ?? null),
  order_after: inspection?.order_after ?? "",
  check_on: inspection?.check_on.join(" ") ?? "",
  profile_settings: profileEntries(profile).length,
  preinstalled: environment.preinstalled.length,
  free_apps: environment.free_apps.length,
  free_paths: environment.free_paths.length,
});

const windowOf = (window: CheckWindow | null): string =>
  window === null ? "" : `${window.from}-${window.to} ${window.time_zone}`;

type Picked = Pick<TagWish, "name" | "included_device_ids" | "excluded_device_ids">;
export type PickRefusal = Refused & { device_id: string };

/**
 * What a tag has by hand once some devices are picked, in the order in which they were named. Exclusion wins over inclusion, so a
 * device is in one of both at most.
 * @param seen The ids of those of them that the project sees. Others are left to the rules, and nothing else.
 */
export function pickedIn(
  tag: Picked,
  { pick, device_ids }: { pick: TagPick; device_ids: readonly string[] },
  seen: ReadonlySet<string>,
) {
  const lists = { include: new Set(tag.included_device_ids), exclude: new Set(tag.excluded_device_ids) };
  const refused: PickRefusal[] = [];
  const max = LIMITS.tag_devices_max;
  let changed = 0;
  for (const device_id of new Set(device_ids)) {
    const isIn = pick !== "clear" && lists[pick].has(device_id);
    if (pick !== "clear" && !seen.has(device_id))
      refused.push({ device_id, code: "device_not_found", args: { device_id } });
    else if (pick !== "clear" && !isIn && lists[pick].size >= max)
      refused.push({ device_id, code: "tag_devices_full", args: { name: tag.name, max } });
    else {
      const had = [lists.include.delete(device_id), lists.exclude.delete(device_id)].includes(true);
      if (pick !== "clear") lists[pick].add(device_id);
      if (pick === "clear" ? had : !isIn) changed++;
    }
  }
  return {
    included_device_ids: [...lists.include],
    excluded_device_ids: [...lists.exclude],
    changed,
    refused,
  };
}
