import { profileEntries, type TagWish } from "@udt/contract";
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
  check_on: inspection?.check_on.join(" ") ?? "",
  profile_settings: profileEntries(profile).length,
  preinstalled: environment.preinstalled.length,
  free_apps: environment.free_apps.length,
  free_paths: environment.free_paths.length,
});
