import { NO_PROXY, profileEntries, type DeviceProfile, type ProfileSetting } from "@udt/contract";
import { getFormat } from "../format/index.ts";
import { getT } from "../i18n/index.ts";

/** What a profile asks for of one setting, of which there may be several things; nothing where it leaves that as it is. */
export function valuesInWords(profile: DeviceProfile, setting: ProfileSetting): string[] {
  const t = getT("device-profile");
  const { number } = getFormat();
  const toggle = (isOn: boolean | undefined) => (isOn === undefined ? [] : [t(isOn ? "on" : "off")]);
  switch (setting) {
    case "font_scale":
    case "density":
      return profile[setting] === undefined ? [] : [number(profile[setting])];
    case "dark_mode":
    case "animations":
      return toggle(profile[setting]);
    case "rotation":
      return profile.rotation === undefined ? [] : [t(`rotation.${profile.rotation}`)];
    case "permissions":
      return (profile.permissions ?? []).map((one) => t("permission", one));
    case "location":
      // Degrees are written alike everywhere, as maps take them.
      return profile.location
        ? [
            t("location", {
              latitude: String(profile.location.latitude),
              longitude: String(profile.location.longitude),
            }),
          ]
        : [];
    case "proxy":
      return profile.proxy === undefined ? [] : [profile.proxy === NO_PROXY ? t("proxy_none") : profile.proxy];
    default:
      return profile[setting] === undefined ? [] : [profile[setting]];
  }
}

/** All that it asks for, a line each. */
export function profileInWords(profile: DeviceProfile): string[] {
  const t = getT("device-profile");
  return profileEntries(profile).flatMap((setting) =>
    valuesInWords(profile, setting).map((value) => t("line", { setting: t(`setting.${setting}`), value })),
  );
}
