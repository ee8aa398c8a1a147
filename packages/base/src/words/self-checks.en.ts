import { PROFILE_WORDS } from "./device-profiles.en.ts";

/** What self-checks of devices find: part of the table of words. */
export const CHECK_WORDS = {
  check_free: "{free} of {total} is free",
  check_disk_low: "only {free} of {total} is free, and {least} are needed",
  check_lock_insecure: "the lock screen is on",
  check_lock_secure: "the screen is locked by a code, which nobody here knows",
  check_answered: "{address} answered after {ms} ms",
  check_slow: "{address} answered only after {ms} ms: more than {most} ms is slow",
  check_no_network: "the device is in no network",
  check_no_answer: "{address} does not answer the device",
  check_language: "the device speaks {language}",
  check_language_foreign: "the device speaks {language}: neither Chinese nor English nor Japanese",
  check_language_unwanted: "the device speaks {language}, which is not among {languages}",
  check_app_missing: "an app was installed, and is not among those of the device",
  check_app_refused: "the device takes no app",
  check_picture: "the screen gives a picture of {width} × {height}",
  check_picture_dark: "{percent} % of the picture of the screen is black",
  check_picture_size:
    "the picture of the screen is {width} × {height}, and the screen {screen_width} × {screen_height}",
  check_frames: "the video of the screen had {count} frames in {seconds} s",
  check_frames_few: "the video of the screen had {count} frames in {seconds} s, and {least} are needed",
  check_no_video: "the screen gives pictures one by one, and no video",
  check_cannot: "this kind of device cannot be asked that",
  check_off: "a tag has it off",
  check_off_in: "off in tag {tag}",
  check_time_over: "it was not done within {seconds} s",
  check_never_free: "the device did not come free in time",
  check_before_failed: "a step of its check failed",
  check_out_of_use: "{user} took the device out of use before it began: {why}",
  check_ran_out: "it did not come to its end in time",
  ...PROFILE_WORDS,
} as const;
