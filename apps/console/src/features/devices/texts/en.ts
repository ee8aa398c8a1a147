const en = {
  title: "Devices",
  search: "Model, serial, brand, person",
  filter: { state: "State", os: "System" },
  count_one: "{shown} of {total} device",
  count_other: "{shown} of {total} devices",
  pill: "{count} {state}",
  pill_clear: "Show all states",
  connect: "Connect a phone",
  column: {
    device: "Device",
    serial: "Serial",
    state: "State",
    doing: "What it is doing",
    battery: "Battery",
    action: "Action",
  },
  details: "Details",
  run_more: "More for {model}",
  charging: "charging",
  doing: {
    free: "Free now",
    until: "until {time} at most",
    cleaning_after: "cleaning up after {user}",
    cleaning_after_you: "cleaning up after you",
    cleaning: "cleaning up",
    initializing: "getting ready for its first use",
    inspection: "being inspected",
    failed: "could not be made ready",
    last_seen: "last seen {time} at {agent}",
  },
  error: "The devices could not be read",
  none: {
    title: "No devices yet",
    text_guest: "No phone has been connected for this project.",
    text: "Phones appear here as soon as an agent sees them: plug one in, or start a virtual one.",
  },
  no_match: {
    title: "No device matches",
    text: "No device fits this search and these filters.",
    clear: "Clear the filters",
  },
  serial: {
    which: "Which device?",
    open: "Open",
    all: "All devices",
    none: "No device with the serial number {serial}",
    none_text: "No device of this project has it. It may belong to another project, or no agent has seen it yet.",
  },
  connect_steps: {
    title: "Connect a phone",
    lead: "An agent runs on the computer that phones are plugged into and brings them here. Nothing is installed on the phones.",
    usb: "Turn on USB debugging on the phone, plug it in, and see that adb lists it:",
    network: "A phone on the network:",
    agent: "Start the agent on that computer:",
    token_hint: "Every agent has a token of its own. An administrator makes it here; it is shown once.",
    token_member: "Ask an administrator for an agent token and put it in place of TOKEN.",
    name: "Name of the computer",
    make: "Make a token",
    made: "This token is shown only now. Start the agent with it:",
    waiting: "The phone appears in the list by itself.",
  },
  drawer: {
    device_id: "Device id",
    capabilities: "It can do",
    last_seen: "Last seen",
    lease: "In use",
    by: "By",
    since: "Since",
    until: "At the latest until",
    phase: "Phase",
    facts: "Facts",
    gone: "The device could not be read",
    copy_link: "Copy link",
  },
};
export default en;

declare module "../../../lib/i18n/namespaces.ts" {
  interface Namespaces {
    devices: typeof en;
  }
}
