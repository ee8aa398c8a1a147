const en = {
  title: "Handed over",
  untold: "It was not told how the device was handed over.",
  clean: "Clean",
  remained: "Something remained",
  others_one: "{shown} more difference to before the session",
  others_other: "{shown} more differences to before the session",
  more_one: "and {shown} more",
  more_other: "and {shown} more",
  scope:
    "Apps, shared files, settings and accounts were compared. What an app that was there before keeps for itself was not.",
  not_whole: "The device has too many files to compare all of them.",
  named: "{change}: {setting}",
  /** Those that people leave, by what Android calls them. */
  setting: {
    font_scale: "Font scale",
    pointer_location: "Pointer location",
    screen_brightness: "Brightness",
    screen_brightness_mode: "Adaptive brightness",
    screen_off_timeout: "Screen timeout",
    show_touches: "Show touches",
    time_12_24: "12 or 24 hours",
    system_locales: "Language and region",
    accessibility_enabled: "Accessibility",
    default_input_method: "Input method",
    enabled_accessibility_services: "Accessibility services",
    location_mode: "Location",
    ui_night_mode: "Dark mode",
    airplane_mode_on: "Airplane mode",
    animator_duration_scale: "Animator duration",
    auto_time: "Time by the network",
    auto_time_zone: "Time zone by the network",
    bluetooth_on: "Bluetooth",
    http_proxy: "HTTP proxy",
    transition_animation_scale: "Transition animations",
    wifi_on: "Wi-Fi",
    window_animation_scale: "Window animations",
    zen_mode: "Do not disturb",
  },
  change: {
    app_added: "App that stayed",
    app_removed: "App that is gone",
    app_changed: "App in another version",
    file_added: "File that stayed",
    file_removed: "File that is gone",
    setting_changed: "Setting",
    account_added: "Account that stayed",
    account_removed: "Account that is gone",
  },
};
export default en;

declare module "../../i18n/namespaces.ts" {
  interface Namespaces {
    handover: typeof en;
  }
}
