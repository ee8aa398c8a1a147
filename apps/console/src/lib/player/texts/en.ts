const en = {
  play: "Play",
  pause: "Pause",
  position: "Position",
  video_error: "This browser cannot play the video.",
  no_log: "No log was recorded.",
  log: "Log",
  log_error: "The log could not be read.",
  log_none: "The device logged nothing at this time.",
  speed: "Speed",
  download: "Download video",
  video: "Video",
  unreadable: "This file could not be read. {reason}",
  not_shown: "This file could not be shown.",
  recordings: "Screen recordings",
  no_moment: "No recording of the screen has {time}.",
  origin: { recorded: "Recording", recent: "Last seconds, saved afterwards" },
  growing: { recorded: "being recorded", recent: "being saved" },
  broken: "Broken off: the agent was lost. It plays up to there.",
  truncated: "Incomplete: a part had to be left out.",
  play_label: "Play the recording of {time}",
  save: { video: "MP4", input: "Touches", log: "Log" },
  save_label: {
    video: "Download the MP4 video of {time}",
    input: "Download the touches of {time}",
    log: "Download the log of {time}",
  },
  given: {
    tap: "Tap",
    long_press: "Long press",
    swipe: "Swipe",
    scroll: "Scroll",
    key: "Key",
    hidden: "a character (not recorded)",
    text: "Text",
    characters_one: "{count} character (not recorded)",
    characters_other: "{count} characters (not recorded)",
    rotate: "Rotate",
    wake: "Wake",
  },
};
export default en;

declare module "../../i18n/namespaces.ts" {
  interface Namespaces {
    player: typeof en;
  }
}
