/** What becomes of the profiles that devices are brought back to: part of the table of words. */
export const PROFILE_WORDS = {
  check_no_profile: "no tag of the device says what it is to be brought back to",
  check_profile_done: "the device was brought to its profile as the session began",
  check_profile: "{count} settings are as the tags want them",
  check_profile_refused: "{count} of {total} settings would not take",
  profile_cannot: "this kind of device cannot be told that",
  profile_not_kept: "the device took it without a word, and is as before",
  profile_after_restart: "the device keeps it, and takes it when it restarts",
} as const;
