import type { ProfileSetting } from "@udt/contract";

/** Where Android keeps what a profile sets, by `namespace name`, as far as it lists that. */
const KEPT_AS: Readonly<Record<ProfileSetting, readonly string[]>> = {
  locale: ["system system_locales"],
  time_zone: ["global auto_time_zone"],
  font_scale: ["system font_scale"],
  dark_mode: [
    "secure ui_night_mode",
    "secure ui_night_mode_last_computed",
    "secure ui_night_mode_override_off",
    "secure ui_night_mode_override_on",
  ],
  density: ["secure display_density_forced"],
  rotation: ["system accelerometer_rotation", "system user_rotation"],
  animations: ["global animator_duration_scale", "global transition_animation_scale", "global window_animation_scale"],
  permissions: [],
  location: [],
  proxy: [
    "global global_http_proxy_exclusion_list",
    "global global_http_proxy_host",
    "global global_http_proxy_port",
    "global http_proxy",
  ],
};

/** What a device is brought to once it is clean is nothing that a session left, nor for cleaning to put back. */
export const keptAs = (settings: readonly ProfileSetting[] = []): ReadonlySet<string> =>
  new Set(settings.flatMap((setting) => KEPT_AS[setting]));
