const of = {
  storage: "Free storage",
  lock_screen: "Lock screen",
  network: "Network",
  latency: "Time to answer",
  language: "Language",
  cleanup: "Cleaning up apps and files",
  install_check: "Installing an app",
  capture_check: "Picture of the screen",
  recording_check: "Video of the screen",
  preinstall: "Installing what is missing",
};

const en = {
  of,
  /** Every step, those that tags grade by the same names. */
  step: { ...of, ready: "Ready", profile: "Device profile", restart: "Restart" },
  level: { off: "Off", warning: "Warning", blocking: "Blocking" },
  with_network: "Only where the network is checked.",
  limit: {
    storage: "at least {free} GB",
    latency: "at most {ms} ms",
    address: "the agent’s address, or the gateway",
  },
  before: {
    label: "Before sessions",
    hint: "Its blocking steps are done before the device is handed out. One that fails is not: a task takes another device, a debug session ends with what was found.",
    off: "No check",
    debug: "Before debug sessions",
    run: "Before tasks run",
    both: "Before debug sessions and tasks",
  },
  after: {
    label: "When a blocking step fails",
    hint: "A work order keeps tasks from the device until the step passes in a check. People may debug it meanwhile.",
    first_failure: "A work order at once",
    second_failure: "A work order once it failed twice in a row",
  },
  on: {
    label: "Also checked",
    first_seen: "When it first appears",
    first_seen_hint:
      "A device that was never there before is checked once, as soon as it is ready. Those that are there already are not.",
    cleaned: "After each use",
    cleaned_hint:
      "Once a debug session or a run is over and the device is clean, it is checked. Who wants it meanwhile waits at most for the step in hand. No check follows a check.",
  },
  window: {
    label: "Only in some hours of the day",
    hint: "Checks by the clock begin in these hours. A device that is busy in them is checked once it comes free within them, or in those of the next day.",
    from: "From",
    to: "To",
    time_zone: "Time zone",
  },
  within: "{every} from {from} to {to} ({time_zone})",
  language: { zh: "Chinese", en: "English", ja: "Japanese" },
  line: "{of}: {told}",
  every_one: "Every hour",
  every_other: "Every {shown} hours",
  by_hand: "By hand",
};
export default en;

declare module "../../i18n/namespaces.ts" {
  interface Namespaces {
    inspection: typeof en;
  }
}
