const en = {
  of: {
    storage: "Free storage",
    lock_screen: "Lock screen",
    network: "Network",
    latency: "Time to answer",
    language: "Language",
    install_check: "Installing an app",
    capture_check: "Picture of the screen",
    recording_check: "Video of the screen",
  },
  level: { off: "Off", warning: "Warning", blocking: "Blocking" },
  limit: {
    storage: "at least {free} GB",
    latency: "at most {ms} ms",
    address: "the agent’s address, or the gateway",
  },
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
