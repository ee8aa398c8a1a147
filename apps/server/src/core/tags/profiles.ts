/** What a project's tags bring a device back to between sessions: of its tags the first that has a setting decides it. */
import { profileEntries, type DeviceProfile, type ProfileSetting } from "@udt/contract";
import type * as repository from "./tags.repository.ts";

export interface DecidedProfile {
  settings: DeviceProfile;
  decided_by: { setting: ProfileSetting; tag_id: string; name: string }[];
}

/** @param tags those that a device has, in the project's order */
export function decidedProfile(
  tags: readonly Pick<repository.TagRow, "tag_id" | "name" | "profile">[],
): DecidedProfile {
  // Whose word counts comes last, and stays.
  const settings: DeviceProfile = Object.assign({}, ...tags.toReversed().map(({ profile }) => profile));
  const decided_by = profileEntries(settings).flatMap((setting) => {
    const tag = tags.find(({ profile }) => profile[setting] !== undefined);
    return tag ? [{ setting, tag_id: tag.tag_id, name: tag.name }] : [];
  });
  return { settings, decided_by };
}
