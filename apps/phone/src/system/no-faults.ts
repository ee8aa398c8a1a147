import type { PhoneFaults } from "../types.ts";

/** A phone that does as it should. */
export const NO_FAULTS: PhoneFaults = {
  freeze_video: false,
  delay_ms: 0,
  refuse_install: "",
  refuse_input: false,
  disk_full: false,
  package_wait_ms: 0,
  stuck_installer: false,
  app_stays: false,
  keyguard: "none",
  network: "fine",
  wrong_language: false,
  black_screen: false,
  leak: false,
  restart_mends: false,
  hot_battery: "none",
  profile_refused: "none",
  shop_layout: false,
};
