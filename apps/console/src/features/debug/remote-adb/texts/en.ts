const en = {
  title: "Remote ADB",
  lead: "Reach this phone with adb and Android Studio on your own computer, for as long as this session lasts.",
  failed: "Remote ADB could not be read",
  turn_on: "Turn on",
  turn_off: "Turn off",
  state: { off: "Off", waiting: "Waiting", asking: "Asks for you", connected: "Connected" },
  local_only:
    "This address works on the server's own computer alone. An administrator opens it to others with UDT_ADB_HOST.",
  waiting_text: "Run this on your computer. A key that you have not let in yet is asked about here.",
  asks: "A computer asks to be let in",
  asks_text: "Let it in only if it is yours. From then on its key is let in to your sessions without asking.",
  asks_not_you: "Only who turned remote ADB on can answer.",
  key: "Key",
  from: "From",
  fingerprint: "Fingerprint",
  allow: "Allow",
  deny: "Do not allow",
  connected_since: "Connected since {time}",
  traffic: "{received} received, {sent} sent",
  keys: "Your adb keys: {count}",
  key_used: "Last used {time}",
  key_unused: "Not used yet",
  remove: "Remove",
  remove_label: "Remove the key {name}",
};
export default en;

declare module "../../../../lib/i18n/namespaces.ts" {
  interface Namespaces {
    "remote-adb": typeof en;
  }
}
